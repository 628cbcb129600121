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
            throw Refusal.shown("This service does not know the app that sent you here.")
        }
        // The only registered address needs no mention (RFC 6749 §3.1.2.3).
        let only = application.redirectURIs.count == 1 ? application.redirectURIs.first : nil
        guard let redirectURI = fields["redirect_uri"] ?? only, application.allows(redirectURI: redirectURI) else {
            throw Refusal.shown("The app that sent you here is using an address that is not registered for it.")
        }
        let state = fields["state"]
        func refused(_ code: OAuthError.Code, _ description: String) -> Refusal {
            .sent(to: redirectURI, OAuthError(code, description), state: state)
        }
        guard fields["response_type"] == "code" else {
            throw refused(.unsupportedResponseType, "response_type can only be code")
        }
        guard let scope = OAuthScope(fields["scope"]) else {
            throw Refusal.sent(to: redirectURI, .unknownScope, state: state)
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
        } else if !application.isConfidential, !Self.asksForConsent(application, scope) {
            // Consent needs no proof: nobody can redeem the code of an app without a secret and without a proof.
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

    /// Whether the person is asked to let the application act on its own. Without a key it could not, and what they
    /// allow must not wait for one.
    var asksForConsent: Bool { Self.asksForConsent(application, scope) }

    private static func asksForConsent(_ application: OAuthApplication, _ scope: OAuthScope) -> Bool {
        scope.impersonates && application.hasKeys
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
    /// Whether the application may act for the person on its own, with an assertion that it signs (RFC 7523).
    let impersonates: Bool

    static let signature = OAuthScope(isExtended: false, impersonates: false)

    /// Scopes of the API's other products, and of its sign-in. Programs name them beside `signature`; they have
    /// no effect.
    private static let withoutEffect: Set<String> = [
        "account_read", "adm_store_unified_repo_read", "aow_manage", "click.manage", "click.send", "cors",
        "domain_read", "dtr.company.read", "dtr.company.write", "dtr.documents.read", "dtr.documents.write",
        "dtr.profile.read", "dtr.profile.write", "dtr.rooms.read", "dtr.rooms.write", "group_read",
        "identity_provider_read", "openid", "organization_read", "organization_write", "permission_read", "profile",
        "room_forms", "spring_read", "spring_write", "user_read", "user_write", "webforms_instance_read",
        "webforms_instance_write", "webforms_read",
    ]

    private init(isExtended: Bool, impersonates: Bool) {
        self.isExtended = isExtended
        self.impersonates = impersonates
    }

    /// Returns `nil` for an unknown scope. A missing scope means `signature`.
    init?(_ text: String?) {
        let names = Set((text ?? "signature").split(separator: " ").map(String.init))
            .subtracting(Self.withoutEffect)
        guard names.isSubset(of: ["signature", "extended", "impersonation"]), names.contains("signature") else {
            return nil
        }
        self.init(isExtended: names.contains("extended"), impersonates: names.contains("impersonation"))
    }

    /// What an assertion can give: nothing is refreshed, and the person has consented to everything else.
    var forAssertion: OAuthScope { OAuthScope(isExtended: false, impersonates: true) }

    var text: String {
        "signature" + (isExtended ? " extended" : "") + (impersonates ? " impersonation" : "")
    }
}
