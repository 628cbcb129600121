import Crypto
import Envelopes
import Foundation

/// What a device said when somebody signed on it, for people.
struct DeviceWords {
    let evidence: DeviceEvidence
    /// The event's time, by the device's clock.
    let at: Date

    /// Label and value, in the order in which they are read.
    var rows: [(String, String)] {
        var rows: [(String, String)] = []
        let facts = evidence.facts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        if !facts.isEmpty { rows.append(("Device", facts.joined(separator: ", "))) }
        rows.append(("Its time zone", "\(evidence.zone) (\(offset))"))
        rows.append(("Its clock", clock))
        if let position = evidence.position { rows.append(("Its place", Self.place(position))) }
        return rows
    }

    /// A moment as people read it, and whose clock says so where that is a device's.
    static func moment(_ event: Event) -> String {
        SignedDate.moment(event.at) + (event.device == nil ? "" : ", as the device claims")
    }

    /// SHA-256 over the device's key, by which its signatures can be checked.
    var keyHash: String? {
        evidence.publicKey.map { key in
            SHA256.hash(data: key).map { String(format: "%02x", $0) }.joined()
        }
    }

    private var offset: String {
        let minutes = evidence.secondsFromUTC.magnitude / 60
        return String(format: "UTC%@%02d:%02d", evidence.secondsFromUTC < 0 ? "-" : "+", minutes / 60, minutes % 60)
    }

    /// How far the device's clock was from the service's, as far as that is known.
    private var clock: String {
        guard let time = evidence.estimatedTime else {
            guard let last = evidence.serverTime?.at else { return "never compared with the service's" }
            return "not compared with the service's since \(SignedDate.moment(last))"
        }
        let seconds = Int(at.timeIntervalSince(time).rounded())
        if abs(seconds) <= 2 { return "as the service's" }
        return "\(abs(seconds)) seconds \(seconds > 0 ? "ahead of" : "behind") the service's"
    }

    private static func place(_ position: DeviceEvidence.Position) -> String {
        let north = String(format: "%.5f\u{B0} %@", abs(position.latitude), position.latitude < 0 ? "S" : "N")
        let east = String(format: "%.5f\u{B0} %@", abs(position.longitude), position.longitude < 0 ? "W" : "E")
        return "\(north), \(east)" + (position.accuracy.map { " within \($0) m" } ?? "")
    }
}
