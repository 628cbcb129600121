import Essentials
import Foundation
import TestSupport
import Testing

@testable import ClientSupport

@Suite("The first start after an installation")
struct FirstStartTests {
    /// Plays the Keychain, which outlives the app.
    private final class Keychain: Sendable {
        let secrets = Locked<Set<String>>([])
        let isLocked = Locked(false)

        func pass(_ start: FirstStart) throws(ClientError) {
            try start.pass(
                isKnown: { () throws(ClientError) in
                    try check()
                    return secrets.withLock { $0.contains("mark") }
                },
                clean: { () throws(ClientError) in secrets.withLock { $0 = [] } },
                remember: { () throws(ClientError) in _ = secrets.withLock { $0.insert("mark") } })
        }

        private func check() throws(ClientError) {
            if isLocked.withLock({ $0 }) { throw .credentials(reason: "the device is locked") }
        }
    }

    @Test("An app that was removed and installed again finds no secrets of before")
    func reinstalled() async throws {
        try await withTestFolder { folder in
            let (mark, keychain) = (folder.appending(path: "container/installed"), Keychain())
            try keychain.pass(FirstStart(mark: mark))
            _ = keychain.secrets.withLock { $0.insert("token") }
            // Started again, updated, and from many threads at once.
            for _ in 0..<3 { try keychain.pass(FirstStart(mark: mark)) }
            #expect(keychain.secrets.withLock { $0 } == ["mark", "token"])
            try FileManager.default.removeItem(at: mark.deletingLastPathComponent())
            let start = FirstStart(mark: mark)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try? keychain.pass(start)
                        _ = keychain.secrets.withLock { $0.insert("new \(number)") }
                    }
                }
            }
            #expect(keychain.secrets.withLock { $0.count } == 21 && !keychain.secrets.withLock { $0.contains("token") })
        }
    }

    @Test("Secrets of a version that left no mark are kept")
    func updated() async throws {
        try await withTestFolder { folder in
            let (mark, keychain) = (folder.appending(path: "installed"), Keychain())
            keychain.secrets.withLock { $0 = ["token"] }
            try keychain.pass(FirstStart(mark: mark))
            #expect(keychain.secrets.withLock { $0 } == ["token", "mark"])
            #expect(FileManager.default.fileExists(atPath: mark.path))
        }
    }

    @Test("While the Keychain cannot be read, nothing is removed, and the next call tries again")
    func locked() async throws {
        try await withTestFolder { folder in
            let (mark, keychain) = (folder.appending(path: "installed"), Keychain())
            keychain.secrets.withLock { $0 = ["token", "mark"] }
            keychain.isLocked.withLock { $0 = true }
            let start = FirstStart(mark: mark)
            for _ in 0..<2 {
                #expect(throws: ClientError.credentials(reason: "the device is locked")) { try keychain.pass(start) }
            }
            #expect(keychain.secrets.withLock { $0 } == ["token", "mark"])
            keychain.isLocked.withLock { $0 = false }
            try keychain.pass(start)
            #expect(keychain.secrets.withLock { $0 } == ["mark"])
        }
    }

    @Test("Where it is unknown whether the mark is there, nothing is removed")
    func unreadable() async throws {
        try await withTestFolder { folder in
            let (file, keychain) = (folder.appending(path: "file"), Keychain())
            try Data().write(to: file)
            keychain.secrets.withLock { $0 = ["token", "mark"] }
            #expect(throws: ClientError.self) { try keychain.pass(FirstStart(mark: file.appending(path: "installed"))) }
            #expect(keychain.secrets.withLock { $0 } == ["token", "mark"])
        }
    }
}
