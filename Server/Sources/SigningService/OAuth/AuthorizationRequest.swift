import Foundation

/// An application's request to act for a person (RFC 6749 §4.1.1, RFC 7636 §4.3).
struct AuthorizationRequest: Sendable, Hashable {
    let application: OAuthApplication
    let redirectURI: String
    let scope: OAuthScope
    let state: String?
    /// The SHA-256 of the verifier, in base64url: 43 characters. `nil` only for an application with a secret.
    let challenge: String?
    /// The e-mail address to prefill on the sign-in page.
    let loginHint: String?

    /// The reason why a request is rejected.
    enum Refusal: Error, Sendable {
        /// The error is shown to the person, without a redirect: the application or its redirect URI is not
        /// registered.
        case shown(String)
        /// The error is reported to the application.
        case sent(to: String, OAuthError, state: String?)
    }

    /// - Parameter find: returns the application with an integration key
    init(_ fields: FormFields, find: (String) async throws -> OAuthApplication?) async throws {
        guard let id = fields["client_id"], let application = try await find(id.lowercased()) else {
            throw Refusal.shown("The app that sent you here is not known to this service.")
        }
        guard let redirectURI = fields["redirect_uri"], application.allows(redirectURI: redirectURI) else {
            throw Refusal.shown("The app that sent you here gave a return address that is not registered for it.")
        }
        let state = fields["state"]
        func refused(_ code: OAuthError.Code, _ description: String) -> Refusal {
            .sent(to: redirectURI, OAuthError(code, description), state: state)
        }
        guard fields["response_type"] == "code" else {
            throw refused(.unsupportedResponseType, "response_type can only be code")
        }
        guard let scope = OAuthScope(fields["scope"]) else {
            throw refused(.invalidScope, "scope can only be signature and extended")
        }
        let challenge = fields["code_challenge"]
        if let challenge {
            // Without a method it would be "plain", which protects nothing (RFC 7636 §7.2).
            guard fields["code_challenge_method"] == "S256" else {
                throw refused(.invalidRequest, "code_challenge_method can only be S256")
            }
            guard ProofKey.isText(challenge), challenge.utf8.count == 43 else {
                throw refused(.invalidRequest, "code_challenge is not a SHA-256 in base64url")
            }
        } else if !application.isConfidential {
            throw refused(.invalidRequest, "code_challenge is missing")
        }
        guard (state ?? "").utf8.count <= 2000 else { throw refused(.invalidRequest, "state is too long") }
        self.application = application
        self.redirectURI = redirectURI
        self.scope = scope
        self.state = state
        self.challenge = challenge
        loginHint = fields["login_hint"]
    }

    /// The request's own parameters, for the sign-in form.
    var parameters: [(String, String)] {
        var items = [
            ("response_type", "code"), ("client_id", application.id), ("redirect_uri", redirectURI),
            ("scope", scope.text),
        ]
        if let state { items.append(("state", state)) }
        if let challenge { items += [("code_challenge", challenge), ("code_challenge_method", "S256")] }
        return items
    }
}

/// The rights of an application.
struct OAuthScope: Sendable, Hashable {
    /// Whether each refresh extends access by another thirty days.
    let isExtended: Bool

    static let signature = OAuthScope(isExtended: false)

    private init(isExtended: Bool) { self.isExtended = isExtended }

    /// Returns `nil` for an unknown scope. A missing scope means `signature`.
    init?(_ text: String?) {
        let names = Set((text ?? "signature").split(separator: " ").map(String.init))
        guard names.isSubset(of: ["signature", "extended"]), names.contains("signature") else { return nil }
        isExtended = names.contains("extended")
    }

    var text: String { isExtended ? "signature extended" : "signature" }
}
