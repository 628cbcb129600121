import Foundation
import Testing

@testable import Ceremony
@testable import Envelopes

@Suite("The certificate's text about a device")
struct DeviceWordsTests {
    private let at = Date(timeIntervalSince1970: 1_795_252_500)
    private let say = CertificateWords(.english)

    private func rows(_ evidence: DeviceEvidence) -> [String: String] {
        Dictionary(uniqueKeysWithValues: DeviceWords(evidence: evidence, at: at, say: say).rows)
    }

    @Test("The certificate shows the device's facts, time zone and location")
    func facts() {
        let evidence = DeviceEvidence(
            zone: "America/St_Johns", secondsFromUTC: -12_600, elapsed: 5000,
            facts: ["system": "iOS 18", "model": "T3"],
            position: DeviceEvidence.Position(latitude: -33.5, longitude: 151.25, accuracy: 20))
        #expect(
            rows(evidence) == [
                "Device": "model T3, system iOS 18", "Its time zone": "America/St_Johns (UTC-03:30)",
                "Its clock": "never compared with the service's",
                "Its location": "33.50000° S, 151.25000° E within 20 m",
            ])
    }

    @Test(
        "The certificate shows how far the device's clock differed from the service's",
        arguments: [
            (0.0, "the same as the service's"), (90, "90 seconds ahead of the service's"),
            (-90, "90 seconds behind the service's"),
        ])
    func clock(ahead: Double, reported: String) {
        // A minute has passed since the service reported the time.
        let last = DeviceEvidence.ServerTime(at: at - 60 - ahead, elapsed: 40_000, count: "b")
        var evidence = DeviceEvidence(
            zone: "Etc/UTC", secondsFromUTC: 0, elapsed: 100_000, count: "b", serverTime: last)
        #expect(rows(evidence)["Its clock"] == reported)
        // Started anew since then: how long that took, nobody knows.
        evidence.count = "c"
        let day = SignedDate.moment(last.at)
        #expect(rows(evidence)["Its clock"] == "not compared with the service's since \(day)")
    }

    @Test("The certificate shows the hash of the device's key")
    func key() {
        var evidence = DeviceEvidence(zone: "Etc/UTC", secondsFromUTC: 0, elapsed: 0)
        #expect(DeviceWords(evidence: evidence, at: at, say: say).keyHash == nil)
        evidence.publicKey = Data("abc".utf8)
        // FIPS 180-4's own example.
        #expect(
            DeviceWords(evidence: evidence, at: at, say: say).keyHash
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test("A device's time is called its claim, and an extreme offset does not crash")
    func claims() throws {
        func event(_ evidence: DeviceEvidence?) throws -> Event {
            try Event(
                sequence: 1, envelopeID: EnvelopeID(UUID()), at: at,
                actor: EventActor(kind: .recipient, id: "1", name: "Bo"), commandKey: nil, body: .sent,
                device: evidence,
                previousHash: .none)
        }
        var evidence = DeviceEvidence(zone: "Etc/UTC", secondsFromUTC: 0, elapsed: 0)
        #expect(say.moment(try event(nil)) == SignedDate.moment(at))
        #expect(say.moment(try event(evidence)) == SignedDate.moment(at) + ", by the device's clock")
        evidence.secondsFromUTC = .min
        #expect(rows(evidence)["Its time zone"]?.hasPrefix("Etc/UTC (UTC-") == true)
    }
}
