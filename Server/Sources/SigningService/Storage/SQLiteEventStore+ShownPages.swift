import Envelopes
import GRDB

/// Which pages recipients have been shown.
extension SQLiteEventStore {
    static let shownPageTable = """
        CREATE TABLE shownPage (
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            recipientID TEXT NOT NULL,
            documentID TEXT NOT NULL,
            page INTEGER NOT NULL,
            PRIMARY KEY (envelopeID, recipientID, documentID, page)
        ) STRICT, WITHOUT ROWID;
        """

    public func shownPages(of id: EnvelopeID, to recipient: RecipientID) async throws -> ShownPages {
        try await pool.read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: "SELECT documentID, page FROM shownPage WHERE envelopeID = ? AND recipientID = ?",
                arguments: [id.rawValue, recipient.rawValue])
            var shown: ShownPages = [:]
            while let row = try rows.next() {
                shown[DocumentID(row["documentID"] as String), default: PageRanges()].insert(row["page"])
            }
            return shown
        }
    }

    /// A page is drawn again and again and written once.
    public func noteShown(_ page: DocumentPage, of id: EnvelopeID, to recipient: RecipientID) async throws {
        let key: StatementArguments = [id.rawValue, recipient.rawValue, page.documentID.rawValue, page.page]
        let isKnown = try await pool.read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM shownPage
                        WHERE envelopeID = ? AND recipientID = ? AND documentID = ? AND page = ?)
                    """, arguments: key) ?? false
        }
        guard !isKnown else { return }
        try await pool.write { database in
            try database.run(
                sql: """
                    INSERT INTO shownPage (envelopeID, recipientID, documentID, page) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """, arguments: key)
        }
    }
}
