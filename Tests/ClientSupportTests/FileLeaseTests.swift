import Essentials
import Foundation
import TestSupport
import Testing

@testable import ClientSupport

@Suite("Turns of processes that share a file")
struct FileLeaseTests {
    /// A clock that a test moves.
    private struct Clock {
        let time = Locked(1_000_000)

        var clock: DeviceClock { DeviceClock(sinceBoot: { [time] in time.withLock { $0 } }, boot: { nil }) }

        func pass(_ seconds: Int) { time.withLock { $0 += seconds * 1000 } }
    }

    private func record(_ file: URL) throws -> String {
        String(decoding: try Data(contentsOf: file), as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }

    @Test("Two never work at once, and the file is not locked while one works")
    func turns() async throws {
        try await withTestFolder { folder async throws in
            let file = folder.appending(path: "turn")
            let (working, most) = (Locked(0), Locked(0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask { () async throws in
                        try await FileLease(file: file).hold { () async throws in
                            let count = working.withLock { count in
                                count += 1
                                return count
                            }
                            most.withLock { $0 = max($0, count) }
                            // Others lock it for a moment, to see whose turn it is.
                            #expect(try await AdvisoryLock(file).comesFree())
                            await Task.yield()
                            working.withLock { $0 -= 1 }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(most.withLock { $0 } == 1)
            #expect(try record(file) == "")
        }
    }

    @Test("A turn is given back after an error, and what the work throws is passed on")
    func failure() async throws {
        try await withTestFolder { folder async throws in
            let lease = FileLease(file: folder.appending(path: "turn"), patience: 0)
            await #expect(throws: ClientError.unreachable(reason: "no")) {
                try await lease.hold { throw ClientError.unreachable(reason: "no") }
            }
            let next = try await lease.hold { 1 }
            #expect(next == 1)
        }
    }

    @Test("The turn of a process that is suspended is free when it runs out, that of one that has ended at once")
    func gone() async throws {
        try await withTestFolder { folder async throws in
            let (file, clock) = (folder.appending(path: "turn"), Clock())
            func take(waiting patience: TimeInterval = 0) async throws -> Bool {
                try await FileLease(file: file, life: 20, patience: patience, clock: clock.clock).hold { true }
            }
            func leave(_ process: Int32, for seconds: Int) throws {
                let until = clock.clock.sinceBoot() + seconds * 1000
                let turn = #"{"holder":"\#(UUID().uuidString)","process":\#(process),"until":\#(until)}"#
                try Data(turn.utf8).write(to: file)
            }
            // Process 1 never ends.
            try leave(1, for: 20)
            await #expect(throws: ClientError.self) { try await take() }
            clock.pass(19)
            await #expect(throws: ClientError.self) { try await take() }
            clock.pass(1)
            #expect(try await take())
            // From before the device was started again.
            try leave(1, for: 21)
            #expect(try await take())
            // No process has this number: the system gives smaller ones.
            try leave(Int32.max, for: 20)
            #expect(try await take())
            try Data("not a turn".utf8).write(to: file)
            #expect(try await take())
        }
    }

    @Test("Work that outlasts its turn does not end the next holder's turn")
    func lost() async throws {
        try await withTestFolder { folder async throws in
            let (file, clock) = (folder.appending(path: "turn"), Clock())
            try await FileLease(file: file, clock: clock.clock).hold { () async throws in
                clock.pass(30)
                let next = FileLease(file: file, patience: 0, clock: clock.clock)
                let inside = try await next.hold { try record(file) }
                #expect(inside.contains("holder"))
                let other = #"{"holder":"\#(UUID().uuidString)","process":1,"until":9}"#
                try Data(other.utf8).write(to: file)
            }
            #expect(try record(file).contains(#""until":9"#))
        }
    }

    @Test("The holder renews a turn that lasts")
    func renewed() async throws {
        try await withTestFolder { folder async throws in
            let (file, clock) = (folder.appending(path: "turn"), Clock())
            try await FileLease(file: file, life: 0.2, clock: clock.clock).hold { () async throws in
                let first = try record(file)
                clock.pass(1)
                while try record(file) == first { try await Task.sleep(for: .milliseconds(5)) }
                #expect(try record(file).contains(#""until":1001200"#))
            }
        }
    }
}
