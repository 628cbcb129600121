import Envelopes
import Foundation
import Ledger
import TestSupport
import Testing

@Suite("Connect in SQL") struct SQLConnectStoreTests {
    private let folder: TemporaryFolder
    private let start = Date(timeIntervalSince1970: 1_795_252_500)
    private let envelopeID = EnvelopeID(UUID(uuidString: "0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90") ?? UUID())

    init() throws { folder = TemporaryFolder() }

    private func store(_ engine: Engine) throws -> SQLConnectStore { SQLConnectStore(try engine.database(in: folder)) }

    private func configuration(_ account: String = "a-1", name: String = "Hook") -> ConnectConfiguration {
        ConnectConfiguration(
            accountID: account, name: name,
            notification: ConnectNotification(url: "https://example.org/hook", events: [.envelopeSent]),
            userName: "u", sealedPassword: Data([1, 2, 3]))
    }

    private func record(
        _ sequence: Int, minute: Int, error: String?, retries: Int = 0, account: String = "a-1"
    ) -> ConnectRecord {
        ConnectRecord(
            id: UUID().uuidString.lowercased(),
            order: WebhookOrder(
                envelopeID: envelopeID, accountID: account, sequence: sequence,
                event: ConnectEvent(.recipientSent, "1"),
                source: .configuration(7)),
            url: "https://example.org/hook", configurationName: "Hook", envelopeStatus: .sent, emailSubject: "Lease",
            sender: Sender(userID: "u", name: "Ada", email: "ada@example.org"),
            createdAt: start.addingTimeInterval(Double(minute) * 60),
            lastTriedAt: start.addingTimeInterval(Double(minute) * 60), retryCount: retries, error: error)
    }

    @Test("A configuration is stored, changed and deleted only in its own account", arguments: Engine.allCases)
    func configurations(engine: Engine) async throws {
        let store = try store(engine)
        var first = try #require(try await store.add(configuration()))
        let second = try #require(try await store.add(configuration(name: "Other")))
        _ = try await store.add(configuration("a-2"))
        #expect(try await store.configurations(of: "a-1") == [first, second])
        first.name = "Changed"
        #expect(try await store.replace(first))
        var stolen = first
        stolen.accountID = "a-2"
        #expect(try await !store.replace(stolen))
        #expect(try await !store.removeConfiguration(first.id, of: "a-2"))
        #expect(try await store.removeConfiguration(second.id, of: "a-1"))
        #expect(try await store.configurations(of: "a-1") == [first])
        let third = try #require(try await store.add(configuration()))
        #expect(third.id > second.id, "an id is never given twice")
    }

    @Test("An account has at most twenty configurations and ten keys", arguments: Engine.allCases)
    func limits(engine: Engine) async throws {
        let store = try store(engine)
        for _ in 0..<20 { #expect(try await store.add(configuration()) != nil) }
        #expect(try await store.add(configuration()) == nil)
        #expect(try await store.add(configuration("a-2")) != nil)
        for number in 0..<10 { #expect(try await store.addKey(Data([UInt8(number)]), of: "a-1", at: start) != nil) }
        #expect(try await store.addKey(Data(), of: "a-1", at: start) == nil)
        let keys = try await store.keys(of: "a-1")
        #expect(keys.map(\.sealedText) == (0..<10).map { Data([UInt8($0)]) })
        #expect(try await !store.removeKey(keys[0].id, of: "a-2"))
        #expect(try await store.removeKey(keys[0].id, of: "a-1"))
        #expect(try await store.keys(of: "a-1").map(\.id) == keys.dropFirst().map(\.id))
    }

    @Test("A new authorization server clears the old one's token", arguments: Engine.allCases)
    func tokens(engine: Engine) async throws {
        let store = try store(engine)
        let server = ConnectAuthorization(
            serverURL: "https://auth.example.org", clientID: "c", sealedSecret: Data([9]), parameters: ["audience": "x"]
        )
        try await store.setAuthorization(server, of: "a-1")
        #expect(try await store.authorization(of: "a-1") == server)
        #expect(try await store.token(of: "a-1") == nil)
        let token = ConnectToken(sealedText: Data([4]), expiresAt: start)
        try await store.setToken(token, of: "a-1")
        #expect(try await store.token(of: "a-1") == token)
        try await store.setAuthorization(server, of: "a-1")
        #expect(try await store.token(of: "a-1") == nil)
        try await store.setAuthorization(nil, of: "a-1")
        #expect(try await store.authorization(of: "a-1") == nil)
    }

    @Test("A failure keeps its first time and is cleared by a success", arguments: Engine.allCases)
    func failures(engine: Engine) async throws {
        let store = try store(engine)
        let first = record(2, minute: 0, error: "It is down.")
        try await store.note(first, isLogged: true)
        try await store.note(record(2, minute: 5, error: "Still.", retries: 1), isLogged: true)
        try await store.note(record(3, minute: 6, error: "Other."), isLogged: false)
        let all = ConnectSelection(accountID: "a-1")
        let found = try await store.failures(all)
        #expect(found.map(\.order.sequence) == [2, 3])
        #expect(found[0].id == first.id && found[0].createdAt == first.createdAt && found[0].retryCount == 1)
        #expect(found[0].error == "Still." && found[0].lastTriedAt == start.addingTimeInterval(300))
        #expect(try await store.failures(ConnectSelection(accountID: "a-2")).isEmpty)
        try await store.note(record(2, minute: 9, error: nil, retries: 2), isLogged: true)
        #expect(try await store.failures(all).map(\.order.sequence) == [3])
        #expect(try await store.log(all).map(\.error) == [nil, "Still.", "It is down."])
        var some = all
        some.from = start.addingTimeInterval(60)
        some.to = start.addingTimeInterval(400)
        #expect(try await store.log(some).map(\.error) == ["Still."])
        #expect(try await !store.removeFailure(found[1].id, of: "a-2"))
        #expect(try await store.removeFailure(found[1].id, of: "a-1"))
        #expect(try await store.removeLog(first.id, of: "a-1") == 1)
        #expect(try await store.removeLog(nil, of: "a-1") == 2)
    }

    @Test("An account's log keeps the newest thousand entries")
    func longLog() async throws {
        let store = try store(.memory)
        for minute in 0..<1005 { try await store.note(record(minute + 1, minute: minute, error: nil), isLogged: true) }
        let log = try await store.log(ConnectSelection(accountID: "a-1"))
        #expect(log.count == 1000 && log.last?.order.sequence == 6)
    }
}

@Suite("Sealed secrets") struct SecretBoxTests {
    @Test("A secret opens under its key and purpose only")
    func opens() throws {
        let key = KeyedSecretBox.newKey()
        let box = try #require(KeyedSecretBox(key: key))
        let sealed = try box.seal("hunter2", for: "connect-key/a-1")
        #expect(!sealed.contains(Data("hunter2".utf8)))
        #expect(try box.seal("hunter2", for: "connect-key/a-1") != sealed)
        let same = try #require(KeyedSecretBox(key: key))
        #expect(try same.text(sealed, for: "connect-key/a-1") == "hunter2")
        #expect(throws: StorageError.self) { try box.open(sealed, for: "connect-key/a-2") }
        #expect(throws: StorageError.self) { try KeyedSecretBox().open(sealed, for: "connect-key/a-1") }
        var changed = sealed
        changed[changed.count / 2] ^= 1
        #expect(throws: StorageError.self) { try box.open(changed, for: "connect-key/a-1") }
        #expect(throws: StorageError.self) { try box.open(Data([1, 2]), for: "connect-key/a-1") }
        #expect(KeyedSecretBox(key: Data(count: 16)) == nil)
    }
}
