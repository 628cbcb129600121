import Accounts
import Foundation
import IdentityService
import Ledger

extension AccountStore {
    /// The accounts of a service's database. A user who is removed loses their password and their known browsers too.
    init(_ database: ServiceDatabase, now: @escaping @Sendable () -> Date = { Date() }) {
        self.init(database.sql, now: now) { user, connection in try PasswordStore.remove(user, in: connection) }
    }

    /// Opens the accounts of an existing data directory, whether or not a service is running on it.
    ///
    /// - Throws: ``StorageError`` if the directory has no data or cannot be opened
    public init(existing directory: URL) throws {
        self.init(try ServiceDatabase(DataDirectory(existing: directory)))
    }
}

extension Applications {
    /// Opens the applications of an existing data directory, whether or not a service is running on it.
    ///
    /// - Throws: ``StorageError``, also for a folder without data
    public init(existing directory: URL) throws {
        let database = try ServiceDatabase(DataDirectory(existing: directory))
        self.init(AccountStore(database), store: SQLApplicationStore(database.sql))
    }
}
