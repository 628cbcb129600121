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

    /// Returns why a URL may not be called; `nil` if it may.
    package func problem(with url: String) -> WebhookURLProblem? {
        guard url.utf8.count <= EnvelopeLimits.notificationURL, let parsed = URL(string: url),
            let scheme = parsed.scheme,
            parsed.host()?.isEmpty == false, parsed.hasUsablePort
        else { return .incomplete(url) }
        guard scheme.lowercased() == "https" || scheme.lowercased() == "http" && allowsHTTP else {
            return .notHTTPS(url)
        }
        return refusal(url).map { .refused(url, reason: $0) }
    }
}

/// Why the service does not call a webhook's URL.
package enum WebhookURLProblem: Error, Hashable, CustomStringConvertible {
    case incomplete(String)
    case notHTTPS(String)
    /// - Parameter reason: a sentence of the operator's policy
    case refused(String, reason: String)

    package var description: String {
        switch self {
        case .incomplete(let url): "The URL \"\(url.prefix(100))\" is not a complete URL."
        case .notHTTPS(let url): "The URL \"\(url.prefix(100))\" is not https."
        case .refused(let url, let reason): "The URL \"\(url.prefix(100))\" cannot be called. \(reason)"
        }
    }
}
