import Crypto
import Envelopes
import Essentials
import Foundation

/// A device's statement about a signature, in words for people.
struct DeviceWords {
    let evidence: DeviceEvidence
    /// The time of the event by the device's clock.
    let at: Date

    /// Labels and values, in reading order.
    var rows: [(String, String)] {
        var rows: [(String, String)] = []
        let facts = evidence.facts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        if !facts.isEmpty { rows.append(("Device", facts.joined(separator: ", "))) }
        rows.append(("Its time zone", "\(evidence.zone) (\(offset))"))
        rows.append(("Its clock", clock))
        if let position = evidence.position { rows.append(("Its location", Self.place(position))) }
        return rows
    }

    /// Returns the time of an event, marked as a claim if a device recorded it.
    static func moment(_ event: Event) -> String {
        SignedDate.moment(event.at) + (event.device == nil ? "" : ", by the device's clock")
    }

    /// The SHA-256 of the device's key, which verifies its signatures.
    var keyHash: String? {
        evidence.publicKey.map { Hexadecimal.text(SHA256.hash(data: $0)) }
    }

    private var offset: String {
        let minutes = evidence.secondsFromUTC.magnitude / 60
        return String(format: "UTC%@%02d:%02d", evidence.secondsFromUTC < 0 ? "-" : "+", minutes / 60, minutes % 60)
    }

    /// The difference between the device's clock and the service's, if it is known.
    private var clock: String {
        guard let time = evidence.estimatedTime else {
            guard let last = evidence.serverTime?.at else { return "never compared with the service's" }
            return "not compared with the service's since \(SignedDate.moment(last))"
        }
        let seconds = Int(at.timeIntervalSince(time).rounded())
        if abs(seconds) <= 2 { return "the same as the service's" }
        return "\(abs(seconds)) seconds \(seconds > 0 ? "ahead of" : "behind") the service's"
    }

    private static func place(_ position: DeviceEvidence.Position) -> String {
        let north = String(format: "%.5f\u{B0} %@", abs(position.latitude), position.latitude < 0 ? "S" : "N")
        let east = String(format: "%.5f\u{B0} %@", abs(position.longitude), position.longitude < 0 ? "W" : "E")
        return "\(north), \(east)" + (position.accuracy.map { " within \($0) m" } ?? "")
    }
}
