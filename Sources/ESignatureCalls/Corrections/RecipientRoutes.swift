import DocuSignDialect
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The calls that add, change and remove recipients and their tabs.
struct RecipientRoutes {
    let changes: EnvelopeChanges
    let anchors: AnchorSearch
    let requestLimit: Int

    private static let recipients = "restapi/v2.1/accounts/:accountId/envelopes/:envelopeId/recipients"

    var routes: [APIRoute] {
        let one = "\(Self.recipients)/:recipientId"
        return [
            .dialect(.put, Self.recipients, reading: ["resend_envelope"], refusing: ["combine_same_order_recipients"]) {
                try await update($0)
            },
            .dialect(.post, Self.recipients, reading: ["resend_envelope"]) { try await add($0) },
            .dialect(.delete, Self.recipients) { try await removeSeveral($0) },
            .dialect(.delete, one) { try await remove($0) },
            .dialect(.get, "\(one)/tabs") { try await tabs($0) },
            .dialect(.post, "\(one)/tabs") { try await addTabs($0) },
            .dialect(.put, "\(one)/tabs") { try await updateTabs($0) },
            .dialect(.delete, "\(one)/tabs") { try await removeTabs($0) },
        ]
    }

    private static func newTabID() -> TabID { TabID(UUID.random()) }

    private static func newSalt() -> String { Secret.random().text }

    // MARK: - Recipients

    /// Changes all recipients at once if that is possible, and else each for itself.
    private func update(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        let (entries, searched) = try await entries(of: request, envelope)
        if Self.resends(request) { try await changes.countResending(of: envelope) }
        var results: [Wire.RecipientUpdateResponse] = []
        do {
            let after = try await update(entries, of: envelope, searched, request)
            results = entries.map { Wire.RecipientUpdateResponse($0.recipientID, in: after) }
        } catch {
            guard var problem = RecipientProblem(error) else { throw error }
            for entry in entries {
                var after = envelope
                var refusal: APIError?
                do {
                    if entries.count == 1 { throw problem.error }
                    after = try await update([entry], of: envelope, searched, request)
                } catch {
                    guard let other = RecipientProblem(error) else { throw error }
                    problem = other
                    refusal = problem.error
                }
                results.append(Wire.RecipientUpdateResponse(entry.recipientID, in: after, error: refusal))
            }
        }
        return try .json(Wire.RecipientsUpdateSummary(results))
    }

    /// Returns the recipients of a request, with places for the anchors of their tabs.
    private func entries(
        of request: ServiceCall, _ envelope: Envelope
    ) async throws -> ([Wire.Recipients.Entry], SearchedDocuments) {
        var body = try await request.decoded(Wire.Recipients.self, limit: requestLimit)
        let searched = try await anchors.place(&body, in: envelope) { body, change in
            try body.changeAnchors(
                at: "", excluding: { envelope.recipient($0)?.excludedDocuments ?? [] }, change)
        }
        return (try body.entries(), searched)
    }

    private static func resends(_ request: ServiceCall) -> Bool {
        request.query["resend_envelope"]?.lowercased() == "true"
    }

    private func update(
        _ entries: [Wire.Recipients.Entry], of envelope: Envelope, _ searched: SearchedDocuments, _ request: ServiceCall
    ) async throws -> Envelope {
        let resends = Self.resends(request)
        return try await changes.perform(on: envelope, request) { newest in
            try searched.check(newest)
            var whole = Correction()
            for entry in entries {
                whole.add(
                    try entry.correction(
                        of: newest, addingUnknown: newest.status == .created, newTabID: Self.newTabID,
                        newSalt: Self.newSalt))
            }
            let again = resends ? newest.invitedAgain(entries.map { RecipientID($0.recipientID) }, after: whole) : []
            return [.correct(whole)] + (again.isEmpty ? [] : [.notify(recipientIDs: again, message: .invitation)])
        }
    }

    private func add(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        // A new recipient is invited anyway.
        let (entries, searched) = try await entries(of: request, envelope)
        let after = try await changes.correct(envelope, request) { newest in
            try searched.check(newest)
            var whole = Correction()
            for entry in entries {
                whole.add(try entry.addition(to: newest, newTabID: Self.newTabID, newSalt: Self.newSalt))
            }
            return whole
        }
        let ids = Set(entries.map { RecipientID($0.recipientID) })
        return try .json(Wire.Recipients(after, only: ids), status: 201)
    }

    private func removeSeveral(_ request: ServiceCall) async throws -> HTTPReply {
        let body = try await request.decoded(Wire.Recipients.self, limit: requestLimit)
        return try await remove(try body.entries().map { RecipientID($0.recipientID) }, request)
    }

    private func remove(_ request: ServiceCall) async throws -> HTTPReply {
        return try await remove([RecipientID(request.parameters["recipientId"] ?? "")], request)
    }

    private func remove(_ ids: [RecipientID], _ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        let after = try await changes.correct(envelope, request) { _ in Correction(removedRecipients: ids) }
        return try .json(Wire.Recipients(after, includingTabs: false))
    }

    // MARK: - Tabs

    private func recipient(_ request: ServiceCall, in envelope: Envelope) throws -> RecipientID {
        let id = RecipientID(request.parameters["recipientId"] ?? "")
        guard envelope.recipient(id) != nil else { throw EnvelopeError.unknownRecipient(id) }
        return id
    }

    private func tabs(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        return try .json(Wire.Tabs(of: try recipient(request, in: envelope), in: envelope))
    }

    private func addTabs(_ request: ServiceCall) async throws -> HTTPReply {
        try await changeTabs(request, status: 201) { $0.withoutIDs }
    }

    private func updateTabs(_ request: ServiceCall) async throws -> HTTPReply {
        try await changeTabs(request, status: 200) { $0 }
    }

    /// Adds tabs without an id, and changes those with one.
    private func changeTabs(
        _ request: ServiceCall, status: Int, _ meant: (Wire.Tabs) -> Wire.Tabs
    ) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        let id = try recipient(request, in: envelope)
        var body = meant(try await request.decoded(Wire.Tabs.self, limit: requestLimit))
        let excluded = Set(envelope.recipient(id)?.excludedDocuments ?? [])
        let searched = try await anchors.place(&body, in: envelope) {
            try $0.changeAnchors(at: "", excluding: excluded, $1)
        }
        var changed: Set<TabID> = []
        let after = try await changes.correct(envelope, request) { [body] newest in
            try searched.check(newest)
            var correction = Correction()
            try body.correct(
                &correction, of: id, in: newest.definition, adding: status == 201, newTabID: Self.newTabID)
            // The texts of anchors may be absent.
            guard !correction.tabs.isEmpty || !correction.tabGroups.isEmpty || !searched.isEmpty else {
                throw APIError(.invalidRequestParameter, "The request names no tab.")
            }
            changed = Set(correction.tabs.map(\.id))
            return correction
        }
        return try .json(Wire.Tabs(changed, of: id, in: after), status: status)
    }

    private func removeTabs(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        let id = try recipient(request, in: envelope)
        let body = try await request.decoded(Wire.Tabs.self, limit: requestLimit)
        let ids = try body.named(of: id, in: envelope.definition)
        let answer = Wire.Tabs(Set(ids), of: id, in: envelope)
        _ = try await changes.correct(envelope, request) { newest in
            Correction(removedTabs: try body.named(of: id, in: newest.definition))
        }
        return try .json(answer)
    }
}

/// The reason why one recipient cannot be changed, while others may.
private struct RecipientProblem {
    let error: APIError

    /// Returns `nil` for errors that concern the whole call.
    init?(_ error: any Error) {
        switch error {
        case let error as APIError: self.error = error
        case let error as EnvelopeError:
            switch error {
            case .wrongStatus, .notAllowed, .notLockOwner, .noEnvelope, .history: return nil
            case .alreadyFinished: self.error = APIError(.recipientUpdateFailed, error.description)
            default: self.error = APIError(error)
            }
        default: return nil
        }
    }
}

extension Correction {
    /// Adds the parts of another correction about recipients.
    fileprivate mutating func add(_ other: Correction) {
        recipients += other.recipients
        tabs += other.tabs
        tabGroups += other.tabGroups
    }
}

extension Envelope {
    /// The recipients among some who get another invitation. Those with a new address get one anyway.
    fileprivate func invitedAgain(_ ids: [RecipientID], after correction: Correction) -> [RecipientID] {
        guard status.isInProcess else { return [] }
        return correction.recipients.filter { recipient in
            ids.contains(recipient.id) && recipient.signs && recipient.getsMail && isTurn(of: recipient.id)
                && self.recipient(recipient.id)?.email == recipient.email
                && self.recipient(recipient.id)?.routingOrder == recipient.routingOrder
        }.map(\.id)
    }
}
