import ClientSupport
import Essentials
import Foundation
import IdentityStandIn
import Testing

@testable import CountersignIdentity

extension IdentityClient {
    /// Whether the state becomes what is expected, within half a minute.
    fileprivate func comes(_ expected: @escaping @Sendable (IdentitySnapshot) -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            if expected(snapshot) { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}

@Suite("Processes that share a session", .serialized)
struct SharedSessionTests {
    let scene = IdentityScene(sharedFile: true)

    /// The program is built beside the tests.
    private static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "SharedSession")

    private func process(_ act: String, _ number: Int) throws -> (process: Process, output: Pipe) {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = [act, scene.folder.url.path, String(number)]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return (process, output)
    }

    /// Returns what a process writes until it ends. Waits on a thread of its own: the tests share few.
    private func everything(_ output: Pipe) async -> String {
        let file = output.fileHandleForReading
        return await withCheckedContinuation { answer in
            Thread.detachNewThread {
                let bytes = (try? file.readToEnd()) ?? Data()
                answer.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// Signs in with a session that has expired.
    private func expired() async throws {
        try await scene.hub.change { $0.lifetime = -10 }
        let identity = try await scene.app()
        await #expect(throws: IdentityError.unusableToken) { try await identity.accessToken(exchanging: "valid-ada") }
        try await scene.hub.change { state in
            state.lifetime = 3600
            state.refreshes = 0
        }
    }

    @Test("A thousand tasks in four processes cause one refresh")
    func four() async throws {
        try await expired()
        let processes = try (0..<4).map { _ in try process("ask", 250) }
        for (process, output) in processes {
            let text = await everything(output)
            process.waitUntilExit()
            #expect(text == "1 signed in\n")
        }
        #expect(try await scene.hub.change { $0.refreshes } == 1)
    }

    @Test("What one process stores, the others show without being asked; no process loses another's changes")
    func profile() async throws {
        let identity = try await scene.signedIn()
        let processes = try (0..<3).map { _ in try process("set", 12) }
        var expected: [String: JSONValue] = [:]
        for (process, output) in processes {
            for index in 0..<12 {
                #expect(try await identity.user.setValue(.integer(index), for: "own_\(index)") == .saved)
                expected["own_\(index)"] = .integer(index)
                expected["p\(process.processIdentifier)_\(index)"] = .integer(index)
            }
            #expect(await everything(output) == "done\n")
            process.waitUntilExit()
        }
        let all = expected
        await #expect(identity.comes { $0.data == all })
        #expect(try await scene.hub.change { $0.users["ada"]?.data.count } == 48)
        let (last, output) = try process("signout", 0)
        #expect(await everything(output) == "done\n")
        last.waitUntilExit()
        await #expect(identity.comes { $0.phase == .signedOut && $0.data.isEmpty })
    }

    @Test("A sign-in of one process shows in one that runs already, and before its start nothing does")
    func signIn() async throws {
        let waiting = try IdentityClient(try scene.configuration())
        let running = try await scene.app()
        #expect(running.snapshot.phase == .signedOut)
        _ = try await scene.signedIn("bo")
        await #expect(running.comes { $0.phase == .signedIn && $0.userID == "bo" })
        #expect(waiting.snapshot.phase == .unknown)
    }

    @Test(
        "A group is a name, not a path",
        arguments: ["", "..", ".x", "a/b", "../x", "a b", "group.ex\u{E4}mple", String(repeating: "g", count: 156)])
    func noGroup(name: String) throws {
        let server = try #require(URL(string: "https://hub.example"))
        #expect(throws: IdentityError.self) {
            try IdentityConfiguration(server: server, appKey: "key", appGroup: name)
        }
    }

    @Test("A group's processes have one folder, and another group another")
    func group() throws {
        let server = try #require(URL(string: "https://hub.example"))
        let folders = try ["group.example.shop", "group.example.shop", "group.example.till"].map {
            try IdentityConfiguration(server: server, appKey: "key", appGroup: $0).folder.path
        }
        #expect(folders[0] == folders[1] && folders[0].hasSuffix("/group.example.shop/CountersignIdentity"))
        #expect(folders[2] != folders[0])
    }

    @Test("Killed in the middle of a refresh 200 times, the user is never locked out")
    func killed() async throws {
        try await expired()
        var generator = SystemRandomNumberGenerator()
        // Every new token is too short-lived to be used, so that every process refreshes.
        try await scene.hub.change { $0.lifetime = 30 }
        for round in 0..<200 {
            let (process, output) = try process("refresh", 4)
            // It says when it begins; then it dies before the service acts, after it, or while it stores the token.
            _ = output.fileHandleForReading.availableData
            try await Task.sleep(for: .microseconds(Int.random(in: 0...16_000, using: &generator)))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            guard round % 20 == 19 else { continue }
            let identity = try await scene.app()
            await #expect(throws: IdentityError.unusableToken, "locked out after \(round + 1) kills") {
                try await identity.accessToken()
            }
        }
        try await scene.hub.change { $0.lifetime = 3600 }
        #expect(try await scene.app().accessToken() != nil)
        // Some were killed before the service acted, some afterwards, before they had stored its answer.
        let (refreshes, repeats) = try await scene.hub.change { ($0.refreshes, $0.repeats) }
        #expect((2...210).contains(refreshes), "\(refreshes) refreshes")
        #expect(repeats > 0, "\(repeats) answers were lost")
    }

    @Test("No file is locked while a request is out: iOS ends an app that it suspends with a lock on a shared file")
    func unlocked() async throws {
        let locked = Locked<[String]>([])
        let requests = Locked<Set<String>>([])
        let folder = scene.folder.url
        let identity = try await scene.signedIn()
        scene.hub.before.withLock { before in
            before = { call in
                requests.withLock { _ = $0.insert("\(call.method) \(call.path)") }
                let files =
                    (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
                // The stand-in's own state takes turns with the tests' other processes.
                for file in files where !file.hasDirectoryPath && !file.lastPathComponent.hasPrefix("hub.") {
                    if (try? await AdvisoryLock(file).comesFree()) != true { locked.withLock { $0.append(file.path) } }
                }
                return nil
            }
        }
        #expect(try await identity.user.setValue("Ada", for: "first_name") == .saved)
        try await identity.loadProfile()
        let token = try #require(try await identity.accessToken())
        try await identity.showAccount(in: Closing(), returningTo: try #require(URL(string: "com.example.shop://")))
        #expect(try await identity.accessToken() != token)
        let asked = requests.withLock { $0 }
        for call in ["POST hub/auth/token", "PUT me/applications/app-1/data/fields/first_name"] {
            #expect(asked.contains { $0.replacing(" /", with: " ") == call }, "\(asked)")
        }
        #expect(locked.withLock { $0 } == [])
    }

    /// A person who closes the page at once.
    private struct Closing: AuthorizationPresenter {
        func authorize(at page: URL, redirectURL: URL) async throws -> URL { throw CancellationError() }
    }
}
