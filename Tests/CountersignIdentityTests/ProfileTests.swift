import Essentials
import Foundation
import IdentityStandIn
import Testing

@testable import CountersignIdentity

@Suite("The profile")
struct ProfileTests {
    let scene = IdentityScene()

    @Test("Fields are read as types, and a missing or mistyped one is told apart")
    func typed() async throws {
        let identity = try await scene.signedIn()
        #expect(
            try await identity.user.setData([
                "first_name": "Ada", "age": 36, "height": 1.65, "newsletter": false, "languages": ["en", "fr"],
                "address": ["city": "London", "zip": nil],
            ]) == .saved)
        struct Address: Decodable, Equatable { let city: String }
        let user = identity.user
        #expect(try await user.value(for: "first_name") == "Ada")
        #expect(try await user.value(for: "age") == 36)
        #expect(try await user.value(for: "height") == 1.65)
        #expect(try await user.value(for: "newsletter") == false)
        #expect(try await user.value(for: "languages") == ["en", "fr"])
        #expect(try await user.value(for: "address") == Address(city: "London"))
        #expect(try await user.value(for: "id") == "ada")
        #expect(try await user.value(for: "nothing", as: String.self) == nil)
        let number: Int? = try await user.value(for: "first_name")
        #expect(number == nil, "a field of another form")
        await #expect(throws: IdentityError.fieldType(field: "first_name")) {
            try await user.value(for: "first_name", as: Int.self)
        }
        #expect(identity.snapshot.isSignedInWithData)
        let stored = try JSONEncoder().encode(identity.snapshot)
        #expect(!String(decoding: stored, as: UTF8.self).contains("ccessToken"))
        var expected = identity.snapshot
        (expected.accessToken, expected.error) = (nil, nil)
        #expect(try JSONDecoder().decode(IdentitySnapshot.self, from: stored) == expected)
        #expect(try await user.setValue("Augusta", for: "first_name") == .saved)
        #expect(try await user.data["first_name"] == "Augusta")
        #expect(try await scene.hub.change { $0.users["ada"]?.data["first_name"] } == "\"Augusta\"")
        try await identity.signOut()
        #expect(!identity.snapshot.isSignedInWithData)
        await #expect(throws: IdentityError.signedOut) { try await user.value(for: "first_name", as: Int.self) }
        await #expect(throws: IdentityError.signedOut) { try await user.data }
        await #expect(throws: IdentityError.signedOut) { try await user.setValue("x", for: "first_name") }
    }

    @Test("A change shows at once, and is taken back when the server refuses it")
    func rollback() async throws {
        let identity = try await scene.signedIn()
        try await identity.user.setValue("Ada", for: "first_name")
        try await scene.hub.change { $0.refusedFields = ["nickname"] }
        let seen = Locked<[JSONValue?]>([])
        scene.hub.before.withLock { before in
            before = { _ in
                seen.withLock { $0.append(identity.snapshot.data["nickname"]) }
                return nil
            }
        }
        await #expect(throws: IdentityError.refused(status: 400, code: "E_REFUSED", message: "A field is refused.")) {
            try await identity.user.setValue("Countess", for: "nickname")
        }
        #expect(seen.withLock { $0 } == ["Countess"])
        #expect(identity.snapshot.data == ["first_name": "Ada"])
        #expect(try await scene.app().user.data == ["first_name": "Ada"])
    }

    @Test("Changes made offline wait in order, survive a restart, and are sent once")
    func queue() async throws {
        let identity = try await scene.signedIn()
        try await identity.user.reload()
        scene.fail(.offline)
        #expect(try await identity.user.setValue("Ada", for: "first_name") == .queued)
        #expect(try await identity.user.setValue("Augusta", for: "first_name") == .queued)
        #expect(try await identity.user.setValue("King", for: "last_name") == .queued)
        let next = try await scene.app()
        #expect(next.snapshot.data == ["first_name": "Augusta", "last_name": "King"])
        scene.fail(nil)
        try await next.user.reload()
        #expect(next.snapshot.data == ["first_name": "Augusta", "last_name": "King"])
        #expect(try await scene.hub.change { $0.users["ada"]?.data.count } == 2)
        let sent = try await scene.hub.change { $0.calls.filter { $0.hasPrefix("PUT") }.count }
        #expect(sent == 3)
        try await scene.app().user.reload()
        #expect(try await scene.hub.change { $0.calls.filter { $0.hasPrefix("PUT") }.count } == sent)
    }

    @Test("What waits is sent by itself once the server answers")
    func retry() async throws {
        let pauses = Locked<[TimeInterval]>([])
        let identity = try await scene.app(wait: { [scene] seconds in
            pauses.withLock { $0.append(seconds) }
            if pauses.withLock({ $0.count }) == 3 { scene.fail(nil) }
        })
        _ = try await identity.accessToken(exchanging: "valid-ada")
        try await identity.user.reload()
        scene.fail(.answer(status: 503, body: ""))
        #expect(try await identity.user.setValue("Ada", for: "first_name") == .queued)
        for _ in 0..<2000 where try await scene.hub.change({ $0.users["ada"]?.data.isEmpty != false }) {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(try await scene.hub.change { $0.users["ada"]?.data["first_name"] } == "\"Ada\"")
        #expect(pauses.withLock { $0 } == [1, 2, 4])
    }

    @Test("One user's changes and late profile never show for another, and wait for their own user")
    func users() async throws {
        let identity = try await scene.signedIn("ada")
        try await identity.user.reload()
        scene.fail(.offline)
        #expect(try await identity.user.setValue("Ada", for: "first_name") == .queued)
        scene.fail(nil)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (arrival, arrived) = AsyncStream.makeStream(of: Void.self)
        scene.hub.before.withLock { before in
            before = { call in
                guard call.method == .get, call.path.hasSuffix("/data") else { return nil }
                arrived.yield()
                for await _ in gate { break }
                return nil
            }
        }
        let late = Task { try await identity.user.reload() }
        for await _ in arrival { break }
        _ = try await identity.accessToken(exchanging: "valid-bob")
        open.yield()
        let result = await late.result
        #expect(throws: IdentityError.sessionEnded) { try result.get() }
        #expect(identity.snapshot.userID == "bob" && identity.snapshot.data == [:])
        scene.hub.before.withLock { $0 = nil }
        try await identity.user.reload()
        #expect(identity.snapshot.data == [:])
        #expect(try await scene.hub.change { $0.users["bob"]?.data } == [:])
        _ = try await identity.accessToken(exchanging: "valid-ada")
        try await identity.user.reload()
        #expect(try await scene.hub.change { $0.users["ada"]?.data["first_name"] } == "\"Ada\"")
    }

    @Test("Marked fields are encrypted before they leave the device, in the queue as well, and read back")
    func encrypted() async throws {
        try await scene.hub.change { $0.encryptedFields = ["diary"] }
        let identity = try await scene.signedIn()
        try await identity.user.reload()
        scene.fail(.offline)
        #expect(try await identity.user.setValue(["Monday": "a secret"], for: "diary") == .queued)
        for file in try FileManager.default.contentsOfDirectory(at: scene.folder.url, includingPropertiesForKeys: nil)
        where !file.hasDirectoryPath {
            #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("a secret"))
        }
        scene.fail(nil)
        try await identity.user.reload()
        let sent = try await scene.hub.change { $0.users["ada"]?.data["diary"] ?? "" }
        #expect(sent.hasPrefix("\"cse1."))
        #expect(identity.snapshot.data["diary"] == ["Monday": "a secret"])
        #expect(try await scene.app().snapshot.data["diary"] == ["Monday": "a secret"])
    }

    @Test("Nothing is sent before the schema says what is encrypted")
    func noSchema() async throws {
        try await scene.hub.change { $0.encryptedFields = ["diary"] }
        let identity = try await scene.signedIn()
        scene.fail(.offline)
        await #expect(throws: IdentityError.schemaUnknown) { try await identity.user.setValue("secret", for: "diary") }
        #expect(identity.snapshot.data == [:])
    }

    @Test("On another device the app is told which fields are gone, and a recovery export brings them back")
    func recovery() async throws {
        try await scene.hub.change { $0.encryptedFields = ["diary"] }
        let old = try await scene.signedIn()
        try await old.user.setValue("a secret", for: "diary")
        try await old.user.setValue("Ada", for: "first_name")
        let export = try await old.user.recoveryExport(passphrase: "correct horse battery")

        let other = IdentityScene()
        var configuration = try other.configuration()
        configuration.transport = scene.hub
        let new = try IdentityClient(configuration)
        _ = try await new.accessToken(exchanging: "valid-ada")
        try await new.user.reload()
        #expect(new.snapshot.unreadableFields == ["diary"] && new.snapshot.data == ["first_name": "Ada"])
        await #expect(throws: IdentityError.encryption(.otherKey)) {
            try await new.user.value(for: "diary", as: String.self)
        }
        // What this device cannot read is not deleted by writing back the rest.
        try await new.user.setData(["first_name": "Augusta"])
        await #expect(throws: IdentityError.encryption(.wrongPassphrase)) {
            try await new.user.useRecoveryExport(export, passphrase: "correct horse batteri")
        }
        let note = try await new.user.encrypt("written here")
        #expect(try await new.user.useRecoveryExport(export, passphrase: "correct horse battery") == [])
        #expect(try await new.user.value(for: "diary") == "a secret")
        #expect(try await new.user.decrypt(note) == "written here")
    }
}
