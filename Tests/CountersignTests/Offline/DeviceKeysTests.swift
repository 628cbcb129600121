import ClientSupport
import Crypto
import Envelopes
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite struct DeviceKeysTests {
    @Test func theKeyIsMadeOnceAndOnlyItsUserCanReadIt() async throws {
        let folder = TemporaryFolder()
        let credentials = FileCredentialStore(folder: folder.url)
        let keys = DeviceKeys(credentials: credentials, user: "u-1")
        let key = try await keys.signer().publicKey
        #expect(key.count == 65)
        #expect(try await keys.signer().publicKey == key)
        // The app starts again.
        let again = DeviceKeys(credentials: credentials, user: "u-1")
        #expect(try await again.signer().publicKey == key)
        #expect(try await again.authority().certificate == keys.authority().certificate)
        let data = Data("an event".utf8)
        let proof = try P256.Signing.ECDSASignature(rawRepresentation: try await again.signer().signature(for: data))
        #expect(try P256.Signing.PublicKey(x963Representation: key).isValidSignature(proof, for: data))
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: name).path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test func everyUserHasAnotherKey() async throws {
        let folder = TemporaryFolder()
        let credentials = FileCredentialStore(folder: folder.url)
        let one = DeviceKeys(credentials: credentials, user: "u-1")
        let two = DeviceKeys(credentials: credentials, user: "u-2")
        let (first, second) = (try await one.signer().publicKey, try await two.signer().publicKey)
        #expect(first != second)
        try await one.remove()
        #expect(try await one.signer().publicKey != first)
        #expect(try await two.signer().publicKey == second)
    }

    @Test func aKeyThatCannotBeReadIsNotReplaced() async throws {
        let folder = TemporaryFolder()
        let credentials = FileCredentialStore(folder: folder.url)
        try await credentials.keep(Data("no key".utf8), named: "countersign.device.u-1")
        let keys = DeviceKeys(credentials: credentials, user: "u-1")
        await #expect(throws: CountersignError.credentials(reason: "the device's key cannot be read")) {
            _ = try await keys.signer()
        }
    }

    @Test(
        arguments: [
            ("Sat, 21 Nov 2026 09:15:00 GMT", 1_795_252_500.0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ])
    func theTimeOfAnAnswerIsRead(text: String, seconds: Double) {
        #expect(HTTPDate.date(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: ["", "Sat, 21 Nov 2026 09:15:00 CET", "2026-11-21T09:15:00Z", "Sat, 31 Nov 2026 09:15:00 GMT"])
    func anotherFormOfTimeIsNotGuessedAt(text: String) {
        #expect(HTTPDate.date(text) == nil)
    }

    @Test func theDevicesOwnClockGoesOn() throws {
        let clock = DeviceClock.system
        let (first, boot) = (clock.sinceBoot(), clock.boot())
        #expect(first > 0)
        #expect(clock.sinceBoot() >= first)
        #expect(boot == clock.boot())
        #expect(try #require(boot).count == 36)
    }
}
