import Envelopes

/// What happened when a person left the ceremony, in the eSignature API's words for the `event` parameter.
public enum CeremonyEnding: String, Sendable, CaseIterable {
    case signingComplete = "signing_complete"
    case decline
    case cancel
    case timeToLiveExpired = "ttl_expired"
    case sessionTimeout = "session_timeout"
    case viewingComplete = "viewing_complete"
    case exception
}

extension ReturnAddress {
    /// The address with the parameter `event` at the end of its query, before the fragment if there is one.
    public func location(for ending: CeremonyEnding) -> String? {
        guard let address else { return nil }
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let base = parts.first.map(String.init) ?? ""
        let separator = base.hasSuffix("?") || base.hasSuffix("&") ? "" : base.contains("?") ? "&" : "?"
        let fragment = parts.count > 1 ? "#\(parts[1])" : ""
        return base + separator + "event=\(ending.rawValue)" + fragment
    }
}
