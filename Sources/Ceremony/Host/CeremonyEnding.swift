import Envelopes

/// The way in which a person left a signing page, in the eSignature API's words for the `event` parameter.
public enum CeremonyEnding: Sendable, Hashable {
    case signingComplete
    /// A person who had signed before viewed the documents.
    case viewingComplete
    case decline
    /// They will finish later.
    case cancel
    case timeToLiveExpired
    case sessionTimeout
    case exception
    case accessCodeFailed
    case idCheckFailed
    case faxPending
    /// A word that the API does not document; empty if the page gave none.
    case other(String)

    /// All endings that the API documents.
    public static let documented: [CeremonyEnding] = [
        .signingComplete, .viewingComplete, .decline, .cancel, .timeToLiveExpired, .sessionTimeout, .exception,
        .accessCodeFailed, .idCheckFailed, .faxPending,
    ]

    /// - Parameter event: the word, in any case
    public init(event: String) {
        let event = event.lowercased()
        self = Self.documented.first { $0.event == event } ?? .other(String(event.prefix(Self.longest)))
    }

    /// The maximum length of an undocumented word, in characters.
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
    /// Returns the address with the parameter `event` at the end of its query, before any fragment; `nil` without an
    /// address.
    public func location(for ending: CeremonyEnding) -> String? {
        location(event: ending.event)
    }
}
