import Foundation
import Ledger

/// Where a PostgreSQL database is: an address as libpq reads it, `postgresql://user@host:port/name?option=value`.
///
/// Whatever the address leaves out, libpq takes from its environment and files: `PGPASSWORD`, `~/.pgpass`,
/// `PGSSLROOTCERT` and so on. Several hosts may be named; the one that takes writes is used.
public struct PostgreSQLAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address, without a password.
    public let description: String

    /// - Throws: a sentence for an address of another kind, or with a password: everybody on the machine can read a
    ///   program's arguments
    public init(_ text: String) throws(StorageError) {
        guard text.count <= 2000, let scheme = ["postgresql://", "postgres://"].first(where: text.hasPrefix) else {
            throw .database(reason: "its address has to begin with postgresql://, and have 2,000 characters at most")
        }
        let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        let user = authority.lastIndex(of: "@").map { authority[..<$0] } ?? ""
        let options = text.drop { $0 != "?" }.dropFirst().split(separator: "&")
        guard !user.contains(":"), !options.contains(where: { $0.hasPrefix("password=") }) else {
            throw .database(
                reason: "its address holds a password, which others can read; put it in ~/.pgpass or PGPASSWORD")
        }
        description = text
    }
}

/// How many connections a process opens to PostgreSQL, and how long it waits, in seconds.
public struct PostgreSQLSettings: Sendable {
    /// The maximum number of connections, and of transactions at once.
    public var connections = 10
    /// The maximum number of transactions that wait for a connection.
    public var queue = 1000
    /// How long opening a connection may take, for each host.
    public var connecting: TimeInterval = 10
    /// How long a transaction waits for a connection, and is tried again while the database is away or busy.
    public var patience: TimeInterval = 30
    /// How long one statement may take.
    public var statement: TimeInterval = 60

    /// The usual settings.
    public init() {}
}
