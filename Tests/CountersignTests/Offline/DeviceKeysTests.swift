import ClientSupport
import Crypto
import Envelopes
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("A device's keys and clocks")
struct DeviceKeysTests {
    @Test("The device's key is made once, and only its owner can read the files")
    func oneKey() async throws {
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

    @Test("Each user has a key of their own")
    func keyPerUser() async throws {
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

    @Test("A key that cannot be read is an error and is not replaced")
    func unreadableKey() async throws {
        let folder = TemporaryFolder()
        let credentials = FileCredentialStore(folder: folder.url)
        try await credentials.keep(Data("no key".utf8), named: "countersign.device.u-1")
        let keys = DeviceKeys(credentials: credentials, user: "u-1")
        await #expect(throws: CountersignError.credentials(reason: "the device's key cannot be read")) {
            _ = try await keys.signer()
        }
    }

    @Test(
        "The time of an answer is read",
        arguments: [
            ("Sat, 21 Nov 2026 09:15:00 GMT", 1_795_252_500.0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ])
    func httpDate(text: String, seconds: Double) {
        #expect(HTTPDate.date(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "A time in another form is not guessed",
        arguments: ["", "Sat, 21 Nov 2026 09:15:00 CET", "2026-11-21T09:15:00Z", "Sat, 31 Nov 2026 09:15:00 GMT"])
    func otherDates(text: String) {
        #expect(HTTPDate.date(text) == nil)
    }

    @Test("The time since the device's boot never goes back, and the boot has one identifier")
    func bootClock() throws {
        let clock = DeviceClock.system
        let (first, boot) = (clock.sinceBoot(), clock.boot())
        #expect(first > 0)
        #expect(clock.sinceBoot() >= first)
        #expect(boot == clock.boot())
        #expect(try #require(boot).count == 36)
    }
}
