import Envelopes
import Essentials
import Foundation
import Ledger
import Testing

@testable import Countersign
@testable import TestSupport

/// A device's store in a folder.
private struct DeviceKeeper: HistoryKeeper {
    let device: DeviceStore

    init(folder: URL, files: DurableFile) throws { device = try DeviceStore(folder: folder, files: files) }

    func store(_ data: Data) async throws -> BlobHash { try await device.store(data) }
    func blob(_ hash: BlobHash) async throws -> Data { try await device.blob(hash) }
    func add(_ history: History) async throws {
        try await device.add(history, name: "Sample", origin: .composed)
    }

    func append(_ events: [Event], leadingTo envelope: Envelope) async throws {
        try await device.append(events, leadingTo: envelope)
    }

    /// What the device lists goes with what the ledger has.
    func events(of id: EnvelopeID) async throws -> [Event] {
        guard let listed = try await device.cached(id) else { return [] }
        let history = try await device.history(id)
        #expect(listed.status == history.envelope.status)
        return history.events
    }

    func envelope(_ id: EnvelopeID) async throws -> Envelope { try await device.envelope(id) }
    func close() throws { try device.close() }
}

@Suite("Crashes of an app")
struct StoreCrashTests {
    @Test("A device that crashes before any write step loses nothing it acknowledged")
    func dying() async throws {
        let proof = try await CrashProof(DeviceKeeper.init)
        #expect(proof.failures == [])
        #expect(proof.steps == Set(WriteStep.allCases))
    }

    @Test("A sweep removes the unfinished files of a killed process")
    func leftovers() async throws {
        let folder = TemporaryFolder()
        let clock = MovableTime(Date() + 86_400)
        for step in 0..<5 {
            let store = try DeviceStore(
                folder: folder.url, files: DurableFile(before: Death(before: step).pass), now: { clock.now })
            await #expect(throws: CountersignError.self) {
                _ = try await store.store(Data("unfinished \(step)".utf8))
            }
            try store.close()
        }
        let blobs = folder.url.appending(path: "blobs")
        #expect(try DeviceStoreTests.files(blobs).isEmpty == false)
        clock.advance(7200)
        let store = try DeviceStore(folder: folder.url, now: { clock.now })
        try await store.sweep()
        #expect(try DeviceStoreTests.files(blobs) == [])
    }
}
