import Foundation
import Ledger

extension StorageError {
    /// Describes a database error in a folder as a sentence for people; returns `nil` for other errors.
    public init?(database error: any Error, in folder: URL) {
        guard case StorageError.database(let reason)? = error as? StorageError else { return nil }
        self = .file(path: folder.standardizedFileURL.path, reason: "the database: \(reason)")
    }
}
