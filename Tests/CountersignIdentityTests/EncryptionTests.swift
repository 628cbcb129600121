import Crypto
import Essentials
import Foundation
import IdentityStandIn
import Testing

@testable import CountersignIdentity

@Suite("Encryption on the device")
struct EncryptionTests {
    private let key = FieldKey.random()
    private let place = FieldPlace(appID: "app-1", userID: "ada", field: "diary")

    @Test("A value is read back by its key at its place, and nowhere else")
    func places() throws {
        let text = try key.encrypted(Data("secret".utf8), at: place)
        #expect(try FieldKey.decrypted(text, at: place, with: [.random(), key]) == Data("secret".utf8))
        for other in [
            FieldPlace(appID: "app-2", userID: "ada", field: "diary"),
            FieldPlace(appID: "app-1", userID: "bob", field: "diary"),
            FieldPlace(appID: "app-1", userID: "ada", field: "note"),
            FieldPlace(appID: "app-1", userID: "adad", field: "iary"),
        ] {
            #expect(throws: IdentityError.encryption(.damaged)) {
                try FieldKey.decrypted(text, at: other, with: [key])
            }
        }
        #expect(throws: IdentityError.encryption(.otherKey)) {
            try FieldKey.decrypted(text, at: place, with: [.random()])
        }
    }

    @Test("A change of any byte is noticed, and never gives another text")
    func everyByte() throws {
        let text = try key.encrypted(Data("secret".utf8), at: place)
        let bytes = Data(try #require(Base64URL.decode(String(text.dropFirst(5)))))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(throws: IdentityError.self) {
                try FieldKey.decrypted("cse1." + Base64URL.encode(changed), at: place, with: [key])
            }
        }
        for length in [0, 8, 35, bytes.count - 1] {
            #expect(throws: IdentityError.encryption(.damaged)) {
                try FieldKey.decrypted("cse1." + Base64URL.encode(bytes.prefix(length)), at: place, with: [key])
            }
        }
    }

    @Test("A key under another's id is refused, not used")
    func borrowedID() throws {
        let text = try key.encrypted(Data("secret".utf8), at: place)
        let bytes = Data(try #require(Base64URL.decode(String(text.dropFirst(5)))))
        let other = FieldKey.random()
        #expect(throws: IdentityError.encryption(.damaged)) {
            try FieldKey.decrypted("cse1." + Base64URL.encode(other.id + bytes.dropFirst(8)), at: place, with: [other])
        }
    }

    @Test("Plain text and later versions have their own errors", arguments: ["secret", "cse.x", "csex.AAAA", ""])
    func otherTexts(_ text: String) {
        #expect(throws: IdentityError.encryption(.notEncrypted)) {
            try FieldKey.decrypted(text, at: place, with: [key])
        }
        #expect(throws: IdentityError.encryption(.unknownVersion)) {
            try FieldKey.decrypted("cse2.AAAA", at: place, with: [key])
        }
    }

    @Test("Two encryptions of one text differ")
    func nonces() throws {
        #expect(try key.encrypted(Data("a".utf8), at: place) != key.encrypted(Data("a".utf8), at: place))
    }

    @Test("A recovery export opens with its passphrase, for its user, unchanged")
    func recovery() throws {
        let text = try RecoveryExport(logCost: 10).export([key], passphrase: "correct horse battery", place: place)
        let opened = try RecoveryExport.keys(in: " \(text)\n", passphrase: "correct horse battery", place: place)
        #expect(opened.map(\.id) == [key.id])
        let bob = FieldPlace(appID: "app-1", userID: "bob", field: "diary")
        #expect(throws: IdentityError.encryption(.wrongPassphrase)) {
            try RecoveryExport.keys(in: text, passphrase: "correct horse battery", place: bob)
        }
        let bytes = Data(try #require(Base64URL.decode(String(text.dropFirst(5)))))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(throws: IdentityError.self) {
                try RecoveryExport.keys(
                    in: "csr1." + Base64URL.encode(changed), passphrase: "correct horse battery", place: place)
            }
        }
        #expect(throws: IdentityError.encryption(.weakPassphrase(shortest: 12))) {
            try RecoveryExport().export([key], passphrase: "short", place: place)
        }
    }

    @Test("A signed-in user encrypts and decrypts, nobody else, and the key is in the credential store alone")
    func client() async throws {
        let scene = IdentityScene()
        let identity = try await scene.app()
        #expect(await !identity.user.canEncrypt)
        await #expect(throws: IdentityError.encryption(.noUser)) { try await identity.user.encrypt("x") }
        _ = try await identity.accessToken(exchanging: "valid-ada")
        #expect(await identity.user.canEncrypt)
        let text = try await identity.user.encrypt("secret", field: "note")
        #expect(try await scene.app().user.decrypt(text, field: "note") == "secret")
        await #expect(throws: IdentityError.encryption(.damaged)) { try await identity.user.decrypt(text) }
        _ = try await identity.accessToken(exchanging: "valid-bob")
        await #expect(throws: IdentityError.encryption(.otherKey)) {
            try await identity.user.decrypt(text, field: "note")
        }
    }
}
