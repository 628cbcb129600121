import Envelopes

/// The pages that recipients have been shown.
extension SQLEventStore {
    public func shownPages(of id: EnvelopeID, to recipient: RecipientID) async throws -> ShownPages {
        try await database.read { connection in
            let rows = try connection.rows(
                "SELECT documentID, page FROM shownPage WHERE envelopeID = ? AND recipientID = ?",
                [id.rawValue, recipient.rawValue])
            var shown: ShownPages = [:]
            for row in rows { shown[DocumentID(try row["documentID"]), default: PageRanges()].insert(try row["page"]) }
            return shown
        }
    }

    /// Writes each page once, however often it is drawn.
    public func noteShown(_ page: DocumentPage, of id: EnvelopeID, to recipient: RecipientID) async throws {
        let key: [any SQLConvertible] = [id.rawValue, recipient.rawValue, page.documentID.rawValue, page.page]
        let isKnown = try await database.read { connection in
            try connection.exists(
                "SELECT 1 FROM shownPage WHERE envelopeID = ? AND recipientID = ? AND documentID = ? AND page = ?", key)
        }
        guard !isKnown else { return }
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO shownPage (envelopeID, recipientID, documentID, page) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """, key)
        }
    }
}
