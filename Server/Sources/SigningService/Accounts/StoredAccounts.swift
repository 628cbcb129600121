import Accounts
import Foundation
import IdentityService
import Ledger

extension AccountStore {
    /// Opens the accounts of an existing data directory, whether or not a service is running on it.
    ///
    /// - Throws: ``StorageError`` if the directory has no data or cannot be opened
    public init(existing directory: URL) throws {
        self = try ServiceStorage(existing: directory).accounts()
    }
}

extension Applications {
    /// Opens the applications of an existing data directory, whether or not a service is running on it.
    ///
    /// - Throws: ``StorageError``, also for a folder without data
    public init(existing directory: URL) throws {
        let storage = try ServiceStorage(existing: directory)
        self.init(storage.accounts(), store: SQLApplicationStore(storage.database))
    }
}
