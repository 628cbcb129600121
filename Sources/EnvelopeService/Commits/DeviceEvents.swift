import Ceremony
import DocuSignDialect
import Envelopes
import Foundation

/// The new events of a device's history, judged one by one as if each were happening now: who acts, whether it may
/// happen, when the device says that it did, and whether everything that it names is there.
struct DeviceEvents: Sendable {
    let user: DeviceUser
    let blobs: CommitBlobs
    let times: DeviceTimes

    /// - Parameters:
    ///   - history: the whole, already checked link by link.
    ///   - known: how many of its events are stored; those after them are judged.
    /// - Returns: the key of the device.
    /// - Throws: `APIError`, and what the blob store finds wrong.
    func check(_ history: History, after known: Int) async throws -> Data {
        do {
            try history.verifyDeviceSignatures(from: known + 1)
        } catch {
            throw APIError.unfit(error.description)
        }
        var keys: Set<Data> = []
        var state: Envelope?
        var times = times
        for event in history.events {
            let before = state
            state = try apply(event, to: state)
            guard event.sequence > known else {
                times.note(event)
                continue
            }
            guard let evidence = event.device, let key = evidence.publicKey else {
                throw APIError.unfit(event, "it was neither stored by the service nor signed by a device.")
            }
            keys.insert(key)
            do {
                try times.check(event, evidence)
                try user.check(event, before)
                try decideAgain(event, before)
            } catch {
                throw APIError.unfit(event, error.reason)
            }
            try checkPaper(event, before)
            try await blobs.check(event, before)
        }
        guard keys.count == 1, let key = keys.first else {
            throw APIError.unfit("The new events are signed by \(keys.count) devices, and one hands them over.")
        }
        return key
    }

    /// What depends on how documents are written: a day in words, and the room for a value in its field.
    private func checkPaper(_ event: Event, _ before: Envelope?) throws(APIError) {
        switch event.body {
        case .signed(_, _, let values, _):
            for (id, value) in values where before?.tab(id)?.kind == .dateSigned && !Self.days(event).contains(value) {
                throw .unfit(event, "the date signed is not the day on which the device says that it was.")
            }
        case .fieldFilled(_, let id, let value):
            guard let tab = before?.tab(id), tab.kind == .text,
                let reason = FieldText.refusal(of: value, in: tab)
            else { return }
            throw .unfit(event, reason)
        default: return
        }
    }

    /// The day of an event where the device was. An event's time is kept to the millisecond, and the day is read from the
    /// clock before that.
    private static func days(_ event: Event) -> [String] {
        guard let zone = event.device.flatMap({ TimeZone(secondsFromGMT: $0.secondsFromUTC) }) else { return [] }
        return [0, -0.001].map { SignedDate.day(event.at.addingTimeInterval($0), in: zone) }
    }
}
