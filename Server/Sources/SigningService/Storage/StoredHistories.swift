import Envelopes
import Foundation
import Ledger

/// Checks what a data directory holds of envelopes, from the bytes: every event's form, hash and link, the rules, the
/// stored state, every document and other file, also those of templates, and the authority's keys. A running service does not repeat this for
/// what it has read before.
public struct StoredHistories: Sendable {
    /// One thing that is not as it was stored.
    public struct Problem: Sendable, Hashable, Encodable {
        /// `nil` for a file that no envelope names, such as a template's.
        public let envelopeId: String?
        /// What is wrong, in one sentence.
        public let message: String
    }

    /// What a check found.
    public struct Report: Sendable, Encodable {
        /// The number of envelopes that were checked.
        public var envelopes = 0
        /// The number of their events.
        public var events = 0
        /// The number of files that were read.
        public var files = 0
        /// Whatever is not as it was stored; empty if all is well.
        public var problems: [Problem] = []
    }

    private let database: any SQLDatabase
    private let store: SQLEventStore
    private let blobs: any BlobStore
    private let storage: ServiceStorage

    /// - Throws: ``StorageError`` if the folder holds no data
    public init(existing folder: URL) throws {
        storage = try ServiceStorage(existing: folder)
        // Remembers nothing: each byte is read.
        database = storage.database
        store = SQLEventStore(database, remembersStates: false)
        blobs = try storage.blobs()
    }

    /// Checks all envelopes, also while a service is running.
    ///
    /// - Parameter progress: called after each envelope with what was found so far
    public func check(_ progress: (Report) -> Void = { _ in }) async throws -> Report {
        var report = Report()
        var last: EnvelopeID?
        var read: Set<BlobHash> = []
        while true {
            let ids = try await store.ids(after: last, count: 500)
            guard let end = ids.last else { break }
            for id in ids {
                await check(id, &report, &read)
                progress(report)
            }
            last = end
        }
        for hash in try await SQLTemplateStore.blobs(in: database) where read.insert(hash).inserted {
            await check(hash, of: nil, &report)
            progress(report)
        }
        for hash in try await blobs.stored(before: .distantFuture).sorted() where !read.contains(hash) {
            // A service may have removed it meanwhile.
            if try await blobs.contains(hash) { await check(hash, of: nil, &report) }
            progress(report)
        }
        if let problem = storage.authorityProblem() {
            report.problems.append(Problem(envelopeId: nil, message: problem))
        }
        return report
    }

    private func check(_ id: EnvelopeID, _ report: inout Report, _ read: inout Set<BlobHash>) async {
        report.envelopes += 1
        do {
            // The state first: a service may store further events meanwhile.
            let state = try await store.envelope(id)
            let history = try History(try await store.events(of: id))
            report.events += history.events.count
            if let state {
                let then = history.events.prefix(state.lastSequence)
                let isSame = try then.count == state.lastSequence && History(Array(then)).envelope == state
                if !isSame {
                    report.problems.append(
                        Problem(envelopeId: id.rawValue, message: "Its stored state is not what its events lead to."))
                }
            }
            for hash in Set(history.events.flatMap(\.body.blobs)).sorted() {
                await check(hash, of: id, &report)
                read.insert(hash)
            }
        } catch {
            report.problems.append(Problem(envelopeId: id.rawValue, message: "\(error)"))
        }
    }

    private func check(_ hash: BlobHash, of id: EnvelopeID?, _ report: inout Report) async {
        report.files += 1
        do {
            _ = try await blobs.data(hash)
        } catch {
            report.problems.append(Problem(envelopeId: id?.rawValue, message: "\(error)"))
        }
    }
}
