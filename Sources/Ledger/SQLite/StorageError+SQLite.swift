import GRDB

extension StorageError {
    /// Describes an SQLite error for people.
    init(_ error: DatabaseError) {
        guard error.resultCode != .SQLITE_FULL else {
            self = .full(what: "The database")
            return
        }
        let reason =
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: "its file is damaged or not a database"
            case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
                "it cannot be opened; this user needs read and write access to the folder and its files"
            case .SQLITE_READONLY: "it cannot be written; this user or the disk allows reading only"
            case .SQLITE_BUSY, .SQLITE_LOCKED: "another program keeps it busy; try again later"
            case .SQLITE_IOERR: "the disk fails to read or write it"
            default: "it cannot be used (\(error.message ?? "SQLite error \(error.resultCode.rawValue)"))"
            }
        self = .database(reason: reason)
    }
}
