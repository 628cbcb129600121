import Accounts
import Foundation
import Ledger

extension EnvelopeService.Stores {
    /// Returns stores in memory, which last as long as this value: for tests.
    ///
    /// - Parameter wrap: wraps the store of histories, for example to inject faults
    /// - Throws: `StorageError`
    public static func inMemory(
        _ configuration: EnvelopeServiceConfiguration, tokens: any AccessTokens,
        keys: any APIKeys = NoAPIKeys(), wrapping wrap: (any EventStore) -> any EventStore = { $0 }
    ) throws -> Self {
        let database = try SQLiteDatabase(
            inMemory: SQLSchema([.ledger, .service, .connect, .mail, .bulkSends, .applications, .hooks]))
        return Self(
            ledger: EnvelopeLedger(
                events: wrap(SQLEventStore(database, endsVisits: true, now: configuration.now)),
                blobs: MemoryBlobStore(now: configuration.now)),
            tickets: SQLTicketStore(database),
            sessions: SQLSessionStore(
                database, idleLife: configuration.sessionIdleLife, life: configuration.sessionLife),
            uploads: SQLUploadStore(database, parts: MemoryUploadParts()), tokens: tokens,
            templates: SQLTemplateStore(database), links: SQLLinkStore(database), codes: SQLCodeStore(database),
            connect: SQLConnectStore(database), secrets: KeyedSecretBox(),
            jobs: SQLJobQueue(database), brands: SQLBrandStore(database), keys: keys,
            callCounts: SQLCallCountStore(database), applications: SQLApplicationStore(database),
            bulkSends: SQLBulkSendStore(database), hooks: SQLHookStore(database))
    }
}
