import Accounts
import Foundation
import Ledger

extension ServiceStores {
    /// Returns stores in memory, which last as long as this value: for tests.
    ///
    /// - Parameter wrap: wraps the store of histories, for example to inject faults
    /// - Throws: `StorageError`
    public static func inMemory(
        _ configuration: EnvelopeServiceConfiguration, tokens: any AccessTokens,
        keys: any APIKeys = NoAPIKeys(), wrapping wrap: (any EventStore) -> any EventStore = { $0 }
    ) throws -> Self {
        let database = try SQLiteDatabase(
            inMemory: SQLSchema([
                .ledger, .lists, .service, .connect, .mail, .bulkSends, .applications, .hooks, .composing,
            ]))
        return Self(
            database,
            ledger: EnvelopeLedger(
                events: wrap(SQLEventStore(database, endsVisits: true, now: configuration.now)),
                blobs: MemoryBlobStore(now: configuration.now)),
            parts: MemoryUploadParts(), jobs: SQLJobQueue(database), tokens: tokens, keys: keys,
            secrets: KeyedSecretBox(), configuration)
    }
}
