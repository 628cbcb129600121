import Envelopes
import Foundation
import Ledger

/// Tables of the templates on this device: each template's JSON as the server sent it, whole, and its documents. The
/// documents are stored as blobs beside those of envelopes.
enum TemplateTables {
    /// Times are whole microseconds since 1970-01-01 UTC; `body` is the server's JSON.
    static let sql = """
        CREATE TABLE template (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            searchKey TEXT NOT NULL,
            lastModifiedAt BIGINT,
            cachedAt BIGINT NOT NULL,
            size BIGINT NOT NULL,
            body BYTES NOT NULL
        );
        CREATE TABLE templateDocument (
            templateID TEXT NOT NULL REFERENCES template(id) ON DELETE CASCADE,
            documentID TEXT NOT NULL,
            position BIGINT NOT NULL,
            hash TEXT NOT NULL,
            size BIGINT NOT NULL,
            PRIMARY KEY (templateID, documentID)
        ) BY KEY;

        """
}

/// A template on this device.
public struct CachedTemplate: Sendable, Hashable, Identifiable {
    /// The template's id on the server.
    public let id: TemplateID
    /// The name that the template had on the server when it was downloaded.
    public let name: String
    /// The time when the template was last changed, according to the server; `nil` if the server does not say.
    public let lastModifiedAt: Date?
    /// The time when this copy was made, by this device's clock.
    public let cachedAt: Date
    /// The size of its documents, in bytes.
    public let size: Int
    /// The documents' ids, in order.
    public let documentIDs: [DocumentID]
}

extension Templates {
    /// Whether a template is on this device.
    public enum CacheState: Int, Sendable, Hashable, CaseIterable {
        case uncached = 0
        /// The template is being downloaded.
        case inProgress = 1
        /// A newer copy is being downloaded; the older one can be used.
        case updateInProgress = 2
        case cached = 3
    }
}

/// The stored form of a template.
struct StoredTemplate: Sendable {
    var node: JSONNode
    var documents: [DocumentID: BlobHash]
}

extension DeviceStore {
    /// Stores a template, replacing an older copy. Its blobs are already stored.
    func keep(
        template id: TemplateID, name: String, modified: Date?, body: Data,
        documents: [(id: DocumentID, blob: BlobHash)]
    ) async throws(CountersignError) {
        let moment = now()
        let key = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        try await write { connection in
            try connection.run("DELETE FROM template WHERE id = ?", [id.rawValue])
            try connection.run(
                """
                INSERT INTO template (id, name, searchKey, lastModifiedAt, cachedAt, size, body)
                VALUES (?, ?, ?, ?, ?, 0, ?)
                """, [id.rawValue, name, key, modified, moment, body])
            for (position, document) in documents.enumerated() {
                try connection.run(
                    "INSERT INTO templateDocument (templateID, documentID, position, hash, size) VALUES (?, ?, ?, ?, ?)",
                    [
                        id.rawValue, document.id.rawValue, position, document.blob.rawValue,
                        try sizeOfNamed(document.blob),
                    ])
            }
            try connection.run(
                """
                UPDATE template SET size =
                    (SELECT coalesce(sum(size), 0) FROM templateDocument WHERE templateID = ?)
                WHERE id = ?
                """, [id.rawValue, id.rawValue])
            let kept = try connection.row("SELECT * FROM template WHERE id = ?", [id.rawValue])
                .flatMap { try CachedTemplate(row: $0, in: connection) }
            // Runs after each commit, in commit order.
            connection.afterCommit { [templateStatuses] in templateStatuses.set(id, kept) }
        }
    }

    /// Returns the templates on this device, sorted by name.
    ///
    /// - Parameter text: returns only templates whose name contains this text, ignoring case and accents; `nil` for all
    func templates(containing text: String? = nil) async throws(CountersignError) -> [CachedTemplate] {
        let key = (text ?? "").folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return try await read { connection in
            try connection.rows(
                "SELECT * FROM template WHERE ? = '' OR instr(searchKey, ?) > 0 ORDER BY searchKey, id", [key, key]
            ).compactMap { try CachedTemplate(row: $0, in: connection) }
        }
    }

    func template(_ id: TemplateID) async throws(CountersignError) -> CachedTemplate? {
        try await read { connection in
            try connection.row("SELECT * FROM template WHERE id = ?", [id.rawValue])
                .flatMap { try CachedTemplate(row: $0, in: connection) }
        }
    }

    func storedTemplate(_ id: TemplateID) async throws(CountersignError) -> StoredTemplate? {
        try await read { connection in
            let body = try connection.value("SELECT body FROM template WHERE id = ?", [id.rawValue], as: Data.self)
            guard let body else { return nil }
            let rows = try connection.rows(
                "SELECT documentID, hash FROM templateDocument WHERE templateID = ?", [id.rawValue])
            var documents: [DocumentID: BlobHash] = [:]
            for row in rows { documents[DocumentID(try row["documentID"])] = BlobHash(rawValue: try row["hash"]) }
            return StoredTemplate(node: try JSONDecoder().decode(JSONNode.self, from: body), documents: documents)
        }
    }

    /// Removes a template. The next sweep removes its documents.
    ///
    /// - Returns: whether the template was on this device
    @discardableResult
    func remove(template id: TemplateID) async throws(CountersignError) -> Bool {
        try await write { connection in
            let wasThere = try connection.run("DELETE FROM template WHERE id = ?", [id.rawValue]) > 0
            connection.afterCommit { [templateStatuses] in templateStatuses.set(id, nil) }
            return wasThere
        }
    }

    func removeTemplates() async throws(CountersignError) {
        try await write { connection in
            try connection.run("DELETE FROM template")
            connection.afterCommit { [templateStatuses] in templateStatuses.removeAll() }
        }
    }

    /// Fills ``templateStatuses``, between two writes.
    func loadTemplateStatuses() throws(CountersignError) {
        do {
            try database.writeWaiting { connection in
                let templates = try connection.rows("SELECT * FROM template")
                    .compactMap { try CachedTemplate(row: $0, in: connection) }
                templateStatuses.load(templates, of: life)
            }
        } catch {
            throw CountersignError(storing: error)
        }
    }
}

extension CachedTemplate {
    fileprivate init?(row: SQLRow, in connection: any SQLConnection) throws {
        guard let id = TemplateID(rawValue: try row["id"]) else { return nil }
        let modified: Date? = try row["lastModifiedAt"]
        let cached: Date = try row["cachedAt"]
        let documents = try connection.values(
            "SELECT documentID FROM templateDocument WHERE templateID = ? ORDER BY position", [id.rawValue],
            as: String.self)
        self.init(
            id: id, name: try row["name"], lastModifiedAt: modified, cachedAt: cached, size: try row["size"],
            documentIDs: documents.map { DocumentID($0) })
    }
}
