import Envelopes

/// The pages that recipients have been served, and those of them that they have been shown.
extension SQLEventStore {
    /// Returns the pages that a browser has reported as shown. They end with the recipient's part in the envelope.
    public func shownPages(of id: EnvelopeID, to recipient: RecipientID) async throws -> ShownPages {
        try await database.read { connection in
            let rows = try connection.rows(
                "SELECT documentID, page FROM shownPage WHERE envelopeID = ? AND recipientID = ? AND isShown = 1",
                [id.rawValue, recipient.rawValue])
            var shown: ShownPages = [:]
            for row in rows { shown[DocumentID(try row["documentID"]), default: PageRanges()].insert(try row["page"]) }
            return shown
        }
    }

    /// Writes each page once, however often it is served.
    public func noteServed(_ page: DocumentPage, of id: EnvelopeID, to recipient: RecipientID) async throws {
        let key = Self.key(page, id, recipient)
        let isKnown = try await database.read { try $0.exists("SELECT 1 FROM shownPage WHERE \(Self.isKey)", key) }
        guard !isKnown else { return }
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO shownPage (envelopeID, recipientID, documentID, page) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """, key)
        }
    }

    /// Marks the pages in one transaction.
    public func noteShown(
        _ pages: [DocumentPage], of id: EnvelopeID, to recipient: RecipientID
    ) async throws -> [DocumentPage] {
        guard !pages.isEmpty else { return [] }
        return try await database.write { connection in
            try pages.filter { page in
                try connection.run(
                    "UPDATE shownPage SET isShown = 1 WHERE \(Self.isKey)", Self.key(page, id, recipient)) == 0
            }
        }
    }

    private static let isKey = "envelopeID = ? AND recipientID = ? AND documentID = ? AND page = ?"

    private static func key(
        _ page: DocumentPage, _ id: EnvelopeID, _ recipient: RecipientID
    ) -> [any SQLConvertible] {
        [id.rawValue, recipient.rawValue, page.documentID.rawValue, page.page]
    }
}
