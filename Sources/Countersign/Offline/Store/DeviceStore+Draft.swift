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
        let moment = now()
        let (blobs, stored) = (documents.compactMap(\.blob), StoredDraft(draft, documents: documents))
        try await write { connection in
            let state = try Self.state(of: draft.id, in: connection)
            guard state == nil || state == .draft else { throw StoreProblem.alreadyCached(draft.id) }
            let version = try Self.draftBody(in: connection)?.version ?? 0
            let body = DraftBody.parts(stored, version: version + 1)
            try Self.insert(
                body, id: draft.id, name: draft.name, subject: draft.subject ?? draft.name,
                count: draft.documents.count, at: moment, in: connection)
            for hash in blobs { try nameBlob(hash, for: draft.id, in: connection) }
            try Self.measure(draft.id, in: connection)
        }
    }

    /// Returns the saved draft; `nil` if there is none.
    public func draft() async throws(CountersignError) -> EnvelopeDraft? {
        switch try await read({ try Self.draftBody(in: $0) }) {
        case nil: return nil
        case .parts(let stored, _): return try await draft(stored)
        case .composed(let composed):
            var draft = composed.parts
            for document in composed.definition.documents.sorted(by: { $0.order < $1.order }) {
                draft.documents.append(
                    DraftDocument(id: document.id, name: document.name, data: try await blob(document.blob)))
            }
            return draft
        }
    }

    private func draft(_ stored: StoredDraft) async throws(CountersignError) -> EnvelopeDraft {
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

// MARK: What is stored

extension DeviceStore {
    private static func draftBody(in connection: any SQLConnection) throws -> DraftBody? {
        let row = try connection.row("SELECT id, draft FROM localEnvelope WHERE state = 'draft'")
        guard let row else { return nil }
        let body: Data = try row["draft"]
        do { return try JSONDecoder().decode(DraftBody.self, from: body) } catch {
            guard let id = EnvelopeID(rawValue: try row["id"]) else { throw error }
            throw StoreProblem.damaged(id, reason: "the draft is unreadable.")
        }
    }

    /// Writes the draft in the place of another.
    private static func insert(
        _ body: DraftBody, id: EnvelopeID, name: String, subject: String, count: Int, at moment: Date,
        in connection: any SQLConnection
    ) throws {
        try connection.run("DELETE FROM localEnvelope WHERE state = 'draft'")
        try connection.run(
            """
            INSERT INTO localEnvelope (id, name, subject, state, origin, size, documentCount, createdAt, changedAt,
                sequence, confirmedSequence, isSigned, draft)
            VALUES (?, ?, ?, 'draft', 'composed', 0, ?, ?, ?, 0, 0, 0, ?)
            """,
            [id.rawValue, name, subject, count, moment, moment, try JSONEncoder().encode(body)])
    }

    /// Returns the draft for the composing page; `nil` if there is none. A draft that the
    /// app saved without the page is converted.
    func composedDraft(
        accountID: String, sender: Sender
    ) async throws(CountersignError) -> ComposedDraft? {
        switch try await read({ try Self.draftBody(in: $0) }) {
        case nil: return nil
        case .composed(let composed): return composed
        case .parts(let stored, let version):
            return ComposedDraft(try await draft(stored), accountID: accountID, sender: sender, version: version)
        }
    }

    /// Stores the composing page's draft.
    ///
    /// - Parameter version: the version that must be stored now; `nil` if there must be no draft
    /// - Returns: false if that is not so
    func replaceDraft(
        _ draft: ComposedDraft, over version: Int?
    ) async throws(CountersignError) -> Bool {
        let moment = now()
        return try await write { connection in
            guard try Self.draftBody(in: connection)?.version == version else { return false }
            let state = try Self.state(of: draft.id, in: connection)
            guard state == nil || state == .draft else { throw StoreProblem.alreadyCached(draft.id) }
            let subject = draft.definition.emailSubject
            try Self.insert(
                .composed(draft), id: draft.id, name: draft.name.isEmpty ? subject : draft.name, subject: subject,
                count: draft.definition.documents.count, at: moment, in: connection)
            for file in draft.files { try nameBlob(file.blob, for: draft.id, in: connection) }
            try Self.measure(draft.id, in: connection)
            return true
        }
    }
}

/// A draft in the database: as an app saved it, or as the composing page did.
private enum DraftBody: Codable {
    case parts(StoredDraft, version: Int)
    case composed(ComposedDraft)

    var version: Int {
        switch self {
        case .parts(_, let version): version
        case .composed(let draft): draft.version
        }
    }

    private enum CodingKeys: String, CodingKey {
        case definition, version
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        if members.contains(.definition) {
            self = .composed(try ComposedDraft(from: decoder))
        } else {
            self = .parts(
                try StoredDraft(from: decoder), version: try members.decodeIfPresent(Int.self, forKey: .version) ?? 0)
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .composed(let draft): try draft.encode(to: encoder)
        case .parts(let stored, let version):
            try stored.encode(to: encoder)
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(version, forKey: .version)
        }
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
    var notification: NotificationSettings?

    init(_ draft: EnvelopeDraft, documents: [StoredDocument]) {
        id = draft.id
        name = draft.name
        subject = draft.subject
        message = draft.message
        self.documents = documents
        recipients = draft.recipients.map(StoredRecipient.init)
        customFields = draft.customFields
        notification = draft.notification
    }

    /// The draft without its documents.
    var draft: EnvelopeDraft {
        var draft = EnvelopeDraft(
            name, subject: subject, message: message, id: id,
            recipients: recipients.map(\.draft), customFields: customFields)
        draft.notification = notification
        return draft
    }
}
