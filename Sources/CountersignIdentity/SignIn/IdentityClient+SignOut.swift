import Foundation

/// Which sessions a sign-out ends.
public enum SignOutScope: Sendable, Hashable {
    /// This device's. It ends at once, also without a network.
    case session
    /// All of the user's, on every device. Needs the server.
    case all
}

extension IdentityClient {
    /// Signs out.
    ///
    /// - Throws: for ``SignOutScope/all``, why the server did not do it; the user stays signed in.
    ///   ``IdentityError/credentials(reason:underlying:)`` if the device could not delete the tokens
    public func signOut(_ scope: SignOutScope = .session) async throws(IdentityError) {
        let session = try await tokens.session()
        if let session, scope == .all {
            guard let token = try await tokens.accessToken() else { return try await profile.follow() }
            let reply = try await endRemotely(session, token, all: true)
            guard (200..<300).contains(reply) else {
                throw .refused(status: reply, code: nil, message: "The server answered \(reply).")
            }
        }
        _ = newGeneration()
        try await tokens.end()
        try await profile.follow()
        if let session, scope == .session, session.isUsable(at: clock.now()) {
            // The device has forgotten the tokens; whether the server hears of it in time does not matter to the user.
            Task { _ = try? await endRemotely(session, session.accessToken, all: false) }
        }
    }

    private func endRemotely(
        _ session: StoredSession, _ token: String, all: Bool
    ) async throws(IdentityError) -> Int {
        try await hub.exchange(
            .post, ["me", "applications", session.appID, "signout"], ["sign_out_all": .bool(all)], bearer: token
        ).status
    }
}
