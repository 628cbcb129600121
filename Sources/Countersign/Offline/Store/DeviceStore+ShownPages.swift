import Envelopes
import GRDB

/// Which pages the people who sign on this device have been shown.
extension DeviceStore {
    static let shownPageTable = """
        CREATE TABLE shownPage (
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            recipientID TEXT NOT NULL,
            documentID TEXT NOT NULL,
            page INTEGER NOT NULL,
            PRIMARY KEY (envelopeID, recipientID, documentID, page)
        ) STRICT, WITHOUT ROWID;
        """

    func shownPages(of id: EnvelopeID, to recipient: RecipientID) async throws(CountersignError) -> ShownPages {
        try await read { database in
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

    func noteShown(
        _ page: DocumentPage, of id: EnvelopeID, to recipient: RecipientID
    ) async throws(CountersignError) {
        try await write { database in
            try database.execute(
                sql: """
                    INSERT INTO shownPage (envelopeID, recipientID, documentID, page) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [id.rawValue, recipient.rawValue, page.documentID.rawValue, page.page])
        }
    }
}
