import Envelopes

/// What opens a recipient's part.
extension SQLEventStore {
    /// Takes back what an earlier person could open a recipient's part with, and what they were shown. Runs in the
    /// transaction of the event that gives the part to somebody else, so that nobody can act for that person.
    static func revokeAccess(
        of recipient: RecipientID, in envelope: EnvelopeID, holdsVisits: Bool, _ connection: any SQLConnection
    ) throws {
        for table in ["shownPage"] + (holdsVisits ? ["link", "session", "ticket", "mailCode"] : []) {
            try connection.run(
                "DELETE FROM \(table) WHERE envelopeID = ? AND recipientID = ?",
                [envelope.rawValue, recipient.rawValue])
        }
    }
}
