import Envelopes
import Foundation

/// What lists select and sort envelopes by, kept in rows of its own beside the state.
///
/// It is stored in the transaction of the events that change it, so a list never disagrees with an envelope.
enum EnvelopeListing {
    /// `listing` has one row for an envelope. Its times are those at which the service stored the change (events from a
    /// device may be days old when they arrive), except `modifiedAt` and `expiresAt`. The keys are without case and
    /// accents. `progress` is a ``Progress``.
    static let tables = """
        CREATE TABLE listing (
            envelopeID TEXT PRIMARY KEY NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            accountID TEXT NOT NULL,
            senderID TEXT NOT NULL,
            senderEmail TEXT NOT NULL,
            senderKey TEXT NOT NULL,
            subjectKey TEXT NOT NULL,
            recipientsKey TEXT NOT NULL,
            searchKey TEXT NOT NULL,
            createdAt BIGINT NOT NULL,
            sentAt BIGINT,
            deliveredAt BIGINT,
            signedAt BIGINT,
            completedAt BIGINT,
            declinedAt BIGINT,
            voidedAt BIGINT,
            expiresAt BIGINT,
            modifiedAt BIGINT NOT NULL
        ) BY KEY;
        CREATE INDEX listingByCreation ON listing(accountID, createdAt, envelopeID);
        CREATE INDEX listingBySending ON listing(accountID, sentAt, envelopeID);
        CREATE INDEX listingByCompletion ON listing(accountID, completedAt, envelopeID);
        CREATE TABLE listedRecipient (
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            recipientID TEXT NOT NULL,
            accountID TEXT NOT NULL,
            email TEXT NOT NULL,
            progress BIGINT NOT NULL,
            PRIMARY KEY (envelopeID, recipientID)
        ) BY KEY;
        CREATE INDEX listedRecipientByEmail ON listedRecipient(accountID, email, envelopeID);
        CREATE TABLE listedField (
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            fieldID TEXT NOT NULL,
            accountID TEXT NOT NULL,
            nameKey TEXT NOT NULL,
            valueKey TEXT NOT NULL,
            PRIMARY KEY (envelopeID, fieldID)
        ) BY KEY;
        CREATE INDEX listedFieldByValue ON listedField(accountID, nameKey, valueKey, envelopeID);

        """

    /// How far an envelope has come for a recipient.
    enum Progress: Int {
        /// It has not reached them.
        case ahead = 0
        /// They have to act.
        case waiting = 1
        /// They have acted, or need not any more.
        case over = 2
    }

    /// The texts of a listing, and its custom fields.
    struct Texts: Sendable {
        let values: [String]
        let fields: [Field]

        struct Field: Sendable {
            let id: String
            let name: String
            let value: String
        }

        static let columns = [
            "senderID", "senderEmail", "senderKey", "subjectKey", "recipientsKey", "searchKey",
        ]

        init(_ state: Envelope) {
            let sender = state.sender
            let recipients = state.recipients.map { SearchKey.folded($0.name) }
            let fields = state.definition.customFields.map {
                Field(id: $0.id, name: SearchKey.folded($0.name), value: SearchKey.folded($0.value))
            }
            let subject = SearchKey.folded(state.emailSubject)
            let name = SearchKey.folded(sender.name)
            let searched =
                [subject, name, SearchKey.folded(sender.email)] + recipients
                + state.recipients.map { SearchKey.folded($0.email) } + fields.map(\.value)
            values = [
                sender.userID, sender.email.lowercased(), name, subject, recipients.joined(separator: "\n"),
                searched.joined(separator: "\n"),
            ]
            self.fields = fields
        }
    }

    /// Stores what events change in a listing.
    ///
    /// - Parameters:
    ///   - texts: the texts, if they may have changed
    ///   - storedAt: the time of storage; `nil` to take the times from the envelope
    static func store(
        _ texts: Texts?, of state: Envelope, timer: EnvelopeTimer, at storedAt: Date?, in connection: any SQLConnection
    ) throws {
        let moments: [(column: String, at: Date?)] = [
            ("sentAt", state.sentAt), ("deliveredAt", state.deliveredAt), ("signedAt", state.signedAt),
            ("completedAt", state.completedAt), ("declinedAt", state.declinedAt), ("voidedAt", state.voidedAt),
        ]
        let before = try connection.row(
            "SELECT \(moments.map(\.column).joined(separator: ", ")) FROM listing WHERE envelopeID = ?",
            [state.id.rawValue])
        var times = try moments.map { column, at -> (String, Date?) in
            let known: Date? = try before?[column] ?? nil
            return (column, at == nil ? nil : known ?? storedAt ?? at)
        }
        times.append(("expiresAt", timer.end(of: state)))
        times.append(("modifiedAt", state.lastModifiedAt))
        if before != nil {
            let columns = times.map(\.0) + (texts == nil ? [] : Texts.columns)
            try connection.run(
                "UPDATE listing SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE envelopeID = ?",
                times.map(\.1) + (texts?.values ?? []) + [state.id.rawValue])
        } else {
            // An envelope that was stored before there were listings is listed by `listEarlier`, or now if its texts are here.
            guard let texts else { return }
            let columns = ["envelopeID", "accountID", "createdAt"] + times.map(\.0) + Texts.columns
            try connection.run(
                """
                INSERT INTO listing (\(columns.joined(separator: ", "))) VALUES (\(SQLPlaces.list(columns.count)))
                """,
                [state.id.rawValue, state.accountID, storedAt ?? state.createdAt] + times.map(\.1) + texts.values)
        }
        try store(recipientsOf: state, in: connection)
        if let texts { try store(texts.fields, of: state, in: connection) }
    }

    private static func store(recipientsOf state: Envelope, in connection: any SQLConnection) throws {
        let key = [state.id.rawValue]
        let rows = try connection.rows(
            "SELECT recipientID, email, progress FROM listedRecipient WHERE envelopeID = ?", key)
        var before: [String: (email: String, progress: Int)] = [:]
        for row in rows { before[try row["recipientID"]] = (try row["email"], try row["progress"]) }
        for recipient in state.recipients {
            let (email, progress) = (recipient.email.lowercased(), state.progress(of: recipient).rawValue)
            if let known = before.removeValue(forKey: recipient.id.rawValue), known == (email, progress) { continue }
            try connection.run(
                """
                INSERT INTO listedRecipient (envelopeID, recipientID, accountID, email, progress) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (envelopeID, recipientID) DO UPDATE SET email = excluded.email, progress = excluded.progress
                """, [state.id.rawValue, recipient.id.rawValue, state.accountID, email, progress])
        }
        for id in before.keys {
            try connection.run(
                "DELETE FROM listedRecipient WHERE envelopeID = ? AND recipientID = ?", [state.id.rawValue, id])
        }
    }

    private static func store(_ fields: [Texts.Field], of state: Envelope, in connection: any SQLConnection) throws {
        if state.lastSequence > 1 {
            try connection.run("DELETE FROM listedField WHERE envelopeID = ?", [state.id.rawValue])
        }
        for field in fields {
            try connection.run(
                """
                INSERT INTO listedField (envelopeID, fieldID, accountID, nameKey, valueKey) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """, [state.id.rawValue, field.id, state.accountID, field.name, field.value])
        }
    }
}

extension Envelope {
    /// How far it has come for a recipient.
    fileprivate func progress(of recipient: Recipient) -> EnvelopeListing.Progress {
        guard sentAt != nil, recipient.routingOrder <= currentRoutingOrder ?? .max else { return .ahead }
        if recipient.acts, isTurn(of: recipient.id) { return .waiting }
        return heldOrder?.order == recipient.routingOrder ? .ahead : .over
    }
}

extension SQLEventStore {
    /// Lists the envelopes that were stored by a version of this program without listings. They are read one by one.
    ///
    /// - Parameter progress: called with the number of envelopes that are listed so far
    public func listEarlier(progress: (Int) -> Void = { _ in }) async throws {
        var last = ""
        var listed = 0
        while true {
            let before = last
            let ids: [String] = try await database.read { connection in
                try connection.values(
                    """
                    SELECT id FROM envelope
                    WHERE id > ? AND NOT EXISTS (SELECT 1 FROM listing WHERE listing.envelopeID = envelope.id)
                    ORDER BY id LIMIT 200
                    """, [before])
            }
            guard let newest = ids.last else { return }
            for id in ids.compactMap(EnvelopeID.init(rawValue:)) {
                while let state = try await envelope(id), try await !list(earlier: state) {}
            }
            last = newest
            listed += ids.count
            progress(listed)
        }
    }

    /// - Returns: `false` if the envelope has changed since it was read
    private func list(earlier state: Envelope) async throws -> Bool {
        let texts = EnvelopeListing.Texts(state)
        let timer = timer
        return try await database.write { connection in
            let newest: Int? = try connection.value(
                "SELECT sequence FROM envelope WHERE id = ?", [state.id.rawValue])
            guard newest == state.lastSequence else { return false }
            try EnvelopeListing.store(texts, of: state, timer: timer, at: nil, in: connection)
            return true
        }
    }
}
