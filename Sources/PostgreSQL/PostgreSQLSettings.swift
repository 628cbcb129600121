import Foundation
import Ledger

#if canImport(CPostgreSQL)
    import CPostgreSQL
#endif

/// Where a PostgreSQL database is: an address as libpq reads it, `postgresql://user@host:port/name?option=value`.
///
/// Whatever the address leaves out, libpq takes from its environment and files: `PGPASSWORD`, `~/.pgpass`,
/// `PGSSLROOTCERT` and so on. Several hosts may be named; the one that takes writes is used.
public struct PostgreSQLAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address, without a password.
    public let description: String

    /// The maximum length of an address, in characters.
    private static let longest = 2000

    /// - Throws: a sentence for an address of another kind, or with a password: everybody on the machine can read a
    ///   program's arguments. It never repeats the address
    public init(_ text: String) throws(StorageError) {
        guard ["postgresql://", "postgres://"].contains(where: text.hasPrefix) else {
            throw .database(reason: "its address does not begin with postgresql://")
        }
        guard text.count <= Self.longest, !text.utf8.contains(0) else {
            throw .database(reason: "its address has more than 2,000 characters, or none that can be read")
        }
        #if canImport(CPostgreSQL)
            // libpq decides what a password is, however it is written.
            guard let options = PQconninfoParse(text, nil) else {
                throw .database(reason: "its address cannot be read; write it as postgresql://user@host:port/name")
            }
            defer { PQconninfoFree(options) }
            var given: [String: String] = [:]
            var option = options
            while let keyword = option.pointee.keyword {
                given[String(cString: keyword)] = option.pointee.val.map { String(cString: $0) }
                option += 1
            }
            guard given["password"] == nil, given["sslpassword"] == nil else {
                throw .database(
                    reason: "its address holds a password, which others can read; put it in ~/.pgpass or PGPASSWORD")
            }
            guard (given["port"] ?? "").allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ",") }) else {
                throw .database(reason: "its address has a port that is not a number")
            }
        #endif
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
    /// How long a connection that nobody uses stays open.
    public var idle: TimeInterval = 60
    /// How long a transaction waits for a connection, and is tried again while the database is away or busy.
    public var patience: TimeInterval = 30
    /// How long after ``statement`` a server that is silent counts as gone.
    public var silence: TimeInterval = 5
    /// How long one statement may take.
    public var statement: TimeInterval = 30

    /// The usual settings.
    public init() {}
}
