import ClientSupport
import Envelopes
import Essentials
import Foundation
import HTTPMessages

/// Counts the time between events in the app, and remembers the last time reported by the server. Both survive restarts
/// of the app.
///
/// The time of the device's start and the system's identifier for it stay in the store. Only the time since a count
/// started is disclosed.
package struct ServerTimes: Sendable {
    let store: DeviceStore
    let clock: DeviceClock

    private static let name = "serverTime"
    private static let countName = "count"

    /// The stored form of a count; it stays on this device.
    private struct Count: Codable {
        let name: String
        /// The device start during which the count runs.
        let boot: String
        /// Milliseconds from that start to the start of the count.
        let began: Int
    }

    /// Returns how long the count has run, in milliseconds, and its name. The first call starts it, as does the first
    /// call after the device was restarted. If the system does not identify its starts, returns 0 and no name.
    func count() async throws(CountersignError) -> (elapsed: Int, name: String?) {
        guard let boot = clock.boot() else { return (0, nil) }
        let now = clock.sinceBoot()
        let kept = try await store.setting(Self.countName).flatMap {
            try? CanonicalJSON.value(Count.self, from: Data($0.utf8))
        }
        if let kept, kept.boot == boot, kept.began <= now { return (now - kept.began, kept.name) }
        let count = Count(name: UUID().uuidString.lowercased(), boot: boot, began: now)
        try await keep(count, named: Self.countName)
        return (0, count.name)
    }

    /// Records the time of an answer that has just arrived (`Date`, RFC 9110 §6.6.1). Does nothing if the answer has
    /// none.
    package func note(_ reply: HTTPReply) async throws(CountersignError) {
        guard let date = reply.headers[.date].flatMap(HTTPDate.date) else { return }
        let count = try await count()
        try await keep(
            DeviceEvidence.ServerTime(at: date, elapsed: count.elapsed, count: count.name), named: Self.name)
    }

    package func last() async throws(CountersignError) -> DeviceEvidence.ServerTime? {
        guard let text = try await store.setting(Self.name) else { return nil }
        return try? CanonicalJSON.value(DeviceEvidence.ServerTime.self, from: Data(text.utf8))
    }

    private func keep(_ value: some Encodable, named name: String) async throws(CountersignError) {
        let bytes: Data
        do { bytes = try CanonicalJSON.bytes(of: value) } catch { throw CountersignError(storing: error) }
        try await store.set(name, to: String(decoding: bytes, as: UTF8.self))
    }
}
