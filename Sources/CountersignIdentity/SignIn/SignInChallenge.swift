import Foundation
import RowndDialect

/// A sign-in that waits for the code of its message, or for a click on its link.
public struct SignInChallenge: Sendable {
    /// Where the code was sent: an e-mail address or a phone number.
    public let address: String
    /// ``SignInMethod/email`` or ``SignInMethod/phone``.
    public let method: SignInMethod
    let id: String
    let verifier: String
    let generation: Int
    let client: IdentityClient

    /// Signs in with the code of the message.
    ///
    /// - Throws: ``IdentityError/wrongCode(message:)``, after which another code may be tried;
    ///   ``IdentityError/refused(status:code:message:)`` if this sign-in has ended, by its time or too many wrong codes;
    ///   ``IdentityError/sessionEnded`` if another sign-in or a sign-out has begun meanwhile
    @discardableResult
    public func complete(code: String) async throws(IdentityError) -> SignedIn {
        let code = code.filter { !$0.isWhitespace }
        return try await client.reporting { () async throws(IdentityError) in
            let reply = try await client.hub.exchange(
                .post, ["hub", "auth", "complete"],
                ["token": .string(code), "challenge_id": .string(id), "code_verifier": .string(verifier)])
            guard (200..<300).contains(reply.status) else {
                let refusal = HubClient.refusal(reply)
                guard HubClient.isDefinite(reply), case .refused(_, let reason, let message) = refusal,
                    reason != "E_CHALLENGE"
                else { throw refusal }
                throw .wrongCode(message: message)
            }
            guard let signedIn = try await status() else {
                throw .unreadableAnswer(what: "the sign-in is not complete after its code")
            }
            return signedIn
        }
    }

    /// Waits until the person has opened the link of the message, wherever they did. Ends with the task's cancellation,
    /// or when the server has ended the sign-in.
    ///
    /// - Parameter pause: seconds between two questions to the server
    @discardableResult
    public func approval(pause: TimeInterval = 2) async throws(IdentityError) -> SignedIn {
        try await client.reporting { () async throws(IdentityError) in
            while true {
                do throws(IdentityError) {
                    if let signedIn = try await status() { return signedIn }
                } catch {
                    guard error.isTemporary else { throw error }
                }
                do { try await client.wait(pause) } catch { throw .cancelled }
            }
        }
    }

    /// Sends the message once more.
    public func resend() async throws(IdentityError) {
        let reply = try await client.hub.exchange(
            .post, ["hub", "auth", "challenge_resend"], ["challenge_id": .string(id)])
        guard (200..<300).contains(reply.status) else { throw HubClient.refusal(reply) }
    }

    /// Returns the completed sign-in; `nil` while it waits.
    private func status() async throws(IdentityError) -> SignedIn? {
        let answer = try await client.hub.answer(
            HubChallengeStatus.self, .post, ["hub", "auth", "challenge_status"],
            ["challenge_id": .string(id), method.rawValue: .string(address), "code_verifier": .string(verifier)])
        guard let access = answer.accessToken, let refresh = answer.refreshToken else {
            try client.check(generation)
            return nil
        }
        return try await client.begin(
            access: access, refresh: refresh, method, UserKind(rawValue: answer.userType ?? "") ?? .unknown,
            generation)
    }
}
