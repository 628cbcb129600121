import Ceremony
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The sender's changes to an envelope: decided on the newest state, with the checks that need the documents' bytes.
package struct EnvelopeChanges: Sendable {
    package let ledger: EnvelopeLedger
    let checks: SendingChecks
    let unused: UnusedBlobs
    let codes: SQLCodeStore
    /// How often an envelope's invitations may be sent again within an hour.
    let resends: Int
    package let now: @Sendable () -> Date
    /// Returns the hash of what the holder of a lock shows; `nil` for anybody else.
    let editToken: @Sendable (ServiceCall) throws -> BlobHash?

    /// Returns the context of a sender's change, with the token of the lock if the request shows one.
    package func context(_ request: ServiceCall) throws -> CommandContext {
        CommandContext(at: now(), actor: try request.sender(), editToken: try editToken(request))
    }

    /// Checks that nobody but the caller holds a lock of an envelope, for changes that are no commands.
    ///
    /// - Throws: `EnvelopeError.notLockOwner`
    package func checkLock(of envelope: Envelope, _ request: ServiceCall) throws {
        guard let lock = envelope.lock(at: now()), try lock.token != editToken(request) else { return }
        throw EnvelopeError.notLockOwner(lock)
    }

    /// Performs commands in one transaction.
    ///
    /// - Parameters:
    ///   - received: documents that the commands name, not stored yet
    ///   - commands: returns the commands for the newest state; may be called again after a conflict
    /// - Returns: the state afterward
    package func perform(
        on envelope: Envelope, _ request: ServiceCall, keeping received: [Blob] = [],
        _ commands: (Envelope) throws -> [Command]
    ) async throws -> Envelope {
        let context = try context(request)
        return try await ledger.perform(on: envelope.id, context) { (_: EnvelopeDefinition?, history) in
            let newest = history.envelope
            let decided = try decide(commands(newest), newest, context)
            try await checks.check(
                decided.events, from: newest, to: decided.envelope, received: received)
            try await unused.keep(received)
            return newest.definition
        } _: { checked, newest in
            checked == newest.definition ? .commands(try commands(newest)) : nil
        }
    }

    /// Returns the problems that keep a draft from being sent and can be seen without drawing a page.
    package func sendingProblems(of definition: EnvelopeDefinition) -> [SendingProblem] {
        checks.problems(of: definition)
    }

    /// Counts that invitations are sent again.
    ///
    /// - Throws: ``TooManyResendings`` beyond the limit
    package func countResending(of envelope: Envelope) async throws {
        let act = LimitedAct("resend", limit: resends, period: 3600)
        let target = LinkTarget(envelopeID: envelope.id, recipientID: "")
        guard try await codes.count(act, of: target, at: now()) != nil else { return }
        throw TooManyResendings(limit: resends)
    }

    /// Corrects an envelope.
    package func correct(
        _ envelope: Envelope, _ request: ServiceCall, keeping received: [Blob] = [],
        _ correction: (Envelope) throws -> Correction
    ) async throws -> Envelope {
        try await perform(on: envelope, request, keeping: received) { [.correct(try correction($0))] }
    }
}

/// An envelope's invitations were sent again as often as they may within an hour.
package struct TooManyResendings: Error, Sendable, Hashable, CustomStringConvertible {
    let limit: Int

    package var description: String {
        "The invitations were sent again \(limit) times within an hour; wait before the next."
    }
}
