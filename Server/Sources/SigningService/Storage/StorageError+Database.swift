import Foundation
import Ledger

extension StorageError {
    /// What the database of a folder found wrong, as a sentence for people; `nil` for another error.
    public init?(database error: any Error, in folder: URL) {
        guard case StorageError.database(let reason)? = error as? StorageError else { return nil }
        self = .file(path: folder.standardizedFileURL.path, reason: "the database: \(reason)")
    }
}
