import Essentials
import Foundation
import Testing

@testable import PageImages

/// Holds tasks back until it is opened.
private actor Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOpen = false

    func pass() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        waiting.forEach { $0.resume() }
        waiting = []
    }
}

/// Who came, in order.
private final class Order: Sendable {
    private let kept = Locked<[String]>([])
    var names: [String] { kept.withLock { $0 } }
    func add(_ name: String) { kept.withLock { $0.append(name) } }
}

@Suite("Fair slots for programs")
struct FairSlotsTests {
    private static func share(_ account: String, _ visitor: String = "one") -> FairShare {
        FairShare(account: account, visitor: visitor)
    }

    /// Waits until so many stand in line.
    private func wait(for count: Int, in slots: FairSlots) async throws {
        while await slots.line < count { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test("An account with many requests leaves a slot to others", .timeLimit(.minutes(10)))
    func lastSlot() async throws {
        let slots = FairSlots(count: 4)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 { group.addTask { try await slots.run(for: Self.share("greedy")) { await gate.pass() } } }
            try await wait(for: 9, in: slots)
            // Nobody has ended; another account's page is drawn all the same.
            #expect(try await slots.run(for: Self.share("other")) { 7 } == 7)
            #expect(await slots.line == 9)
            await gate.open()
            try await group.waitForAll()
        }
        #expect(await slots.line == 0)
    }

    @Test("Accounts with fewer running programs go first, then visitors", .timeLimit(.minutes(10)))
    func order() async throws {
        let slots = FairSlots(count: 2)
        let gate = Gate()
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (account, visitor, line, name) in [
                ("a", "1", 0, "first"), ("a", "1", 1, "a1"), ("a", "2", 2, "a2"), ("b", "1", 2, "b1"),
            ] {
                group.addTask {
                    try await slots.run(for: Self.share(account, visitor)) {
                        order.add(name)
                        await gate.pass()
                    }
                }
                try await wait(for: line, in: slots)
                while order.names.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
            }
            while order.names.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
            await gate.open()
            try await group.waitForAll()
        }
        // The second slot is not the first account's; of its own visitors, who came first goes first once none runs.
        #expect(order.names == ["first", "b1", "a1", "a2"])
    }

    @Test("A visitor with a running program lets another of the account go first", .timeLimit(.minutes(10)))
    func visitors() async throws {
        let slots = FairSlots(count: 3)
        let gates = [Gate(), Gate()]
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for gate in gates {
                group.addTask { try await slots.run(for: Self.share("a", "1")) { await gate.pass() } }
            }
            group.addTask {
                while await slots.line < 2 { try await Task.sleep(for: .milliseconds(2)) }
                await gates[0].open()
            }
            while await !slots.isFull(for: Self.share("a")) { try await Task.sleep(for: .milliseconds(2)) }
            for (line, visitor) in ["1", "2"].enumerated() {
                group.addTask {
                    try await slots.run(for: Self.share("a", visitor)) {
                        order.add(visitor)
                        await gates[1].open()
                    }
                }
                if line == 0 { try await wait(for: 1, in: slots) }
            }
            try await group.waitForAll()
        }
        #expect(order.names == ["2", "1"])
    }

    @Test("Each account's queue has its own limit", .timeLimit(.minutes(10)))
    func fullLine() async throws {
        let slots = FairSlots(count: 1, line: 2)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { try await slots.run(for: Self.share("a")) { await gate.pass() } } }
            try await wait(for: 2, in: slots)
            await #expect(throws: FairSlots.Full.self) {
                try await slots.run(for: Self.share("a", "two")) { Issue.record("It ran.") }
            }
            group.addTask { try await slots.run(for: Self.share("b")) {} }
            try await wait(for: 3, in: slots)
            await gate.open()
            try await group.waitForAll()
        }
    }

    @Test("A cancelled task leaves the queue without taking a slot", .timeLimit(.minutes(10)))
    func cancellation() async throws {
        let slots = FairSlots(count: 1)
        let gate = Gate()
        let first = Task { try await slots.run(for: Self.share("a")) { await gate.pass() } }
        while await !slots.isFull(for: Self.share("a")) { try await Task.sleep(for: .milliseconds(2)) }
        let second = Task { try await slots.run(for: Self.share("a")) { Issue.record("It ran.") } }
        try await wait(for: 1, in: slots)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        await gate.open()
        try await first.value
        #expect(try await slots.run(for: Self.share("b")) { 1 } == 1)
    }
}

/// Finishes a drawing when its gate is opened.
private final class SlowRenderer: PageRenderer {
    let gate = Gate()
    let count = Locked(0)
    let cancelled = Locked(0)
    let error = Locked<PageImageError?>(nil)

    func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data {
        count.withLock { $0 += 1 }
        await withTaskCancellationHandler {
            await gate.pass()
        } onCancel: {
            cancelled.withLock { $0 += 1 }
            Task { await gate.open() }
        }
        try Task.checkCancellation()
        if let error = error.withLock({ $0 }) { throw error }
        return Data("\(page)".utf8)
    }

    func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] { [] }
}

@Suite("Shared drawings")
struct SharedDrawingsTests {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("shared-\(UUID().uuidString)")
    private let source = PageSource(hash: String(repeating: "a", count: 64)) { Data() }

    @Test("Many requests for one page share one drawing", .timeLimit(.minutes(10)))
    func together() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let slow = SlowRenderer()
        let cached = CachedPageRenderer(slow, directory: directory)
        let source = source
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<20 { group.addTask { try await cached.image(ofPage: 3, of: source, width: 640) } }
            try await Task.sleep(for: .milliseconds(50))
            await slow.gate.open()
            for try await image in group { #expect(image == Data("3".utf8)) }
        }
        #expect(slow.count.withLock { $0 } == 1)
    }

    @Test("A drawing is cancelled when its last waiting caller leaves", .timeLimit(.minutes(10)))
    func abandoned() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let slow = SlowRenderer()
        let cached = CachedPageRenderer(slow, directory: directory)
        let source = source
        let tasks = (0..<2).map { _ in Task { try await cached.image(ofPage: 1, of: source, width: 640) } }
        while slow.count.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(2)) }
        try await Task.sleep(for: .milliseconds(50))
        tasks[0].cancel()
        try await Task.sleep(for: .milliseconds(50))
        #expect(slow.cancelled.withLock { $0 } == 0)
        tasks[1].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[1].value }
        #expect(slow.cancelled.withLock { $0 } == 1)
        // Whoever comes later gets a drawing of their own.
        #expect(try await cached.image(ofPage: 1, of: source, width: 640) == Data("1".utf8))
    }

    @Test(
        "A page that failed is not redrawn at once, unless the failure was not its fault",
        arguments: [
            (PageImageError.unrenderable(page: 1, reason: "x"), 1), (.timedOut(page: 1, seconds: 20), 1),
            (.programFailed(reason: "x"), 2), (.fileProblem(path: "x", reason: "x"), 2),
        ])
    func failures(error: PageImageError, tries: Int) async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let slow = SlowRenderer()
        await slow.gate.open()
        slow.error.withLock { $0 = error }
        let cached = CachedPageRenderer(slow, directory: directory)
        for _ in 0..<2 {
            await #expect(throws: error) { try await cached.image(ofPage: 1, of: source, width: 640) }
        }
        #expect(slow.count.withLock { $0 } == tries)
        let forgetful = CachedPageRenderer(slow, directory: directory, failureLife: .zero)
        for _ in 0..<2 { _ = try? await forgetful.image(ofPage: 1, of: source, width: 640) }
        #expect(slow.count.withLock { $0 } == tries + 2)
    }
}
