import Ceremony
import DocuSignDialect
import Envelopes
import Foundation
import HTTPMessages
import Ledger

/// The sender's changes to an envelope: decided on the newest state, with the checks that need the documents' bytes.
struct EnvelopeChanges: Sendable {
    let ledger: EnvelopeLedger
    let creation: EnvelopeCreation
    let codes: any CodeStore
    /// How often an envelope's invitations may be sent again within an hour.
    let resends: Int
    let now: @Sendable () -> Date

    /// Returns the context of a sender's change, with the token of the lock if the request shows one.
    func context(_ request: ServiceCall) throws(APIError) -> CommandContext {
        CommandContext(
            at: now(), actor: try request.sender(), editToken: try request.editHeader()?.tokenHash)
    }

    /// Performs commands in one transaction.
    ///
    /// - Parameters:
    ///   - received: documents that the commands name, not stored yet
    ///   - commands: returns the commands for the newest state; may be called again after a conflict
    /// - Returns: the state afterward
    func perform(
        on envelope: Envelope, _ request: ServiceCall, keeping received: [Data] = [],
        _ commands: (Envelope) throws -> [Command]
    ) async throws -> Envelope {
        let context = try context(request)
        return try await ledger.perform(on: envelope.id, context) { (_: EnvelopeDefinition?, history) in
            let newest = history.envelope
            let decided = try decide(commands(newest), newest, context)
            let after = decided.envelope
            try await creation.gate.check(decided.events, after: newest)
            try await check(after, after: newest, received)
            try await creation.unused.keep(received)
            return newest.definition
        } _: { checked, newest in
            checked == newest.definition ? .commands(try commands(newest)) : nil
        }
    }

    /// Counts that invitations are sent again.
    ///
    /// - Throws: `APIError` with the status 429 beyond the limit
    func countResending(of envelope: Envelope) async throws {
        let act = LimitedAct("resend", limit: resends, period: 3600)
        let target = LinkTarget(envelopeID: envelope.id, recipientID: "")
        guard try await codes.count(act, of: target, at: now()) != nil else { return }
        throw APIError(
            status: 429, errorCode: "HOURLY_APIINVOCATION_LIMIT_EXCEEDED",
            message: "The invitations were sent again \(resends) times within an hour; wait before the next.")
    }

    /// Corrects an envelope.
    func correct(
        _ envelope: Envelope, _ request: ServiceCall, keeping received: [Data] = [],
        _ correction: (Envelope) throws -> Correction
    ) async throws -> Envelope {
        try await perform(on: envelope, request, keeping: received) { [.correct(try correction($0))] }
    }

    /// Checks what recipients are going to see, as when an envelope is sent.
    private func check(_ after: Envelope, after before: Envelope, _ received: [Data]) async throws {
        guard after.status.isInProcess else { return }
        let (old, new) = (before.definition, after.definition)
        let isSent = before.status == .created
        if isSent || old.recipients != new.recipients || old.tabs != new.tabs {
            try new.refuseUnreachableSigners(mails: creation.mailsSigners)
            try creation.fieldText.refuseUnshowableValues(in: new)
        }
        if isSent || old.tabs != new.tabs || old.documents != new.documents {
            let bytes = received.map { (BlobHash(of: $0), $0) }
            try await creation.drawing.refuseUndrawable(
                new, received: Dictionary(bytes, uniquingKeysWith: { first, _ in first }))
        }
    }
}

extension ServiceCall {
    /// Returns what the holder of a lock shows; `nil` for anybody else.
    func editHeader() throws(APIError) -> Wire.EditHeader? {
        guard let text = headers[named: "X-DocuSign-Edit"], !text.isEmpty else { return nil }
        return try Wire.EditHeader(text)
    }
}

extension Wire.EditHeader {
    /// The hash under which the history knows the token.
    var tokenHash: BlobHash { BlobHash(of: Data(token.utf8)) }
}
