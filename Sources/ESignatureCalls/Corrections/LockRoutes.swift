import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The lock of an envelope: `…/lock`.
struct LockRoutes {
    let changes: EnvelopeChanges
    let requestLimit: Int

    private static let lock = "restapi/v2.1/accounts/:accountId/envelopes/:envelopeId/lock"

    var routes: [APIRoute] {
        [
            .dialect(.get, Self.lock) { try await show($0) },
            .dialect(.post, Self.lock) { try await take($0) },
            .dialect(.put, Self.lock) { try await extend($0) },
            .dialect(.delete, Self.lock, reading: ["save_changes"]) { try await release($0) },
        ]
    }

    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        return try .json(information(envelope, request))
    }

    private func take(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        let wish = try await request.decoded(Wire.LockRequest.self, limit: requestLimit)
        let token = Secret.random().text
        let lock = EditLock(
            by: try request.requireIdentity().asSender, at: changes.now(),
            seconds: wish.lockDurationInSeconds ?? Wire.LockRequest.usualSeconds, app: wish.lockedByApp,
            token: BlobHash(of: Data(token.utf8)))
        _ = try await changes.perform(on: envelope, request) { _ in [.lock(lock)] }
        return try .json(Wire.LockInformation(lock, token: token), status: 201)
    }

    private func extend(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        let wish = try await request.decoded(Wire.LockRequest.self, limit: requestLimit)
        let header = try request.editHeader()
        let date = changes.now()
        let identity = try request.requireIdentity()
        let after = try await changes.perform(on: envelope, request) { newest in
            guard let held = newest.lock(at: date) else { throw EnvelopeError.notLocked }
            guard let header else { throw EnvelopeError.notLockOwner(held) }
            let seconds = wish.lockDurationInSeconds ?? header.seconds ?? held.seconds
            return [
                .lock(
                    EditLock(
                        by: identity.asSender, at: date, seconds: seconds, app: wish.lockedByApp ?? held.app,
                        token: header.tokenHash))
            ]
        }
        return try .json(information(after, request))
    }

    /// Releases the lock. Changes were made at once, so there is nothing to save or to discard.
    private func release(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        if request.query["save_changes"]?.lowercased() == "false" {
            throw APIError(
                .invalidRequestParameter,
                "save_changes can only be true: changes are made at once and cannot be taken back.")
        }
        let answer = try? information(envelope, request)
        _ = try await changes.perform(on: envelope, request) { _ in [.unlock] }
        return try answer.map { try .json($0) } ?? HTTPReply(status: 200)
    }

    private func information(_ envelope: Envelope, _ request: ServiceCall) throws -> Wire.LockInformation {
        guard let lock = envelope.lock(at: changes.now()) else { throw EnvelopeError.notLocked }
        let header = try request.editHeader()
        return Wire.LockInformation(lock, token: header?.tokenHash == lock.token ? header?.token : nil)
    }
}
