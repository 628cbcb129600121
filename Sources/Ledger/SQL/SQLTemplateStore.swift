import Envelopes
import Essentials
import Foundation

/// Templates in SQL.
public struct SQLTemplateStore: Sendable {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// `nameKey` and `searchKey` are without case and accents (`SearchKey`); `body` is the template in canonical JSON.
    static let tables = """
        CREATE TABLE templateFolder (
            id TEXT PRIMARY KEY NOT NULL,
            accountID TEXT NOT NULL,
            name TEXT NOT NULL,
            UNIQUE (accountID, name)
        );
        CREATE TABLE template (
            id TEXT PRIMARY KEY NOT NULL,
            accountID TEXT NOT NULL,
            ownerID TEXT NOT NULL,
            isShared BIGINT NOT NULL,
            folderID TEXT REFERENCES templateFolder(id),
            nameKey TEXT NOT NULL,
            searchKey TEXT NOT NULL,
            lastModifiedAt BIGINT NOT NULL,
            body BYTES NOT NULL
        );
        CREATE INDEX templateByName ON template(accountID, nameKey, id);
        CREATE INDEX templateByChange ON template(accountID, lastModifiedAt, id);
        CREATE TABLE templateBlob (
            hash TEXT NOT NULL,
            templateID TEXT NOT NULL REFERENCES template(id) ON DELETE CASCADE,
            PRIMARY KEY (hash, templateID)
        ) BY KEY;
        CREATE INDEX templateBlobByTemplate ON templateBlob(templateID);

        """

    /// Returns the files that templates name.
    public static func blobs(in database: any SQLDatabase) async throws -> [BlobHash] {
        try await database.readLong { connection in
            let texts: [String] = try connection.values("SELECT DISTINCT hash FROM templateBlob ORDER BY hash")
            return texts.compactMap { BlobHash(rawValue: $0) }
        }
    }

    private static func note(_ template: Template, in connection: any SQLConnection) throws {
        try connection.run("DELETE FROM templateBlob WHERE templateID = ?", [template.id.rawValue])
        for blob in template.documents.flatMap(\.blobs) {
            try connection.run(
                "INSERT INTO templateBlob (hash, templateID) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [blob.rawValue, template.id.rawValue])
        }
    }

    /// Stores a template, replacing an older one with its id, and the jobs that it leads to, in one transaction.
    public func keep(_ template: Template, with jobs: [NewJob], at date: Date) async throws {
        let body = try CanonicalJSON.bytes(of: template)
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO template
                    (id, accountID, ownerID, isShared, folderID, nameKey, searchKey, lastModifiedAt, body)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET accountID = excluded.accountID, ownerID = excluded.ownerID,
                    isShared = excluded.isShared, folderID = excluded.folderID, nameKey = excluded.nameKey,
                    searchKey = excluded.searchKey, lastModifiedAt = excluded.lastModifiedAt, body = excluded.body
                """,
                [
                    template.id.rawValue, template.accountID, template.owner.userID, template.isShared,
                    template.folder?.id, SearchKey.folded(template.name), SearchKey.searched(template),
                    template.lastModifiedAt, body,
                ])
            try Self.note(template, in: connection)
            try SQLJobQueue.add(jobs, at: date, in: connection)
        }
    }

    /// Returns a template; `nil` if it does not exist.
    public func template(_ id: TemplateID) async throws -> Template? {
        try await database.read { connection in
            try connection.value("SELECT body FROM template WHERE id = ?", [id.rawValue], as: Data.self)
        }.map(Self.read)
    }

    /// Whether a template of any account has a blob as a document.
    public func names(_ hash: BlobHash) async throws -> Bool {
        try await database.read { try $0.exists("SELECT 1 FROM templateBlob WHERE hash = ?", [hash.rawValue]) }
    }

    /// Removes a template. Does nothing if there is none.
    public func remove(_ id: TemplateID) async throws {
        try await database.write { try $0.run("DELETE FROM template WHERE id = ?", [id.rawValue]) }
    }

    /// Returns one page of a list of templates.
    public func page(_ selection: TemplateSelection) async throws -> TemplatePage {
        let (condition, values) = Self.condition(selection)
        let key = selection.order == .name ? "nameKey" : "lastModifiedAt"
        let direction = selection.ascending ? "ASC" : "DESC"
        return try await database.readLong { connection in
            let rows = try ListedRow.all(
                connection,
                """
                SELECT id, length(body) AS bytes FROM template WHERE \(condition)
                ORDER BY \(key) \(direction), id \(direction) LIMIT ? OFFSET ?
                """, values + [selection.count, selection.start])
            let total = try connection.value("SELECT count(*) FROM template WHERE \(condition)", values, as: Int.self)
            return TemplatePage(
                ids: rows.ids(within: selection.bytes).compactMap(TemplateID.init(rawValue:)), total: total ?? 0)
        }
    }

    private static func condition(_ selection: TemplateSelection) -> (String, [any SQLConvertible]) {
        var parts = ["accountID = ?", "(isShared = 1 OR ownerID = ?)"]
        var values: [any SQLConvertible] = [selection.accountID, selection.userID]
        switch selection.ownership {
        case .any: break
        case .own:
            parts.append("ownerID = ?")
            values.append(selection.userID)
        case .sharedByOthers:
            parts.append("ownerID <> ?")
            values.append(selection.userID)
        }
        if let text = selection.text {
            parts.append("\(selection.isTextOfName ? "nameKey" : "searchKey") LIKE ? ESCAPE '\\'")
            values.append(SQLPattern.containing(SearchKey.folded(text)))
        }
        if let folders = selection.folderIDs {
            parts.append("folderID IN (\(SQLPlaces.list(folders.count)))")
            values += folders
        }
        if let ids = selection.ids {
            parts.append("id IN (\(SQLPlaces.list(ids.count)))")
            values += ids.map(\.rawValue)
        }
        if let from = selection.modifiedFrom {
            parts.append("lastModifiedAt >= ?")
            values.append(from)
        }
        if let to = selection.modifiedTo {
            parts.append("lastModifiedAt <= ?")
            values.append(to)
        }
        return (parts.joined(separator: " AND "), values)
    }

    private static func read(_ body: Data) throws -> Template {
        do {
            return try CanonicalJSON.value(Template.self, from: body)
        } catch {
            throw StorageError.unreadable(what: "A template", reason: "\(error)")
        }
    }

    /// Returns an account's folders, sorted by name.
    public func folders(of accountID: String) async throws -> [TemplateFolder] {
        try await database.read { connection in
            try connection.rows(
                "SELECT id, name FROM templateFolder WHERE accountID = ? ORDER BY name", [accountID]
            ).map { TemplateFolder(id: try $0["id"], name: try $0["name"]) }
        }
    }

    /// Returns the account's folder with this name, and creates it if it does not exist.
    ///
    /// - Parameter newID: a GUID for a new folder
    public func folder(named name: String, of accountID: String, newID: String) async throws -> TemplateFolder {
        try await database.write { connection in
            try connection.run(
                "INSERT INTO templateFolder (id, accountID, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [newID, accountID, name])
            let id: String? = try connection.value(
                "SELECT id FROM templateFolder WHERE accountID = ? AND name = ?", [accountID, name])
            return TemplateFolder(id: id ?? newID, name: name)
        }
    }
}
