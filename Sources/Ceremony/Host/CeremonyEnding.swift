import Envelopes

/// What happened when a person left a signing page, from what the page says to what an app is told: the eSignature API's
/// words for the `event` parameter.
public enum CeremonyEnding: Sendable, Hashable {
    case signingComplete
    /// Somebody who had signed before has looked at it.
    case viewingComplete
    case decline
    /// They finish later.
    case cancel
    case timeToLiveExpired
    case sessionTimeout
    case exception
    case accessCodeFailed
    case idCheckFailed
    case faxPending
    /// A word that the API does not document; empty where the page said none.
    case other(String)

    /// Every one that the API documents.
    public static let documented: [CeremonyEnding] = [
        .signingComplete, .viewingComplete, .decline, .cancel, .timeToLiveExpired, .sessionTimeout, .exception,
        .accessCodeFailed, .idCheckFailed, .faxPending,
    ]

    /// - Parameter event: in any case.
    public init(event: String) {
        let event = event.lowercased()
        self = Self.documented.first { $0.event == event } ?? .other(String(event.prefix(Self.longest)))
    }

    /// The most characters of a word that is not documented.
    private static let longest = 100

    /// The word, in lower case.
    public var event: String {
        switch self {
        case .signingComplete: "signing_complete"
        case .viewingComplete: "viewing_complete"
        case .decline: "decline"
        case .cancel: "cancel"
        case .timeToLiveExpired: "ttl_expired"
        case .sessionTimeout: "session_timeout"
        case .exception: "exception"
        case .accessCodeFailed: "access_code_failed"
        case .idCheckFailed: "id_check_failed"
        case .faxPending: "fax_pending"
        case .other(let word): word
        }
    }
}

extension ReturnAddress {
    /// The address with the parameter `event` at the end of its query, before the fragment if there is one.
    public func location(for ending: CeremonyEnding) -> String? {
        guard let address else { return nil }
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let base = parts.first.map(String.init) ?? ""
        let separator = base.hasSuffix("?") || base.hasSuffix("&") ? "" : base.contains("?") ? "&" : "?"
        let fragment = parts.count > 1 ? "#\(parts[1])" : ""
        return base + separator + "event=\(ending.event)" + fragment
    }
}
