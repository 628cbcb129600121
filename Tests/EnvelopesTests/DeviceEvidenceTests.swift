import Crypto
import Essentials
import Foundation
import Testing

@testable import Envelopes

/// A device whose key lies in memory.
struct TestDevice: DeviceSigner {
    let key = P256.Signing.PrivateKey()

    var publicKey: Data { key.publicKey.x963Representation }

    func signature(for data: Data) async throws -> Data { try key.signature(for: data).rawRepresentation }
}

@Suite("Evidence of a device")
struct DeviceEvidenceTests {
    static let evidence = DeviceEvidence(
        zone: "Europe/Amsterdam", secondsFromUTC: 3600, elapsed: 86_400_123, count: "b-1",
        serverTime: .init(at: Samples.start, elapsed: 86_000_000, count: "b-1"),
        facts: ["model": "Tablet 3", "name": "Zoës tablet"],
        position: .init(latitude: 52.0907, longitude: -5.1214, accuracy: 12))

    private func decided(_ history: History, evidence: DeviceEvidence? = evidence) throws -> [Event] {
        var context = Samples.context(Samples.signer("1"), minute: 1, key: "k")
        context.evidence = evidence
        return try decide(
            [.view(recipientID: "1"), .consent(recipientID: "1", disclosure: Samples.disclosure)], history.envelope,
            context
        ).events
    }

    @Test("A device's events are signed, linked, and read back byte for byte")
    func signedEvents() async throws {
        let device = TestDevice()
        var history = try Samples.sent()
        let events = try await signed(decided(history), by: device)
        #expect(events.count == 2)
        try history.append(events)
        try history.verifyDeviceSignatures()
        #expect(history.deviceKeys == [device.publicKey])
        #expect(history.events.last?.device?.facts["name"] == "Zoës tablet")
        // What was written is read again, byte for byte.
        let again = try History(file: history.file)
        #expect(again == history)
        try again.verifyDeviceSignatures()
    }

    @Test("The device signs the event without its hash and signature")
    func signedBytes() async throws {
        let device = TestDevice()
        let events = try await signed(decided(Samples.sent()), by: device)
        let event = try #require(events.first)
        var object = try #require(
            try JSONSerialization.jsonObject(with: event.canonicalBytes()) as? [String: Any])
        object["hash"] = nil
        var evidence = try #require(object["device"] as? [String: Any])
        let proof = try #require(
            (evidence.removeValue(forKey: "signature") as? String).flatMap { Data(base64Encoded: $0) })
        object["device"] = evidence
        let form = try JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        #expect(proof.count == 64)
        #expect(device.publicKey.count == 65)
        #expect(device.key.publicKey.isValidSignature(try .init(rawRepresentation: proof), for: form))
    }

    @Test("An event without evidence keeps its bytes")
    func noEvidence() async throws {
        let history = try Samples.sent()
        let plain = try decided(history, evidence: nil)
        #expect(try await signed(plain, by: TestDevice()) == plain)
        #expect(try String(decoding: plain[0].canonicalBytes(), as: UTF8.self).contains("device") == false)
    }

    @Test("An event with a wrong or missing device signature is named")
    func wrongSignature() async throws {
        let history = try Samples.sent()
        let events = try await signed(decided(history), by: TestDevice())
        var unsigned = history
        try unsigned.append(try decided(history))
        #expect(throws: HistoryError.wrongDeviceSignature(sequence: 3)) { try unsigned.verifyDeviceSignatures() }

        // Another place, hashed anew by somebody without the key.
        var evidence = try #require(events[1].device)
        evidence.position = .init(latitude: 0, longitude: 0)
        var forged = history
        try forged.append([events[0], try events[1].recorded(evidence: evidence, after: events[0].hash)])
        try forged.verify()
        #expect(throws: HistoryError.wrongDeviceSignature(sequence: 4)) { try forged.verifyDeviceSignatures() }
        #expect(throws: HistoryError.wrongDeviceSignature(sequence: 4)) {
            try forged.verifyDeviceSignatures(from: 4)
        }

        // Another device's key over the same event.
        evidence = try #require(events[1].device)
        evidence.publicKey = TestDevice().publicKey
        forged = history
        try forged.append([events[0], try events[1].recorded(evidence: evidence, after: events[0].hash)])
        #expect(throws: HistoryError.wrongDeviceSignature(sequence: 4)) { try forged.verifyDeviceSignatures() }
    }

    @Test("Evidence with an overlong fact is refused")
    func longEvidence() async throws {
        var evidence = Self.evidence
        evidence.facts = ["model": String(repeating: "x", count: EnvelopeLimits.deviceFact + 1)]
        var history = try Samples.sent()
        try history.append(try await signed(decided(history, evidence: evidence), by: TestDevice()))
        let error = #expect(throws: HistoryError.self) { try history.verifyDeviceSignatures() }
        #expect(error?.sequence == 3)
    }

    @Test("The seal carries no device's evidence")
    func sealWithoutDevice() throws {
        var context = Samples.context(Samples.signer("2"), minute: 20)
        context.evidence = Self.evidence
        let events = try decide(Samples.seal, try Samples.signed().envelope, context)
        #expect(events.map(\.device) == [nil])
    }

    @Test("A device's time is estimated from the server's time within the same boot only")
    func estimatedTime() {
        #expect(Self.evidence.estimatedTime == Timestamp.quantized(Samples.start.addingTimeInterval(400.123)))
        var restarted = Self.evidence
        restarted.count = "b-2"
        #expect(restarted.estimatedTime == nil)
        var never = Self.evidence
        never.serverTime = nil
        #expect(never.estimatedTime == nil)
    }

    @Test("A position is kept to seven decimal places and within its range")
    func position() {
        let position = DeviceEvidence.Position(latitude: 52.12345678, longitude: -179.99999999)
        #expect(position.latitude == 52.1234568)
        #expect(position.longitude == -180)
        #expect(DeviceEvidence.Position(latitude: .nan, longitude: 400).longitude == 180)
    }

    @Test("Evidence contains no name of the device's boot")
    func members() throws {
        let bytes = try CanonicalJSON.bytes(of: Self.evidence)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("oot\""))
        #expect(try CanonicalJSON.value(DeviceEvidence.self, from: bytes) == Self.evidence)
    }

    @Test("A huge time since boot gives the latest time instead of a crash")
    func hugeCounts() throws {
        let reported = DeviceEvidence.ServerTime(at: Date(timeIntervalSince1970: 0), elapsed: -1, count: "b")
        let evidence = DeviceEvidence(
            zone: "Etc/UTC", secondsFromUTC: 0, elapsed: .max, count: "b", serverTime: reported)
        let time = try #require(evidence.estimatedTime)
        #expect(Timestamp.text(time).hasPrefix("9999-12-31"))
    }
}
