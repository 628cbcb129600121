import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import Ledger
import ServiceCalls
import SignWellDialect

/// One row of a bulk send, as its job carries it: a checked request for a document from templates.
public struct BulkSendRow: Codable, Sendable {
    private let bulkSend: String
    /// The envelope to make. Once it exists, the row is done.
    fileprivate let envelope: EnvelopeID
    fileprivate let identity: Identity
    fileprivate let actor: EventActor
    /// The body of the request, in JSON.
    private let request: String

    init(
        _ request: SignWell.DocumentRequest, of bulkSend: String, as envelope: EnvelopeID, for identity: Identity,
        _ actor: EventActor
    ) throws {
        self.bulkSend = bulkSend
        self.envelope = envelope
        self.identity = identity
        self.actor = actor
        self.request = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
    }

    /// Returns the job that makes the document. The rows of a bulk send follow one another, so that a long table does
    /// not keep other work waiting.
    func job() throws -> NewJob {
        NewJob(
            .bulkSend, lane: "bulkSend/\(bulkSend)", accountID: identity.accountID, envelopeID: envelope,
            payload: try CanonicalJSON.bytes(of: self))
    }

    fileprivate func read(_ problems: RequestProblems) throws -> SignWell.DocumentRequest {
        let reader = try RequestReader(body: Data(request.utf8), problems)
        return SignWell.DocumentRequest(reading: reader, usesTemplate: true)
    }

    fileprivate func fail(in store: SQLBulkSendStore) async throws {
        try await store.fail(envelope, of: bulkSend, identity.accountID)
    }
}

extension EnvelopeWork {
    /// Makes the document of a row, unless it exists.
    ///
    /// - Returns: the reason why the row can never become a document, as when its template was deleted; `nil` if the
    ///   document exists now
    package func makeDocument(of row: BulkSendRow) async throws -> String? {
        guard try await ledger.events.envelope(row.envelope) == nil else { return nil }
        let problems = RequestProblems()
        do {
            var creation = documentCreation
            creation.letsMessagesWait = true
            _ = try await creation.create(
                row.read(problems), as: row.envelope, fromTemplatesFor: row.identity, row.actor, problems)
            return nil
        } catch StorageError.conflict(row.envelope, expected: 0) {
            // Another process made it meanwhile.
            return nil
        } catch {
            guard let refusal = SignWell.ErrorBody(refusing: error), ![429, 503].contains(refusal.status) else {
                throw error
            }
            try await giveUp(row)
            return refusal.description
        }
    }

    /// Notes that a row does not become a document.
    package func giveUp(_ row: BulkSendRow) async throws {
        try await row.fail(in: stores.bulkSends)
    }
}
