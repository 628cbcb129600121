import Foundation

/// Settings for the log-in with an authorization code and PKCE (RFC 6749 §4.1, RFC 7636). The app is a public client:
/// it has no secret.
public struct OAuthSettings: Sendable, Hashable {
    /// The integration key.
    public var clientID: String
    /// The address the sign-in page goes to when it is done: one in the app's own scheme, or a universal link.
    public var redirectURL: URL
    /// Default: `signature`. Add `extended` for refresh tokens that are renewed each time.
    public var scopes: [String]
    /// Whether the person has to enter a password even if the browser remembers them. Default: no.
    public var asksForPassword: Bool

    /// - Parameters:
    ///   - clientID: the integration key; the configuration is rejected if it is empty
    ///   - redirectURL: an absolute address without a fragment; the configuration is rejected otherwise
    public init(
        clientID: String, redirectURL: URL, scopes: [String] = ["signature"], asksForPassword: Bool = false
    ) {
        self.clientID = clientID
        self.redirectURL = redirectURL
        self.scopes = scopes
        self.asksForPassword = asksForPassword
    }

    func validate() throws(CountersignError) {
        guard !clientID.isEmpty else { throw .invalidConfiguration(what: "oauth.clientID is empty") }
        guard redirectURL.scheme != nil, redirectURL.fragment == nil else {
            throw .invalidConfiguration(what: "oauth.redirectURL is not an absolute address without a fragment")
        }
    }
}
