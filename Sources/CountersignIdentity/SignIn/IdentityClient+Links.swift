import ClientSupport
import Foundation
import RowndDialect

extension IdentityClient {
    /// Whether an address is a sign-in link: https, to the server or one of the configuration's link hosts.
    public func isSignInLink(_ link: URL) -> Bool {
        guard link.user(percentEncoded: true) == nil, let origin = WebOrigin(link) else { return false }
        let path = link.path(percentEncoded: true)
        if origin == WebOrigin(configuration.server) {
            return path.contains("/hub/auth/magic/")
        }
        guard origin.scheme == "https", origin.port == 443, !path.hasPrefix("/verified") else { return false }
        return configuration.linkHosts.contains { host in
            let host = host.lowercased()
            return host == origin.host || host.hasPrefix(".") && origin.host.hasSuffix(host)
        }
    }

    /// Signs in with a sign-in link that the system opened in the app.
    ///
    /// - Throws: ``IdentityError/foreignLink`` for any other address, which is not asked;
    ///   ``IdentityError/refused(status:code:message:)`` if the link has expired or was used
    @discardableResult
    public func open(_ link: URL) async throws(IdentityError) -> SignedIn {
        guard isSignInLink(link) else { throw .foreignLink }
        let generation = newGeneration()
        announcements.announce(.signInStarted(.email))
        return try await reporting { () async throws(IdentityError) in
            var headers: HTTPFields = [:]
            headers[named: "x-rownd-magic-allow-exp"] = "true"
            // In a header: servers log addresses.
            headers[named: "x-countersign-code-verifier"] = try await verifier()
            var parts = URLComponents(url: link, resolvingAgainstBaseURL: true)
            parts?.fragment = nil
            guard let url = parts?.url else { throw .foreignLink }
            let reply = try await hub.exchange(.get, url: url, headers: headers)
            let answer = try HubClient.decoded(HubTokens.self, reply)
            var signedIn = try await begin(
                access: answer.accessToken, refresh: answer.refreshToken, .email,
                UserKind(rawValue: answer.userType ?? "") ?? .unknown, generation)
            // Rownd's word for "stay in the app".
            if let redirect = answer.redirect, redirect != "NATIVE_APP" { signedIn.redirectURL = URL(string: redirect) }
            return signedIn
        }
    }

    // MARK: The secret that binds a link to this app (RFC 7636 §4.1)

    private var verifierName: String { "identity.\(configuration.scope).verifier" }

    func keepVerifier(_ verifier: String) async throws(IdentityError) {
        do {
            try await configuration.credentials.keep(Data(verifier.utf8), named: verifierName)
        } catch {
            throw IdentityError(supporting: error)
        }
    }

    private func verifier() async throws(IdentityError) -> String? {
        do {
            return try await configuration.credentials.secret(named: verifierName).map {
                String(decoding: $0, as: UTF8.self)
            }
        } catch {
            throw IdentityError(supporting: error)
        }
    }

    func removeVerifier() async { try? await configuration.credentials.remove(named: verifierName) }
}
