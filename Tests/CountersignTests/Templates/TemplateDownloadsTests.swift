import Envelopes
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Shared template downloads")
struct TemplateDownloadsTests {
    private let id = TemplateID(UUID())

    @Test("A cancelled caller leaves at once, and the others get the template")
    func oneLeaves() async throws {
        let downloads = TemplateDownloads()
        let (begun, gate) = (Gate(), Gate())
        let work: @Sendable () async throws(CountersignError) -> Void = { () async throws(CountersignError) in
            begun.open()
            await gate.wait()
            if Task.isCancelled { throw .cancelled }
        }
        let stays = Task { [id] in try await downloads.run(id, work) }
        await begun.wait()
        let leaves = Task { [id] in
            try await downloads.run(id) { () async throws(CountersignError) in
                Issue.record("a second download")
            }
        }
        leaves.cancel()
        // The download has not ended yet.
        await #expect(throws: CountersignError.cancelled) { try await leaves.value }
        #expect(await downloads.waiting(for: id) == 1)
        gate.open()
        try await stays.value
        #expect(await downloads.waiting(for: id) == 0)
    }

    @Test("The caller who started a download can leave too")
    func firstLeaves() async throws {
        let downloads = TemplateDownloads()
        let (begun, gate, joined) = (Gate(), Gate(), Gate())
        let first = Task { [id] in
            try await downloads.run(id) { () async throws(CountersignError) in
                begun.open()
                await gate.wait()
                if Task.isCancelled { throw .cancelled }
            }
        }
        await begun.wait()
        let second = Task { [id] in
            joined.open()
            try await downloads.run(id) { () async throws(CountersignError) in }
        }
        await joined.wait()
        while await downloads.waiting(for: id) < 2 { await Task.yield() }
        first.cancel()
        await #expect(throws: CountersignError.cancelled) { try await first.value }
        gate.open()
        try await second.value
    }

    @Test("The last caller to leave cancels the download, and the next one starts again")
    func everybodyLeaves() async throws {
        let downloads = TemplateDownloads()
        let (begun, gate, ended) = (Gate(), Gate(), Gate())
        let only = Task { [id] in
            try await downloads.run(id) { () async throws(CountersignError) in
                begun.open()
                await gate.wait()
                #expect(Task.isCancelled)
                ended.open()
            }
        }
        await begun.wait()
        only.cancel()
        await #expect(throws: CountersignError.cancelled) { try await only.value }
        let again = Tally()
        try await downloads.run(id) { () async throws(CountersignError) in again.add() }
        #expect(again.value == 1)
        gate.open()
        await ended.wait()
    }

    @Test("A failure reaches every caller")
    func failure() async throws {
        let downloads = TemplateDownloads()
        let id = id
        let work: @Sendable () async throws(CountersignError) -> Void = { () async throws(CountersignError) in
            throw CountersignError.templateNotCached(id)
        }
        await #expect(throws: CountersignError.templateNotCached(id)) {
            try await downloads.run(id, work)
        }
    }
}
