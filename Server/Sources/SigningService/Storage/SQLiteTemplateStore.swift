import EnvelopeService
import Envelopes
import Foundation
import GRDB

/// Templates in the service's database.
public struct SQLiteTemplateStore: TemplateStore {
    private let pool: DatabasePool

    public init(_ database: ServiceDatabase) {
        pool = database.pool
    }

    /// `nameKey` and `searchKey` are without case and accents (`TemplateKey`); `body` is the template in canonical JSON.
    static let tables = """
        CREATE TABLE templateFolder (
            id TEXT PRIMARY KEY NOT NULL,
            accountID TEXT NOT NULL REFERENCES account(id),
            name TEXT NOT NULL,
            UNIQUE (accountID, name)
        ) STRICT;
        CREATE TABLE template (
            id TEXT PRIMARY KEY NOT NULL,
            accountID TEXT NOT NULL REFERENCES account(id),
            ownerID TEXT NOT NULL,
            isShared INTEGER NOT NULL,
            folderID TEXT REFERENCES templateFolder(id),
            nameKey TEXT NOT NULL,
            searchKey TEXT NOT NULL,
            lastModifiedAt INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX templateByName ON template(accountID, nameKey, id);
        CREATE INDEX templateByChange ON template(accountID, lastModifiedAt, id);
        """

    /// Which documents templates have.
    static let blobTable = """
        CREATE TABLE templateBlob (
            hash TEXT NOT NULL,
            templateID TEXT NOT NULL REFERENCES template(id) ON DELETE CASCADE,
            PRIMARY KEY (hash, templateID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX templateBlobByTemplate ON templateBlob(templateID);
        """

    /// Notes the documents of every template, for a database from before they were noted.
    static func noteBlobs(in database: Database) throws {
        let bodies = try Data.fetchCursor(database, sql: "SELECT body FROM template")
        while let body = try bodies.next() {
            guard let template = try? read(body) else { continue }
            try note(template, in: database)
        }
    }

    private static func note(_ template: Template, in database: Database) throws {
        try database.run(sql: "DELETE FROM templateBlob WHERE templateID = ?", arguments: [template.id.rawValue])
        for document in template.documents {
            try database.run(
                sql: "INSERT OR IGNORE INTO templateBlob (hash, templateID) VALUES (?, ?)",
                arguments: [document.blob.rawValue, template.id.rawValue])
        }
    }

    public func keep(_ template: Template) async throws {
        let body = try CanonicalJSON.bytes(of: template)
        try await pool.write { database in
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO template
                        (id, accountID, ownerID, isShared, folderID, nameKey, searchKey, lastModifiedAt, body)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    template.id.rawValue, template.accountID, template.owner.userID, template.isShared,
                    template.folder?.id, TemplateKey.folded(template.name), TemplateKey.searched(template),
                    StoredTime(template.lastModifiedAt), body,
                ])
            try Self.note(template, in: database)
        }
    }

    public func template(_ id: TemplateID) async throws -> Template? {
        try await pool.read { database in
            try Data.fetchOne(database, sql: "SELECT body FROM template WHERE id = ?", arguments: [id.rawValue])
        }.map(Self.read)
    }

    public func names(_ hash: BlobHash) async throws -> Bool {
        try await pool.read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM templateBlob WHERE hash = ?)",
                arguments: [hash.rawValue]) ?? true
        }
    }

    public func remove(_ id: TemplateID) async throws {
        try await pool.write { database in
            try database.execute(sql: "DELETE FROM template WHERE id = ?", arguments: [id.rawValue])
        }
    }

    public func page(_ selection: TemplateSelection) async throws -> TemplatePage {
        let (condition, arguments) = Self.condition(selection)
        let key = selection.order == .name ? "nameKey" : "lastModifiedAt"
        let direction = selection.ascending ? "ASC" : "DESC"
        let (rows, total) = try await pool.read { database in
            (
                try ListedRow.all(
                    database,
                    sql: """
                        SELECT id, length(body) AS bytes FROM template WHERE \(condition)
                        ORDER BY \(key) \(direction), id \(direction) LIMIT ? OFFSET ?
                        """, arguments: arguments + [selection.count, selection.start]),
                try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM template WHERE \(condition)", arguments: arguments) ?? 0
            )
        }
        return TemplatePage(ids: rows.ids(within: selection.bytes).compactMap(TemplateID.init(rawValue:)), total: total)
    }

    private static func condition(_ selection: TemplateSelection) -> (String, StatementArguments) {
        var parts = ["accountID = ?", "(isShared OR ownerID = ?)"]
        var arguments: StatementArguments = [selection.accountID, selection.userID]
        switch selection.ownership {
        case .any: break
        case .own:
            parts.append("ownerID = ?")
            arguments += [selection.userID]
        case .sharedByOthers:
            parts.append("ownerID <> ?")
            arguments += [selection.userID]
        }
        if let text = selection.text {
            parts.append("instr(\(selection.isTextOfName ? "nameKey" : "searchKey"), ?) > 0")
            arguments += [TemplateKey.folded(text)]
        }
        if let folders = selection.folderIDs {
            parts.append("folderID IN (\(marks(folders.count)))")
            arguments += StatementArguments(folders)
        }
        if let ids = selection.ids {
            parts.append("id IN (\(marks(ids.count)))")
            arguments += StatementArguments(ids.map(\.rawValue))
        }
        if let from = selection.modifiedFrom {
            parts.append("lastModifiedAt >= ?")
            arguments += [StoredTime(from)]
        }
        if let to = selection.modifiedTo {
            parts.append("lastModifiedAt <= ?")
            arguments += [StoredTime(to)]
        }
        return (parts.joined(separator: " AND "), arguments)
    }

    private static func marks(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ",") }

    private static func read(_ body: Data) throws -> Template {
        do {
            return try CanonicalJSON.value(Template.self, from: body)
        } catch {
            throw StorageError.unreadable(what: "A template", reason: "\(error)")
        }
    }

    public func folders(of accountID: String) async throws -> [TemplateFolder] {
        try await pool.read { database in
            try Row.fetchAll(
                database, sql: "SELECT id, name FROM templateFolder WHERE accountID = ? ORDER BY name",
                arguments: [accountID]
            ).map { TemplateFolder(id: $0["id"], name: $0["name"]) }
        }
    }

    public func folder(named name: String, of accountID: String, newID: String) async throws -> TemplateFolder {
        try await pool.write { database in
            try database.execute(
                sql: "INSERT OR IGNORE INTO templateFolder (id, accountID, name) VALUES (?, ?, ?)",
                arguments: [newID, accountID, name])
            let id = try String.fetchOne(
                database, sql: "SELECT id FROM templateFolder WHERE accountID = ? AND name = ?",
                arguments: [accountID, name])
            return TemplateFolder(id: id ?? newID, name: name)
        }
    }
}
