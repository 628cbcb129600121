import Envelopes
import Foundation
import GRDB

/// Templates on this device: what the server gave, whole, and its documents as blobs beside those of envelopes.
enum TemplateTables {
    /// Times are whole milliseconds since 1970-01-01 UTC; `body` is the server's JSON.
    static let sql = """
        CREATE TABLE template (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            searchKey TEXT NOT NULL,
            lastModifiedAt INTEGER,
            cachedAt INTEGER NOT NULL,
            size INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        CREATE TABLE templateDocument (
            templateID TEXT NOT NULL REFERENCES template(id) ON DELETE CASCADE,
            documentID TEXT NOT NULL,
            position INTEGER NOT NULL,
            hash TEXT NOT NULL REFERENCES blob(hash),
            PRIMARY KEY (templateID, documentID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX templateByBlob ON templateDocument(hash);
        """

    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("templates") { try $0.execute(sql: sql) }
    }
}

/// A template on this device.
public struct CachedTemplate: Sendable, Hashable, Identifiable {
    public let id: TemplateID
    public let name: String
    /// When the template was changed, as the server said; nil where it did not.
    public let lastModifiedAt: Date?
    /// When this copy was made, by this device's clock.
    public let cachedAt: Date
    /// Bytes of its documents.
    public let size: Int
    /// The documents' ids in their order.
    public let documentIDs: [DocumentID]
}

/// Whether a template is on this device.
public enum TemplateCacheState: Int, Sendable, Hashable, CaseIterable {
    case uncached = 0
    /// It is being downloaded.
    case inProgress = 1
    /// A newer copy is being downloaded; the one before can be used.
    case updateInProgress = 2
    case cached = 3
}

/// What is kept of a template.
struct StoredTemplate: Sendable {
    var node: JSONNode
    var documents: [DocumentID: BlobHash]
}

extension DeviceStore {
    /// Keeps a template in place of an older copy. The blobs are stored already.
    func keep(
        template id: TemplateID, name: String, modified: Date?, body: Data,
        documents: [(id: DocumentID, blob: BlobHash)]
    ) async throws(CountersignError) {
        let moment = StoredMoment(now())
        let key = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        try await write { database in
            try database.execute(sql: "DELETE FROM template WHERE id = ?", arguments: [id.rawValue])
            try database.execute(
                sql: """
                    INSERT INTO template (id, name, searchKey, lastModifiedAt, cachedAt, size, body)
                    VALUES (?, ?, ?, ?, ?, 0, ?)
                    """,
                arguments: [id.rawValue, name, key, modified.map { StoredMoment($0) }, moment, body])
            for (position, document) in documents.enumerated() {
                try database.execute(
                    sql: "INSERT INTO templateDocument (templateID, documentID, position, hash) VALUES (?, ?, ?, ?)",
                    arguments: [id.rawValue, document.id.rawValue, position, document.blob.rawValue])
            }
            try database.execute(
                sql: """
                    UPDATE template SET size =
                        (SELECT coalesce(sum(size), 0) FROM blob JOIN templateDocument USING (hash) WHERE templateID = ?)
                    WHERE id = ?
                    """, arguments: [id.rawValue, id.rawValue])
            let kept = try Row.fetchOne(database, sql: "SELECT * FROM template WHERE id = ?", arguments: [id.rawValue])
                .flatMap { try CachedTemplate(row: $0, in: database) }
            // In the order of the commits, and only after them.
            database.afterNextTransaction { [templateStatuses] _ in templateStatuses.set(id, kept) }
        }
    }

    /// The templates on this device in the order of their names.
    ///
    /// - Parameter text: only those whose name holds it, whatever its case and accents; nil for all.
    func templates(containing text: String? = nil) async throws(CountersignError) -> [CachedTemplate] {
        let key = (text ?? "").folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return try await read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM template WHERE ? = '' OR instr(searchKey, ?) > 0 ORDER BY searchKey, id",
                arguments: [key, key]
            ).compactMap { try CachedTemplate(row: $0, in: database) }
        }
    }

    func template(_ id: TemplateID) async throws(CountersignError) -> CachedTemplate? {
        try await read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM template WHERE id = ?", arguments: [id.rawValue])
                .flatMap { try CachedTemplate(row: $0, in: database) }
        }
    }

    func storedTemplate(_ id: TemplateID) async throws(CountersignError) -> StoredTemplate? {
        try await read { database in
            let body = try Data.fetchOne(
                database, sql: "SELECT body FROM template WHERE id = ?", arguments: [id.rawValue])
            guard let body else { return nil }
            let rows = try Row.fetchAll(
                database, sql: "SELECT documentID, hash FROM templateDocument WHERE templateID = ?",
                arguments: [id.rawValue])
            var documents: [DocumentID: BlobHash] = [:]
            for row in rows { documents[DocumentID(row["documentID"])] = BlobHash(rawValue: row["hash"]) }
            return StoredTemplate(node: try JSONDecoder().decode(JSONNode.self, from: body), documents: documents)
        }
    }

    /// Removes a template; its documents go with the next sweep.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    func remove(template id: TemplateID) async throws(CountersignError) -> Bool {
        try await write { database in
            try database.execute(sql: "DELETE FROM template WHERE id = ?", arguments: [id.rawValue])
            let wasThere = database.changesCount > 0
            database.afterNextTransaction { [templateStatuses] _ in templateStatuses.set(id, nil) }
            return wasThere
        }
    }

    func removeTemplates() async throws(CountersignError) {
        try await write { database in
            try database.execute(sql: "DELETE FROM template")
            database.afterNextTransaction { [templateStatuses] _ in templateStatuses.removeAll() }
        }
    }

    /// Fills ``templateStatuses``, between two writes.
    func loadTemplateStatuses() throws(CountersignError) {
        do {
            try pool.writeWithoutTransaction { database in
                let templates = try Row.fetchAll(database, sql: "SELECT * FROM template")
                    .compactMap { try CachedTemplate(row: $0, in: database) }
                templateStatuses.load(templates, of: life)
            }
        } catch {
            throw CountersignError(storing: error)
        }
    }
}

extension CachedTemplate {
    fileprivate init?(row: Row, in database: Database) throws {
        guard let id = TemplateID(rawValue: row["id"]) else { return nil }
        let modified: StoredMoment? = row["lastModifiedAt"]
        let cached: StoredMoment = row["cachedAt"]
        let documents = try String.fetchAll(
            database, sql: "SELECT documentID FROM templateDocument WHERE templateID = ? ORDER BY position",
            arguments: [id.rawValue])
        self.init(
            id: id, name: row["name"], lastModifiedAt: modified?.date, cachedAt: cached.date, size: row["size"],
            documentIDs: documents.map { DocumentID($0) })
    }
}
