import Envelopes
import Essentials
import Foundation
import Ledger
import TestSupport
import Testing

/// The service's ledger in a folder.
private struct ServiceKeeper: HistoryKeeper {
    let blobs: FolderBlobStore
    let events: SQLEventStore
    let database: SQLiteDatabase

    init(folder: URL, files: DurableFile) throws {
        blobs = try FolderBlobStore(folder: folder.appendingPathComponent("blobs"), files: files)
        database = try SQLiteDatabase(
            file: folder.appendingPathComponent("ledger.sqlite"), schema: SQLSchema([.ledger, .lists]))
        events = SQLEventStore(database, before: files.before)
    }

    func store(_ data: Data) async throws -> BlobHash { try await blobs.store(data) }
    func blob(_ hash: BlobHash) async throws -> Data { try await blobs.data(hash) }
    func add(_ history: History) async throws { try await append(history.events, leadingTo: history.envelope) }

    func append(_ events: [Event], leadingTo envelope: Envelope) async throws {
        try await self.events.append(events, leadingTo: envelope, requestDigest: nil)
    }

    func events(of id: EnvelopeID) async throws -> [Event] { try await events.events(of: id) }
    func envelope(_ id: EnvelopeID) async throws -> Envelope { try #require(try await events.envelope(id)) }
    func close() throws { try database.close() }
}

@Suite("Crashes of the service")
struct CrashTests {
    @Test("A service that crashes before any write step loses nothing it acknowledged")
    func dying() async throws {
        let proof = try await CrashProof(ServiceKeeper.init)
        #expect(proof.failures == [])
        #expect(proof.steps == Set(WriteStep.allCases))
    }

    @Test("The crash test detects a store that acknowledges a lost write")
    func lying() async throws {
        struct Forgetful: HistoryKeeper {
            let keeper: ServiceKeeper
            func store(_ data: Data) async throws -> BlobHash { try await keeper.store(data) }
            func blob(_ hash: BlobHash) async throws -> Data { try await keeper.blob(hash) }
            func add(_ history: History) async throws { try await keeper.add(history) }
            func append(_ events: [Event], leadingTo envelope: Envelope) async throws {
                do { try await keeper.append(events, leadingTo: envelope) } catch {}
            }
            func events(of id: EnvelopeID) async throws -> [Event] { try await keeper.events(of: id) }
            func envelope(_ id: EnvelopeID) async throws -> Envelope { try await keeper.envelope(id) }
            func close() throws { try keeper.close() }
        }
        await #expect(throws: (any Error).self) {
            let proof = try await CrashProof { Forgetful(keeper: try ServiceKeeper(folder: $0, files: $1)) }
            if !proof.failures.isEmpty { throw StorageError.database(reason: proof.failures.joined()) }
        }
    }
}
