import ClientSupport
import Essentials
import Foundation
import RowndDialect

extension IdentityClient {
    /// Begins a sign-in by e-mail: the service sends a code and a link to the address.
    ///
    /// - Parameter redirect: where the link leads in the end; `nil` for the configuration's
    /// - Returns: the sign-in, to complete with the code
    public func startSignIn(
        email: String, intent: SignInIntent? = nil, postSignInRedirect redirect: URL? = nil
    ) async throws(IdentityError) -> SignInChallenge {
        try await begin(.email, email, intent, redirect)
    }

    /// Begins a sign-in by text message: the service sends a code to the number.
    ///
    /// - Parameter phone: the number, which begins with `+` and the country's code
    /// - Returns: the sign-in, to complete with the code
    /// - Throws: ``IdentityError/refused(status:code:message:)`` with the code `E_PHONE` if the service sends no text
    ///   messages
    public func startSignIn(
        phone: String, intent: SignInIntent? = nil
    ) async throws(IdentityError) -> SignInChallenge {
        try await begin(.phone, phone, intent, nil)
    }

    /// Gives the user who is signed in an e-mail address that signs them in as well, also after every device is lost.
    ///
    /// - Returns: the challenge; its completion is refused with the code `E_ADDRESS_TAKEN` if the address is another
    ///   user's
    public func add(email: String) async throws(IdentityError) -> SignInChallenge {
        guard let token = try await accessToken() else { throw .signedOut }
        return try await begin(.email, email, .signUp, nil, addingTo: token)
    }

    /// Gives the user who is signed in a phone number that signs them in as well.
    public func add(phone: String) async throws(IdentityError) -> SignInChallenge {
        guard let token = try await accessToken() else { throw .signedOut }
        return try await begin(.phone, phone, .signUp, nil, addingTo: token)
    }

    /// - Parameter user: the token of the user who gets one address more; `nil` for a sign-in
    private func begin(
        _ method: SignInMethod, _ address: String, _ intent: SignInIntent?, _ redirect: URL?,
        addingTo user: String? = nil
    ) async throws(IdentityError) -> SignInChallenge {
        let address = address.trimmingCharacters(in: .whitespacesAndNewlines)
        let attempt = AuthorizationAttempt()
        let generation = newGeneration()
        announcements.announce(.signInStarted(method))
        return try await reporting { () async throws(IdentityError) in
            var body: [String: JSONValue] = [
                method.rawValue: .string(address), "code_challenge": .string(attempt.challenge),
                "code_challenge_method": "S256",
            ]
            if method == .email { body["continue_with_email"] = true }
            if user != nil { body["adds_address"] = true }
            if let intent { body["intent"] = .string(intent.rawValue) }
            if let redirect = redirect ?? configuration.postSignInRedirect {
                body["return_url"] = .string(redirect.absoluteString)
            }
            // The link may be opened after a restart of the app; only this app can use it.
            try await keepVerifier(attempt.verifier)
            let request = JSONValue.object(body)
            func ask(_ token: String?) async throws(IdentityError) -> HubChallenge {
                try await hub.answer(HubChallenge.self, .post, ["hub", "auth", "init"], request, bearer: token)
            }
            let answer = user == nil ? try await asGuest(ask) : try await ask(user)
            try check(generation)
            guard let id = answer.challengeID, !id.isEmpty else {
                throw .unreadableAnswer(what: "it has no challenge_id")
            }
            announcements.announce(.verificationStarted)
            return SignInChallenge(
                address: address, method: method, id: id, verifier: attempt.verifier, generation: generation,
                client: self)
        }
    }

    /// Signs in by e-mail, and asks the person for the code.
    ///
    /// - Parameter presenter: asks for the code
    /// - Throws: any error but a wrong code, after which the person is asked again
    public func signIn(
        email: String, intent: SignInIntent? = nil, asking presenter: any SignInPresenter
    ) async throws(IdentityError) -> SignInOutcome {
        try await complete(try await startSignIn(email: email, intent: intent), asking: presenter)
    }

    /// Signs in by text message, and asks the person for the code. Otherwise like ``signIn(email:intent:asking:)``.
    public func signIn(
        phone: String, intent: SignInIntent? = nil, asking presenter: any SignInPresenter
    ) async throws(IdentityError) -> SignInOutcome {
        try await complete(try await startSignIn(phone: phone, intent: intent), asking: presenter)
    }

    /// Asks for the code of a challenge until it is right or the person cancels.
    private func complete(
        _ challenge: SignInChallenge, asking presenter: any SignInPresenter
    ) async throws(IdentityError) -> SignInOutcome {
        var problem: IdentityError?
        while let code = await presenter.code(sentTo: challenge.address, problem: problem) {
            do throws(IdentityError) {
                return .signedIn(try await challenge.complete(code: code))
            } catch {
                guard case .wrongCode = error else { throw error }
                problem = error
            }
        }
        return .cancelled
    }

    /// Signs in without an identifier. A later sign-in keeps the guest's data.
    @discardableResult
    public func signInAsGuest() async throws(IdentityError) -> SignedIn {
        let generation = newGeneration()
        announcements.announce(.signInStarted(.guest))
        return try await reporting { () async throws(IdentityError) in
            let answer = try await hub.answer(
                HubChallenge.self, .post, ["hub", "auth", "init"], ["is_anonymous": true])
            guard let tokens = answer.tokens else { throw .unreadableAnswer(what: "it has no auth_tokens") }
            return try await begin(
                access: tokens.accessToken, refresh: tokens.refreshToken, .guest,
                UserKind(rawValue: answer.userType ?? "") ?? .unknown, generation)
        }
    }

    // MARK: Passkeys

    /// Signs in with a passkey of this device.
    ///
    /// - Parameter passkeys: shows the passkey sheet
    public func signIn(withPasskey passkeys: any PasskeyPresenter) async throws(IdentityError) -> SignInOutcome {
        let generation = newGeneration()
        announcements.announce(.signInStarted(.passkey))
        return try await reporting { () async throws(IdentityError) in
            let path = ["hub", "auth", "passkeys", "authentication"]
            let request = try await hub.answer(JSONValue.self, .get, path)
            let assertion: JSONValue?
            do { assertion = try await passkeys.assertion(for: request) } catch {
                throw IdentityError(supporting: error)
            }
            guard let assertion else { return .cancelled }
            // The service keeps what the guest has entered.
            let answer = try await asGuest { token throws(IdentityError) in
                try await hub.answer(HubTokens.self, .post, path, assertion, bearer: token)
            }
            return .signedIn(
                try await begin(
                    access: answer.accessToken, refresh: answer.refreshToken, .passkey,
                    UserKind(rawValue: answer.userType ?? "") ?? .unknown, generation))
        }
    }

    /// Registers a passkey for the user who is signed in.
    ///
    /// - Returns: false if the person cancelled
    public func registerPasskey(with passkeys: any PasskeyPresenter) async throws(IdentityError) -> Bool {
        guard let token = try await accessToken() else { throw .signedOut }
        let path = ["hub", "auth", "passkeys", "registration"]
        let request = try await hub.answer(JSONValue.self, .get, path, bearer: token)
        let registration: JSONValue?
        do { registration = try await passkeys.registration(for: request) } catch {
            throw IdentityError(supporting: error)
        }
        guard let registration else { return false }
        let reply = try await hub.exchange(.post, path, registration, bearer: token)
        guard (200..<300).contains(reply.status) else { throw HubClient.refusal(reply) }
        return true
    }

    // MARK: Inside

    /// Makes tokens the session, and announces the sign-in once they work.
    func begin(
        access: String, refresh: String, _ method: SignInMethod, _ kind: UserKind, _ generation: Int
    ) async throws(IdentityError) -> SignedIn {
        try check(generation)
        let session = try StoredSession(id: UUID(), accessToken: access, refreshToken: refresh)
        if let guest = try await guest(), guest.userID != session.userID, guest.appID == session.appID {
            try? await profile.note(guest: guest.userID, became: session.userID)
        }
        try await tokens.begin(session)
        try await profile.follow()
        await removeVerifier()
        var facts = files.facts()
        (facts.hasPreviouslySignedIn, facts.clock) = (true, clock.measurement)
        try? files.keep(facts)
        // A key that cannot be made now is made when a field needs it.
        _ = try? await keys.keys(of: session.userID, making: true)
        guard try await tokens.accessToken() != nil else { throw .signedOut }
        if method == .email || method == .phone { announcements.announce(.verificationCompleted) }
        announcements.announce(.signInCompleted(method, kind))
        loadInBackground()
        return SignedIn(userID: session.userID, method: method, kind: kind)
    }

    func failed(_ error: IdentityError) -> IdentityError {
        announcements.announce(.signInFailed(error))
        return error
    }

    /// Announces the failure of a sign-in.
    ///
    /// - Parameter work: the sign-in, or a step of it
    func reporting<Value>(
        _ work: () async throws(IdentityError) -> Value
    ) async throws(IdentityError) -> Value {
        do throws(IdentityError) { return try await work() } catch {
            // After a wrong code the person tries again.
            if case .wrongCode = error { throw error }
            throw failed(error)
        }
    }

    /// Returns the token of a guest, whose data the sign-in keeps; `nil` for others. What the guest has changed offline
    /// is sent first.
    func guestToken() async throws(IdentityError) -> String? {
        guard let guest = try await guest() else { return nil }
        try await profile.follow()
        await profile.send()
        return try await tokens.accessToken(of: guest.id)
    }

    /// Makes a call with the token of a guest, whose data the sign-in keeps; with none for others. A token that the
    /// service no longer takes is renewed once: an earlier sign-in may have ended the session, and its answer was lost.
    func asGuest<Value>(
        _ call: (_ token: String?) async throws(IdentityError) -> Value
    ) async throws(IdentityError) -> Value {
        let session = try await guest()?.id
        let token = try await guestToken()
        do throws(IdentityError) { return try await call(token) } catch {
            guard case .refused(401, _, _) = error, let session, let token else { throw error }
            return try await call(try await tokens.accessToken(of: session, insteadOf: token))
        }
    }

    private func guest() async throws(IdentityError) -> StoredSession? {
        guard let session = try await tokens.session(), session.level == .guest || session.level == .instant else {
            return nil
        }
        return session
    }
}
