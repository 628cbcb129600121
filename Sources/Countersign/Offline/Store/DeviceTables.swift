import Ledger

/// The database of a user's envelopes on this device: the ledger's tables, and additional ones that only a device has.
enum DeviceTables {
    static let schema = SQLSchema([.ledger, .init("device", envelopes + TemplateTables.sql)])

    /// `localEnvelope` holds the envelopes that the device lists and uploads. Its `id` is that of the ledger's
    /// envelope, if there is one. `draft` is the draft being composed. `sequence` and `status` follow the ledger's
    /// until the upload; afterwards `status` is what the server reported.
    private static let envelopes = """
        CREATE TABLE localEnvelope (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            subject TEXT NOT NULL,
            state TEXT NOT NULL,
            status TEXT,
            origin TEXT NOT NULL,
            template TEXT,
            size INTEGER NOT NULL,
            documentCount INTEGER NOT NULL,
            createdAt INTEGER NOT NULL,
            changedAt INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            confirmedSequence INTEGER NOT NULL,
            isSigned INTEGER NOT NULL,
            wasSent INTEGER NOT NULL DEFAULT 0,
            sentAt INTEGER,
            receipt BLOB,
            serverID TEXT,
            failedAttempts INTEGER NOT NULL DEFAULT 0,
            lastFailure TEXT,
            syncConflict BLOB,
            evidence TEXT,
            draft BLOB
        ) STRICT;
        CREATE INDEX localEnvelopeByChange ON localEnvelope(changedAt, id);
        CREATE INDEX localEnvelopeByState ON localEnvelope(state, createdAt);
        CREATE UNIQUE INDEX oneDraft ON localEnvelope(state) WHERE state = 'draft';
        CREATE TABLE envelopeBlob (
            envelopeID TEXT NOT NULL REFERENCES localEnvelope(id) ON DELETE CASCADE,
            hash TEXT NOT NULL,
            size INTEGER NOT NULL,
            PRIMARY KEY (envelopeID, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE setting (
            name TEXT PRIMARY KEY NOT NULL,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        """
}
