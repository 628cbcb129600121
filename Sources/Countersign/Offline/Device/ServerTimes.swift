import Envelopes
import Foundation

/// Remembers the last time that the server told, across starts of the app and of the device.
public struct ServerTimes: Sendable {
    let store: DeviceStore
    let clock: DeviceClock

    private static let name = "serverTime"

    /// Notes the time of an answer that has just come (`Date`, RFC 9110 §6.6.1). Without one, nothing happens.
    public func note(_ reply: HTTPReply) async throws(CountersignError) {
        guard let date = reply.headers["date"].flatMap(Self.date) else { return }
        let time = DeviceEvidence.ServerTime(at: date, sinceBoot: clock.sinceBoot(), boot: clock.boot())
        let bytes: Data
        do { bytes = try CanonicalJSON.bytes(of: time) } catch { throw CountersignError(storing: error) }
        try await store.set(Self.name, to: String(decoding: bytes, as: UTF8.self))
    }

    public func last() async throws(CountersignError) -> DeviceEvidence.ServerTime? {
        guard let text = try await store.setting(Self.name) else { return nil }
        return try? CanonicalJSON.value(DeviceEvidence.ServerTime.self, from: Data(text.utf8))
    }

    /// Reads `Sat, 21 Nov 2026 09:15:00 GMT`; nil for any other form.
    static func date(_ text: String) -> Date? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", parts[1].count == 2, parts[4].count == 8,
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let number = month + 1
        return Timestamp.date("\(parts[3])-\(number < 10 ? "0" : "")\(number)-\(parts[1])T\(parts[4]).000Z")
    }
}
