import Ledger

/// The database of a user's envelopes on this device: the ledger's tables, and additional ones that only a device has.
enum DeviceTables {
    static let schema = SQLSchema([.ledger, .init("device", envelopes + TemplateTables.sql), .lists])

    /// `localEnvelope` holds the envelopes that the device lists and uploads. Its `id` is that of the ledger's
    /// envelope, if there is one. `draft` is the draft being composed. `sequence` and `status` follow the ledger's
    /// until the upload; afterwards `status` is what the server reported. `lastHash` is the hash of the last event, and
    /// `lastAct` the number of the last event that an upload must not lose.
    private static let envelopes = """
        CREATE TABLE localEnvelope (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            subject TEXT NOT NULL,
            state TEXT NOT NULL,
            status TEXT,
            origin TEXT NOT NULL,
            template TEXT,
            size BIGINT NOT NULL,
            documentCount BIGINT NOT NULL,
            createdAt BIGINT NOT NULL,
            changedAt BIGINT NOT NULL,
            sequence BIGINT NOT NULL,
            lastHash TEXT,
            lastAct BIGINT NOT NULL DEFAULT 0,
            confirmedSequence BIGINT NOT NULL,
            isSigned BIGINT NOT NULL,
            wasSent BIGINT NOT NULL DEFAULT 0,
            sentAt BIGINT,
            receipt BYTES,
            serverID TEXT,
            failedAttempts BIGINT NOT NULL DEFAULT 0,
            lastFailure TEXT,
            syncConflict BYTES,
            evidence TEXT,
            draft BYTES
        );
        CREATE INDEX localEnvelopeByChange ON localEnvelope(changedAt, id);
        CREATE INDEX localEnvelopeByState ON localEnvelope(state, createdAt);
        CREATE UNIQUE INDEX oneDraft ON localEnvelope(state) WHERE state = 'draft';
        CREATE TABLE envelopeBlob (
            envelopeID TEXT NOT NULL REFERENCES localEnvelope(id) ON DELETE CASCADE,
            hash TEXT NOT NULL,
            size BIGINT NOT NULL,
            PRIMARY KEY (envelopeID, hash)
        ) BY KEY;
        CREATE TABLE setting (
            name TEXT PRIMARY KEY NOT NULL,
            value TEXT NOT NULL
        ) BY KEY;

        """
}
