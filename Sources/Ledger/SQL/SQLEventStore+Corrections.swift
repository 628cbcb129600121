import Envelopes

/// What ends in the transaction that stores a correction, so that no earlier person acts for a later one.
extension SQLEventStore {
    func end(_ append: Append, in connection: any SQLConnection) throws {
        guard let first = append.rows.first?.event.sequence, append.expected > 0 else { return }
        var passedOn: Set<RecipientID> = []
        for case .delegated(let id, _) in append.rows.map(\.event.body) {
            if endsVisits { try passLinks(of: id, in: append.state, connection) }
            passedOn.insert(id)
        }
        for (id, state) in append.state.recipientStates where state.beganAgain ?? 0 >= first {
            let isReaddressed = state.readdressed ?? 0 >= first && !passedOn.contains(id)
            try end(id, of: append.state.id, withLinks: isReaddressed, in: connection)
        }
        for case .corrected(let correction) in append.rows.map(\.event.body) {
            for id in correction.removedRecipients {
                try end(id, of: append.state.id, withLinks: true, in: connection)
            }
        }
    }

    /// Notes on the links of somebody who has assigned their part that they were theirs: they open nothing more, and tell
    /// what has happened.
    private func passLinks(
        of recipient: RecipientID, in envelope: Envelope, _ connection: any SQLConnection
    ) throws {
        let holder = (envelope.state(of: recipient)?.earlierHolders.count ?? 1) - 1
        try connection.run(
            """
            UPDATE link SET earlierHolder = ?
            WHERE envelopeID = ? AND recipientID = ? AND earlierHolder IS NULL
            """, [holder, envelope.id.rawValue, recipient.rawValue])
    }

    private func end(
        _ recipient: RecipientID, of id: EnvelopeID, withLinks: Bool, in connection: any SQLConnection
    ) throws {
        let key = [id.rawValue, recipient.rawValue]
        // The next person has to see every page themselves.
        var tables = ["shownPage"]
        if endsVisits { tables += ["ticket", "session", "mailCode"] + (withLinks ? ["link"] : []) }
        for table in tables {
            try connection.run("DELETE FROM \(table) WHERE envelopeID = ? AND recipientID = ?", key)
        }
    }
}
