import Foundation

/// How a webhook's sender proves itself to the receiver, besides signatures.
package enum WebhookCredentials: Sendable, Hashable {
    case none
    /// Basic authentication (RFC 7617).
    case basic(name: String, password: String)
    /// A bearer token (RFC 6750), as ``AccessTokenRequest`` gets it.
    case bearer(token: String)

    /// The value of `Authorization`.
    var header: String? {
        switch self {
        case .none: nil
        case .basic(let name, let password): "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()
        case .bearer(let token): "Bearer \(token)"
        }
    }
}

extension WebhookCredentials: CustomStringConvertible {
    /// Does not contain the secret, so that it cannot get into a log by accident.
    package var description: String {
        switch self {
        case .none: "none"
        case .basic: "(basic authentication)"
        case .bearer: "(bearer token)"
        }
    }
}
