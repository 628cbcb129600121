import DocuSignDialect
import Envelopes
import Foundation
import HTTPMessages

/// The service's rules for webhooks.
public struct ConnectSettings: Sendable {
    /// Whether receivers may have `http` URLs. Default: only `https`.
    public var allowsHTTP = false
    /// Returns the reason why a URL may not be called, as a sentence; `nil` if it may. The sender checks again when it
    /// knows the host's addresses.
    public var refusal: @Sendable (_ url: String) -> String? = { _ in nil }
    /// The maximum size of the documents in one message, in bytes; those that exceed it are left out. Default: 25 MB.
    public var documentBytes = 25 * 1024 * 1024

    /// Seconds of failures alone after which a configuration is paused. Default: three days.
    public var pauseAfter: TimeInterval = 3 * 86_400

    /// Starts with the defaults.
    public init() {}

    /// - Throws: `APIError` for a URL that may not be called
    func check(_ url: String) throws(APIError) {
        guard url.utf8.count <= EnvelopeLimits.notificationURL, let parsed = URL(string: url),
            let scheme = parsed.scheme,
            parsed.host()?.isEmpty == false, parsed.hasUsablePort
        else { throw APIError(.invalidRequestParameter, "The URL \"\(url.prefix(100))\" is not a complete URL.") }
        guard scheme.lowercased() == "https" || scheme.lowercased() == "http" && allowsHTTP else {
            throw APIError(.httpsRequired, "The URL \"\(url.prefix(100))\" is not https.")
        }
        if let reason = refusal(url) {
            throw APIError(.invalidRequestParameter, "The URL \"\(url.prefix(100))\" cannot be called. \(reason)")
        }
    }

    /// - Throws: `APIError` for the first URL that may not be called
    func check(_ notifications: [ConnectNotification]) throws(APIError) {
        for notification in notifications { try check(notification.url) }
    }
}
