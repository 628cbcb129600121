import ClientSupport
import Essentials
import Foundation
import RowndDialect

extension IdentityClient {
    /// Signs in on the service's sign-in page, with whatever the person chooses there: a code, a passkey, Apple,
    /// Google, or as a guest (RFC 8252).
    ///
    /// - Parameters:
    ///   - browser: shows the page; `CountersignUI` has presenters
    ///   - redirectURL: how the browser comes back to the app, one of the application's redirects, such as
    ///     `com.example.shop://signed-in`; `nil` for the configuration's
    ///   - method: what the page shows first; `nil` for all ways, as for one that the page does not have
    /// - Returns: ``SignInOutcome/cancelled`` if the person closed the page
    /// - Throws: ``IdentityError/invalidConfiguration(what:)`` without an address to come back to
    public func signIn(
        in browser: any AuthorizationPresenter, returningTo redirectURL: URL? = nil, hint method: SignInMethod? = nil,
        intent: SignInIntent? = nil
    ) async throws(IdentityError) -> SignInOutcome {
        guard let back = redirectURL ?? configuration.postSignInRedirect else {
            throw .invalidConfiguration(what: "a sign-in in a browser needs an address to come back to")
        }
        let attempt = AuthorizationAttempt()
        let generation = newGeneration()
        return try await reporting { () async throws(IdentityError) in
            var body: [String: JSONValue] = [
                "return_url": .string(back.absoluteString), "code_challenge": .string(attempt.challenge),
                "code_challenge_method": "S256",
            ]
            if let intent { body["intent"] = .string(intent.rawValue) }
            if let method { body["sign_in_type"] = .string(method.wireName) }
            let request = JSONValue.object(body)
            let visit = try await asGuest { token throws(IdentityError) in
                try await hub.answer(HubVisit.self, .post, ["hub", "auth", "browser"], request, bearer: token)
            }
            guard let page = URL(string: visit.url), WebOrigin(page) == WebOrigin(configuration.server) else {
                throw .unreadableAnswer(what: "its page is on another server")
            }
            let address: URL
            do { address = try await browser.authorize(at: page, redirectURL: back) } catch is CancellationError {
                return .cancelled
            } catch {
                throw IdentityError(supporting: error)
            }
            guard let code = try Self.code(in: address, sentTo: back) else { return .cancelled }
            return .signedIn(try await finish(visit, code, attempt.verifier, generation))
        }
    }

    /// Shows the user's account page: identifiers, passkeys, sessions, their data. Returns when it is closed; by then the
    /// user may have signed out there or deleted the account, and the state says so.
    ///
    /// A guest who proves an address there that has an account already is signed out here and keeps the data; they sign
    /// in again with that address. A session that began before the proof might be somebody else's.
    ///
    /// - Parameter redirectURL: as for ``signIn(in:returningTo:hint:intent:)``
    /// - Throws: ``IdentityError/signedOut``; ``IdentityError/invalidConfiguration(what:)`` without an address to come
    ///   back to
    public func showAccount(
        in browser: any AuthorizationPresenter, returningTo redirectURL: URL? = nil
    ) async throws(IdentityError) {
        guard let back = redirectURL ?? configuration.postSignInRedirect else {
            throw .invalidConfiguration(what: "an account page in a browser needs an address to come back to")
        }
        // The page cannot renew it.
        guard let session = try await tokens.session(),
            let token = try await tokens.accessToken(for: 600, of: session.id)
        else { throw .signedOut }
        let visit = try await hub.answer(
            HubVisit.self, .post, ["hub", "auth", "browser", "account"], ["return_url": .string(back.absoluteString)],
            bearer: token)
        guard let page = URL(string: visit.url), WebOrigin(page) == WebOrigin(configuration.server) else {
            throw .unreadableAnswer(what: "its page is on another server")
        }
        do {
            _ = try await browser.authorize(at: page, redirectURL: back)
        } catch is CancellationError {
            // Closed in another way.
        } catch {
            throw IdentityError(supporting: error)
        }
        try await renew(session.id, insteadOf: token)
    }

    /// Renews a session's tokens. By them the device learns what the user has become, or that the session has ended.
    private func renew(_ session: UUID, insteadOf token: String) async throws(IdentityError) {
        do throws(IdentityError) {
            if try await tokens.accessToken(of: session, insteadOf: token) != nil { return try await loadProfile() }
        } catch {
            // Somebody else has signed in meanwhile: the page was not theirs.
            guard error == .sessionEnded else { throw error }
            return
        }
        _ = newGeneration()
        try await profile.follow()
    }

    /// Returns the code in an address; `nil` if the person cancelled.
    static func code(in address: URL, sentTo back: URL) throws(IdentityError) -> String? {
        guard RedirectTarget(back).isReached(by: address), let fragment = address.fragment(percentEncoded: true) else {
            throw .foreignLink
        }
        let words = FormText.items(fragment)
        if words["error"] == "access_denied" { return nil }
        guard let code = words["code"], !code.isEmpty else { throw .foreignLink }
        return code
    }

    private func finish(
        _ visit: HubVisit, _ code: String, _ verifier: String, _ generation: Int
    ) async throws(IdentityError) -> SignedIn {
        let bound: [String: JSONValue] = [
            "challenge_id": .string(visit.challengeID), "code_verifier": .string(verifier),
        ]
        let reply = try await hub.exchange(
            .post, ["hub", "auth", "complete"], .object(bound.merging(["token": .string(code)]) { $1 }))
        guard (200..<300).contains(reply.status) else { throw HubClient.refusal(reply) }
        let answer = try await hub.answer(
            HubChallengeStatus.self, .post, ["hub", "auth", "challenge_status"], .object(bound))
        guard let access = answer.accessToken, let refresh = answer.refreshToken else {
            throw .unreadableAnswer(what: "the sign-in is not complete after the page")
        }
        let method = SignInMethod(wireName: answer.method ?? "") ?? .browser
        announcements.announce(.signInStarted(method))
        return try await begin(
            access: access, refresh: refresh, method, UserKind(rawValue: answer.userType ?? "") ?? .unknown, generation)
    }
}

extension SignInMethod {
    /// The hub API's word.
    fileprivate var wireName: String { self == .guest ? "anonymous" : rawValue }

    fileprivate init?(wireName: String) { self.init(rawValue: wireName == "anonymous" ? "guest" : wireName) }
}
