import Envelopes
import Foundation
import Ledger

/// The one draft being composed.
extension DeviceStore {
    /// Whether there is a saved draft.
    public func hasDraft() async throws(CountersignError) -> Bool {
        try await read {
            try $0.value("SELECT EXISTS (SELECT 1 FROM localEnvelope WHERE state = 'draft')", as: Bool.self) ?? false
        }
    }

    /// Saves a draft with its documents' bytes, replacing the previous one. The draft need not be valid. For a document
    /// given by URL, only the URL is stored until ``EnvelopeDraft/loadDocuments(over:)`` has fetched it.
    ///
    /// - Throws: ``CountersignError/invalidDraft(_:)`` if a document's file cannot be read
    public func save(_ draft: EnvelopeDraft) async throws(CountersignError) {
        var documents: [StoredDraft.StoredDocument] = []
        var problems: [DraftProblem] = []
        for document in draft.documents {
            var stored = StoredDraft.StoredDocument(id: document.id, name: document.name)
            if case .remote(let url) = document.source {
                stored.url = url
            } else {
                let bytes: Data
                do { bytes = try document.bytes() } catch {
                    problems.append(error)
                    continue
                }
                stored.blob = try await store(bytes)
            }
            documents.append(stored)
        }
        guard problems.isEmpty else { throw .invalidDraft(problems) }
        let body: Data
        do { body = try JSONEncoder().encode(StoredDraft(draft, documents: documents)) } catch {
            throw CountersignError(storing: error)
        }
        let moment = now()
        let blobs = documents.compactMap(\.blob)
        try await write { connection in
            let state = try Self.state(of: draft.id, in: connection)
            guard state == nil || state == .draft else { throw StoreProblem.alreadyCached(draft.id) }
            try connection.run("DELETE FROM localEnvelope WHERE state = 'draft'")
            try connection.run(
                """
                INSERT INTO localEnvelope (id, name, subject, state, origin, size, documentCount, createdAt, changedAt,
                    sequence, confirmedSequence, isSigned, draft)
                VALUES (?, ?, ?, 'draft', 'composed', 0, ?, ?, ?, 0, 0, 0, ?)
                """,
                [
                    draft.id.rawValue, draft.name, draft.subject ?? draft.name, draft.documents.count, moment, moment,
                    body,
                ])
            for hash in blobs { try nameBlob(hash, for: draft.id, in: connection) }
            try Self.measure(draft.id, in: connection)
        }
    }

    /// Returns the saved draft; `nil` if there is none.
    public func draft() async throws(CountersignError) -> EnvelopeDraft? {
        let found = try await read { connection -> (id: String, body: Data)? in
            try connection.row("SELECT id, draft FROM localEnvelope WHERE state = 'draft'")
                .map { (try $0["id"], try $0["draft"]) }
        }
        guard let found, let id = EnvelopeID(rawValue: found.id) else { return nil }
        let stored: StoredDraft
        do { stored = try JSONDecoder().decode(StoredDraft.self, from: found.body) } catch {
            throw .store(.damaged(id, reason: "the draft is unreadable."))
        }
        var draft = stored.draft
        for document in stored.documents {
            if let hash = document.blob {
                draft.documents.append(DraftDocument(id: document.id, name: document.name, data: try await blob(hash)))
            } else if let url = document.url {
                draft.documents.append(DraftDocument(id: document.id, name: document.name, url: url))
            }
        }
        return draft
    }

    /// Deletes the draft, if there is one.
    public func discardDraft() async throws(CountersignError) {
        try await write { try $0.run("DELETE FROM localEnvelope WHERE state = 'draft'") }
        try await sweep()
    }
}

/// A draft that refers to its documents by hash.
private struct StoredDraft: Codable {
    struct StoredDocument: Codable {
        var id: DocumentID
        var name: String
        var blob: BlobHash?
        var url: URL?
    }

    struct StoredRecipient: Codable {
        var recipient: Recipient
        var tabs: [TabDraft]
        var groups: [TabGroup]
        var emptyRadioGroups: [String]

        init(_ recipient: RecipientDraft) {
            self.recipient = recipient.recipient
            tabs = recipient.tabs
            groups = recipient.groups
            emptyRadioGroups = recipient.emptyRadioGroups
        }

        var draft: RecipientDraft {
            var draft = RecipientDraft(recipient, tabs: tabs, groups: groups)
            draft.emptyRadioGroups = emptyRadioGroups
            return draft
        }
    }

    var id: EnvelopeID
    var name: String
    var subject: String?
    var message: String?
    var documents: [StoredDocument]
    var recipients: [StoredRecipient]
    var customFields: [CustomField]

    init(_ draft: EnvelopeDraft, documents: [StoredDocument]) {
        id = draft.id
        name = draft.name
        subject = draft.subject
        message = draft.message
        self.documents = documents
        recipients = draft.recipients.map(StoredRecipient.init)
        customFields = draft.customFields
    }

    /// The draft without its documents.
    var draft: EnvelopeDraft {
        EnvelopeDraft(
            name, subject: subject, message: message, id: id,
            recipients: recipients.map(\.draft), customFields: customFields)
    }
}
