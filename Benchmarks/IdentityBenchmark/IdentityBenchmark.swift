import CountersignIdentity
import Crypto
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import IdentityService
import Ledger
import RowndDialect
import ServiceCalls

/// Times signing in to applications, with the store in a file as the service has it.
///
///     IdentityBenchmark SECONDS
///
/// Prints one JSON object. `refresh` and `signIn` are how many of each two tasks at once do in a second; a sign-in is four
/// calls: asking for a code, entering it, getting the tokens, and the profile. `floor` is how many times in a second
/// two tasks sign 500 bytes (Ed25519) and commit one row to the same kind of store. `start` is the median of the
/// milliseconds from making an app's client until it knows who is signed in, and `read` that of reading its file of
/// tokens.
@main
struct IdentityBenchmark {
    static func main() async throws {
        guard CommandLine.arguments.count == 2, let seconds = Double(CommandLine.arguments[1]), seconds > 0 else {
            FileHandle.standardError.write(Data("usage: IdentityBenchmark SECONDS\n".utf8))
            exit(64)
        }
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "countersign-bench-\(UUID().uuidString.lowercased())", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let hub = try await Hub(file: folder.appending(path: "identity.sqlite"))
        var results = [
            "floor": try await perSecond(seconds, try Floor(file: folder.appending(path: "floor.sqlite")).once)
        ]
        let sessions = [try await hub.signIn("ada-0"), try await hub.signIn("ada-1")]
        let tokens = Tokens(sessions.map(\.refresh))
        results["refresh"] = try await perSecond(seconds) { task, _ in
            let next = try await hub.refresh(await tokens.values[task])
            await tokens.set(task, next)
        }
        results["signIn"] = try await perSecond(seconds) { task, round in
            _ = try await hub.signIn("bo-\(task)-\(round)")
        }
        let app = try await AppStart(hub, session: try await hub.signIn("cy"), folder: folder)
        (results["start"], results["read"]) = (try await app.start(), try app.read())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        print(String(decoding: try encoder.encode(results), as: UTF8.self))
    }

    /// How often two tasks do something in a second.
    ///
    /// - Parameter work: gets the task's number and its round
    private static func perSecond(
        _ seconds: Double, _ work: @escaping @Sendable (Int, Int) async throws -> Void
    ) async throws -> Double {
        for task in 0..<2 { try await work(task, -1) }
        let begun = ContinuousClock.now
        let end = begun + .seconds(seconds)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<2 {
                group.addTask {
                    var round = 0
                    while ContinuousClock.now < end {
                        try await work(task, round)
                        round += 1
                    }
                    return round
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(count) / ((ContinuousClock.now - begun) / .seconds(1))
    }
}

/// The tokens that each task has at the moment.
private actor Tokens {
    var values: [String]

    init(_ values: [String]) { self.values = values }

    func set(_ index: Int, _ value: String) { values[index] = value }
}

/// One signature and one commit.
private struct Floor: Sendable {
    private let database: SQLiteDatabase
    private let key = Curve25519.Signing.PrivateKey()
    private let bytes = Data(repeating: 7, count: 500)

    init(file: URL) throws {
        let tables = "CREATE TABLE floorRow (id BIGINT PRIMARY KEY, signature BYTES NOT NULL);"
        database = try SQLiteDatabase(file: file, schema: SQLSchema([.init("floor", tables)]))
    }

    @Sendable func once(_ task: Int, _ round: Int) async throws {
        let signature = try key.signature(for: bytes)
        try await database.write { try $0.run("INSERT INTO floorRow (signature) VALUES (?)", [signature]) }
    }
}

/// The service with one application.
private struct Hub: HTTPTransport {
    let url: URL
    let app: AppCredentials
    private let service: IdentityService
    private let box = KeyedSecretBox()
    private let mailbox = Mailbox()

    init(file: URL) async throws {
        guard let url = URL(string: "https://identity.example") else { throw URLError(.badURL) }
        self.url = url
        let database = try SQLiteDatabase(file: file, schema: SQLSchema([.ledger, .service, .identity]))
        var configuration = IdentityServiceConfiguration()
        configuration.attemptsPerNetwork = .max
        configuration.refreshesPerSession = .max
        let store = IdentityStore(database)
        service = IdentityService(
            configuration,
            stores: .init(
                identity: store, counts: SQLCallCountStore(database), jobs: SQLJobQueue(database), secrets: box),
            base: { url })
        app = try await store.createApp(named: "Bench", at: Date())
    }

    struct Failed: Error { let answer: String }

    func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
        await service.answer(ServiceCall(call, remoteAddress: "192.0.2.1", base: url))
    }

    private func post(_ path: String, _ body: [String: JSONValue]) async throws -> [String: JSONValue] {
        var call = HTTPCall(.post, url: url.appending(path: path))
        call.headers[.contentType] = "application/json"
        call.headers[named: "x-rownd-app-key"] = app.appKey
        call.body = try JSONValue.object(body).bytes()
        return try Self.members(try await send(call, timeout: 10))
    }

    private static func members(_ reply: HTTPReply) throws -> [String: JSONValue] {
        guard reply.status == 200 else { throw Failed(answer: String(decoding: reply.body, as: UTF8.self)) }
        return try JSONDecoder().decode([String: JSONValue].self, from: reply.body)
    }

    func refresh(_ token: String) async throws -> String {
        try await post("hub/auth/token", ["refresh_token": .string(token)])["refresh_token"]?.string ?? ""
    }

    /// Signs a new user in by a code. The code is taken from the job, as the sender of messages does.
    func signIn(_ name: String) async throws -> (access: String, refresh: String) {
        let address = "\(name)-\(UUID().uuidString.lowercased())@example.org"
        let id = try await post("hub/auth/init", ["email": .string(address)])["challenge_id"] ?? .null
        guard let code = try await code(address) else { throw Failed(answer: "no message") }
        _ = try await post("hub/auth/complete", ["challenge_id": id, "token": .string(code)])
        let tokens = try await post("hub/auth/challenge_status", ["challenge_id": id])
        let access = tokens["access_token"]?.string ?? ""
        var call = HTTPCall(.get, url: url.appending(path: "me/applications/\(app.appId)/data"))
        call.headers[.authorization] = "Bearer \(access)"
        _ = try Self.members(try await send(call, timeout: 10))
        return (access, tokens["refresh_token"]?.string ?? "")
    }

    /// Takes all messages out of the queue, and returns the code of one.
    private func code(_ address: String) async throws -> String? {
        let jobs = service.stores.jobs
        // The other task may be taking it just now.
        for _ in 0..<10_000 {
            if let code = await mailbox.take(address) { return code }
            for job in try await jobs.claim(
                100, kinds: [.identityMail], except: [], by: "bench", lease: 60, at: Date() + 1)
            {
                let message = try CanonicalJSON.value(CodeMessage.self, from: job.payload)
                await mailbox.put(try message.code(box), for: message.address)
                try await jobs.finish(job, adding: [], at: Date())
            }
            await Task.yield()
        }
        return nil
    }
}

/// The codes that have arrived.
private actor Mailbox {
    private var codes: [String: String] = [:]

    func put(_ code: String, for address: String) { codes[address] = code }

    func take(_ address: String) -> String? { codes.removeValue(forKey: address) }
}

/// An app that starts, signed in, without a network.
private struct AppStart: Sendable {
    private let configuration: IdentityConfiguration
    private let file: URL

    private static let rounds = 51

    init(_ hub: Hub, session: (access: String, refresh: String), folder: URL) async throws {
        let folder = folder.appending(path: "app", directoryHint: .isDirectory)
        let credentials = folder.appending(path: "credentials", directoryHint: .isDirectory)
        var configuration = IdentityConfiguration(
            server: hub.url, appKey: hub.app.appKey, folder: folder,
            credentials: FileCredentialStore(folder: credentials), transport: hub)
        configuration.worksInBackground = false
        self.configuration = configuration
        let identity = try IdentityClient(configuration)
        await identity.start()
        guard let signedIn = try? await identity.signInAsGuest() else { throw Hub.Failed(answer: "not signed in") }
        let found = FileManager.default.enumerator(at: credentials, includingPropertiesForKeys: [.fileSizeKey])
        let files = (found?.allObjects as? [URL] ?? []).filter { !$0.hasDirectoryPath }
        guard let file = files.first, !signedIn.userID.isEmpty else { throw Hub.Failed(answer: "no file of tokens") }
        self.file = file
    }

    func start() async throws -> Double {
        try await median {
            let identity = try IdentityClient(configuration)
            await identity.start()
            guard identity.snapshot.isSignedIn else { throw Hub.Failed(answer: "signed out") }
        }
    }

    func read() throws -> Double {
        let clock = ContinuousClock()
        return try Self.middle((0..<Self.rounds).map { _ in try clock.measure { _ = try Data(contentsOf: file) } })
    }

    private func median(_ work: () async throws -> Void) async throws -> Double {
        var taken: [Duration] = []
        for _ in 0..<Self.rounds {
            let begun = ContinuousClock.now
            try await work()
            taken.append(ContinuousClock.now - begun)
        }
        return Self.middle(taken)
    }

    private static func middle(_ taken: [Duration]) -> Double { taken.sorted()[taken.count / 2] / .milliseconds(1) }
}
