import Envelopes

/// What ends in the transaction that stores a correction, so that no earlier person acts for a later one.
extension SQLEventStore {
    func end(_ append: Append, in connection: any SQLConnection) throws {
        guard let first = append.rows.first?.event.sequence, append.expected > 0 else { return }
        for (id, state) in append.state.recipientStates where state.beganAgain ?? 0 >= first {
            try end(id, of: append.state.id, withLinks: state.readdressed ?? 0 >= first, in: connection)
        }
        for case .corrected(let correction) in append.rows.map(\.event.body) {
            for id in correction.removedRecipients {
                try end(id, of: append.state.id, withLinks: true, in: connection)
            }
        }
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
