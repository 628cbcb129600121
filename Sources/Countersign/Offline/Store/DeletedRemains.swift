import Envelopes
import Foundation
import Ledger

/// The last step of a log-out: removes from the disk what the other steps have deleted.
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
    /// Removes every unreferenced blob, including recent ones, and deleted rows that remain in the database's file and
    /// log. Called only after the session's end, when nobody is about to reference a blob.
    func removeRemains() async throws(CountersignError) {
        try await sweep(before: .distantFuture)
        do {
            // Deleted rows stay in free pages until the file is rewritten, and in the log until it is truncated.
            try await database.removeDeleted()
        } catch {
            throw CountersignError(storing: error)
        }
    }
}
