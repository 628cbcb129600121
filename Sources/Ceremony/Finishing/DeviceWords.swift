import Crypto
import Envelopes
import Essentials
import Foundation

/// A device's statement about a signature, in words for people.
struct DeviceWords {
    let evidence: DeviceEvidence
    /// The time of the event by the device's clock.
    let at: Date
    let say: CertificateWords

    /// Labels and values, in reading order.
    var rows: [(String, String)] {
        var rows: [(String, String)] = []
        let facts = evidence.facts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        if !facts.isEmpty { rows.append((say(.labelDevice), facts.joined(separator: ", "))) }
        rows.append((say(.labelDeviceZone), "\(evidence.zone) (\(SignedDate.offset(evidence.secondsFromUTC)))"))
        rows.append((say(.labelDeviceClock), clock))
        if let position = evidence.position { rows.append((say(.labelDeviceLocation), place(position))) }
        return rows
    }

    /// The SHA-256 of the device's key, which verifies its signatures.
    var keyHash: String? {
        evidence.publicKey.map { Hexadecimal.text(SHA256.hash(data: $0)) }
    }

    /// The difference between the device's clock and the service's, if it is known.
    private var clock: String {
        guard let time = evidence.estimatedTime else {
            guard let last = evidence.serverTime?.at else { return say(.clockNever) }
            return say(.clockSince, ["time": .text(say.moment(last))])
        }
        let seconds = Int(at.timeIntervalSince(time).rounded())
        if abs(seconds) <= 2 { return say(.clockSame) }
        return seconds > 0 ? say(.clockAhead, count: seconds) : say(.clockBehind, count: -seconds)
    }

    private func place(_ position: DeviceEvidence.Position) -> String {
        let north = String(format: "%.5f\u{B0} %@", abs(position.latitude), position.latitude < 0 ? "S" : "N")
        let east = String(format: "%.5f\u{B0} %@", abs(position.longitude), position.longitude < 0 ? "W" : "E")
        let place = "\(north), \(east)"
        return position.accuracy.map {
            say(.locationWithin, ["place": .text(place), "meters": .number($0)])
        } ?? place
    }
}
