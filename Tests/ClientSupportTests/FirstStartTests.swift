import Essentials
import Foundation
import TestSupport
import Testing

@testable import ClientSupport

@Suite("The first start after an installation")
struct FirstStartTests {
    @Test("What an earlier installation left is removed once, before anything is read")
    func once() async throws {
        try await withTestFolder { folder in
            let mark = folder.appending(path: "container/installed")
            let cleaned = Locked(0)
            let start = FirstStart(mark: mark)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try? start.pass { cleaned.withLock { $0 += 1 } }
                        #expect(cleaned.withLock { $0 } == 1)
                    }
                }
            }
            // The app is started again.
            try FirstStart(mark: mark).pass { cleaned.withLock { $0 += 1 } }
            #expect(cleaned.withLock { $0 } == 1)
            // The app is removed and installed again.
            try FileManager.default.removeItem(at: mark.deletingLastPathComponent())
            try FirstStart(mark: mark).pass { cleaned.withLock { $0 += 1 } }
            #expect(cleaned.withLock { $0 } == 2)
        }
    }

    @Test("Where it cannot be removed yet, nothing is read, and the next call tries again")
    func locked() async throws {
        try await withTestFolder { folder in
            let start = FirstStart(mark: folder.appending(path: "installed"))
            let locked = ClientError.credentials(reason: "the device is locked")
            for _ in 0..<2 {
                #expect(throws: locked) { try start.pass { () throws(ClientError) in throw locked } }
            }
            let cleaned = Locked(false)
            try start.pass { cleaned.withLock { $0 = true } }
            #expect(cleaned.withLock { $0 })
        }
    }

    @Test("Without a place for the mark, nothing is read: the next start would remove it")
    func unwritable() async throws {
        try await withTestFolder { folder in
            let file = folder.appending(path: "file")
            try Data().write(to: file)
            let start = FirstStart(mark: file.appending(path: "installed"))
            #expect(throws: ClientError.self) { try start.pass {} }
        }
    }
}
