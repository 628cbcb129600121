/// The migrations that create a database's tables: named steps, each run once, in order.
///
/// A step that has shipped never changes; add a new one instead.
///
/// Tables are declared in words that belong to no engine; each engine translates them (`SQLiteDialect`):
///
/// | word | meaning |
/// | --- | --- |
/// | `TEXT` | text |
/// | `BIGINT` | a signed 64-bit number; also times in microseconds, and truth as 0 or 1 |
/// | `BYTES` | bytes |
/// | `NUMBERED KEY` | a primary key that numbers the rows; a number is never used again |
/// | `BY KEY`, behind the closing bracket | the engine may store the rows in the order of the primary key |
public struct SQLSchema: Sendable {
    /// A named migration, run once in each database.
    public struct Step: Sendable {
        package let name: String
        package let statements: String

        /// - Parameters:
        ///   - name: unique in the schema; the database records it
        ///   - statements: SQL in the words above, each statement ended by a semicolon
        public init(_ name: String, _ statements: String) {
            self.name = name
            self.statements = statements
        }
    }

    package let steps: [Step]

    /// Runs the steps in this order.
    public init(_ steps: [Step]) {
        self.steps = steps
    }
}

extension SQLSchema.Step {
    /// The tables of the ledger.
    public static let ledger = Self("ledger", SQLEventStore.tables + SQLEventStore.countTable)
    /// What lists of envelopes are made from, and where users have put envelopes. Needed wherever ``ledger`` is.
    public static let lists = Self("lists", EnvelopeListing.tables + SQLFolderStore.tables)
    /// The tables that every service needs besides the ledger, whoever its users are.
    public static let service = Self(
        "service",
        SQLTemplateStore.tables + SQLTicketStore.tables + SQLSessionStore.tables + SQLUploadStore.tables
            + SQLJobQueue.tables + SQLLinkStore.tables + SQLCodeStore.tables
            + SQLCallCountStore.tables)
    /// The tables of webhooks.
    public static let connect = Self("connect", SQLConnectStore.tables)
    /// The table of hooks.
    public static let hooks = Self("hooks", SQLHookStore.tables)
    /// The table of API applications.
    public static let applications = Self("applications", SQLApplicationStore.tables)
    /// The table of bulk sends.
    public static let bulkSends = Self("bulk-sends", SQLBulkSendStore.tables)
    /// The tables of documents, for a service that keeps them in the database.
    public static let blobs = Self("blobs", SQLBlobStore.tables + SQLUploadParts.table)
    /// The tables of drafts that are being composed.
    public static let composing = Self("composing", SQLComposingStore.tables)
    /// The tables of messages and brands.
    public static let mail = Self("mail", SQLReturnStore.tables + SQLBrandStore.tables)
}
