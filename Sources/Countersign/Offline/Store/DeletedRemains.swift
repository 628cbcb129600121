import Envelopes
import Foundation
import Ledger

/// The last part of a log-out: what the others have deleted is not on the disk any more.
struct DeletedRemains: LogOutPart {
    func clear(
        _ user: SessionUser, _ deletion: LogOutDeletion
    ) async throws(CountersignError) -> [CountersignEvent] {
        guard let store = try DeviceStore.existing(of: user) else { return [] }
        defer { try? store.close() }
        try await store.removeRemains()
        return []
    }
}

extension DeviceStore {
    /// Removes every blob that nothing names, also those that somebody wrote just now, and what the database's file and
    /// its log still hold of deleted rows. Only after the session's end: nobody is about to name a blob then.
    func removeRemains() async throws(CountersignError) {
        try await sweep(before: .distantFuture)
        do {
            // Deleted rows stay in free pages until the file is written anew, and in the log until it is cut.
            try await database.removeDeleted()
        } catch {
            throw CountersignError(storing: error)
        }
    }
}
