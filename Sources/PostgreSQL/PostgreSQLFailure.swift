import Ledger

/// What went wrong in a transaction, and whether trying it again may help.
struct PostgreSQLFailure: Error {
    enum Kind: Equatable {
        /// Another transaction came between: the same one may succeed now.
        case contended
        /// A row with this key exists by now: a second look at it decides.
        case duplicate
        /// The connection is of no use any more. Nothing has been stored, unless it was lost while it committed.
        case lost
        /// The statement was stopped, because it took too long or nobody waits for it any more.
        case canceled
        /// Trying again does not help.
        case final
    }

    let kind: Kind
    let error: StorageError

    /// - Parameters:
    ///   - state: the SQLSTATE, five characters (PostgreSQL's appendix A); `nil` if the server did not answer
    ///   - message: the server's or libpq's own message
    ///   - isOpen: whether the connection can still be used
    ///   - writes: whether the transaction may write
    init(state: String?, message: String, isOpen: Bool, writes: Bool = true) {
        kind =
            switch state {
            // serialization_failure, deadlock_detected, lock_not_available
            case "40001", "40P01", "55P03": .contended
            // unique_violation
            case "23505": .duplicate
            // read_only_sql_transaction: this server has become a standby
            case "25006" where writes: .lost
            // feature_not_supported: a newer version has changed a table that a prepared statement reads
            case "0A000": .lost
            // query_canceled
            case "57014": .canceled
            case let state? where state.hasPrefix("08") || state.hasPrefix("57P"): .lost
            // too_many_connections
            case "53300": .lost
            default: isOpen ? .final : .lost
            }
        error =
            switch (kind, state) {
            case (_, "53100"): .full(what: "The database")
            case (.contended, _): .unavailable(reason: "other transactions keep it busy; try again later")
            case (.lost, _): .unavailable(reason: "PostgreSQL says: \(Self.sentence(of: message))")
            case (.canceled, _): .database(reason: "a statement took too long and was stopped")
            default: .database(reason: "PostgreSQL says: \(Self.sentence(of: message))")
            }
    }

    /// The first line of each part: of several hosts, each has its own.
    private static func sentence(of message: String) -> String {
        let lines = message.split(separator: "\n").map(String.init)
        let first = lines.prefix(1) + lines.dropFirst().filter { $0.hasPrefix("connection to server") }
        let parts = first.map { line -> String in
            var text = line.hasPrefix("ERROR:") || line.hasPrefix("FATAL:") ? String(line.dropFirst(6)) : line
            text = String(text.drop(while: \.isWhitespace).prefix(300))
            return text.hasSuffix(".") ? String(text.dropLast()) : text
        }
        return parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
    }
}
