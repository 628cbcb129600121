import Envelopes
import Foundation
import Ledger

/// Checks everything that a data directory holds of envelopes, from the bytes: every event's form and hash, every link,
/// the rules, the stored state, and every file that an event names. A service that runs does not do this again for what
/// it has read before.
public struct StoredHistories: Sendable {
    /// One envelope that is not as it was stored.
    public struct Problem: Sendable, Hashable, Encodable {
        public let envelopeId: String
        /// What is wrong, in one sentence.
        public let message: String
    }

    /// What a check found.
    public struct Report: Sendable, Encodable {
        public var envelopes = 0
        public var events = 0
        public var files = 0
        public var problems: [Problem] = []
    }

    private let store: SQLEventStore
    private let blobs: FolderBlobStore

    /// - Throws: ``StorageError`` if the folder holds no data
    public init(existing folder: URL) throws {
        let storage = try ServiceStorage(existing: folder)
        // Remembers nothing: each byte is read.
        store = SQLEventStore(storage.database, remembersStates: false)
        blobs = try storage.blobs()
    }

    /// Checks all envelopes, also while a service is running.
    ///
    /// - Parameter progress: called after each envelope with what was found so far
    public func check(_ progress: (Report) -> Void = { _ in }) async throws -> Report {
        var report = Report()
        var last: EnvelopeID?
        while true {
            let ids = try await store.ids(after: last, count: 500)
            guard let end = ids.last else { return report }
            for id in ids {
                await check(id, &report)
                progress(report)
            }
            last = end
        }
    }

    private func check(_ id: EnvelopeID, _ report: inout Report) async {
        report.envelopes += 1
        do {
            let history = try History(try await store.events(of: id))
            report.events += history.events.count
            // A service may have stored further events meanwhile.
            if let state = try await store.envelope(id), state.lastSequence == history.envelope.lastSequence,
                state != history.envelope
            {
                report.problems.append(
                    Problem(envelopeId: id.rawValue, message: "Its stored state is not what its events lead to."))
            }
            for hash in Set(history.events.flatMap(\.body.blobs)).sorted(by: { $0.rawValue < $1.rawValue }) {
                report.files += 1
                do {
                    _ = try await blobs.data(hash)
                } catch {
                    report.problems.append(Problem(envelopeId: id.rawValue, message: "\(error)"))
                }
            }
        } catch {
            report.problems.append(Problem(envelopeId: id.rawValue, message: "\(error)"))
        }
    }
}
