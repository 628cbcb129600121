import Ceremony
import DocuSignDialect
import Envelopes
import Foundation
import Words

/// Checks the new events of a device's history one by one as if each were happening now: the actor, the rules, the
/// claimed time, and that everything that it names is stored.
struct DeviceEvents: Sendable {
    let user: DeviceUser
    let blobs: CommitBlobs
    let times: DeviceTimes

    /// - Parameters:
    ///   - history: the whole history, with all links already checked
    ///   - known: the number of stored events; only later ones are checked
    /// - Returns: the public key of the device
    /// - Throws: `APIError` and the blob store's errors
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
                throw APIError.unfit(event, error.description)
            }
            try checkPaper(event, before)
            try await blobs.check(event, before)
        }
        guard keys.count == 1, let key = keys.first else {
            throw APIError.unfit("The new events are signed by \(keys.count) devices instead of one.")
        }
        return key
    }

    /// Checks the parts that depend on the layout of documents: a date in words, and the room for a value in its field.
    private func checkPaper(_ event: Event, _ before: Envelope?) throws(APIError) {
        switch event.body {
        case .signed(_, _, let values, _):
            for (id, value) in values {
                guard let tab = before?.tab(id), tab.kind == .dateSigned, let before,
                    !Self.days(event, tab, before).contains(value)
                else {
                    continue
                }
                throw .unfit(event, "the date signed differs from the device's date.")
            }
        case .fieldFilled(_, let id, let value):
            guard let tab = before?.tab(id), tab.kind == .text,
                let reason = FieldText.problem(with: value, in: tab)
            else { return }
            throw .unfit(event, reason)
        default: return
        }
    }

    /// Returns the possible days of an event in the device's time zone. The event's time was rounded to the millisecond
    /// after the day was read from the clock, so there may be two.
    private static func days(_ event: Event, _ tab: EnvelopeTab, _ before: Envelope) -> [String] {
        guard let zone = event.device.flatMap({ TimeZone(secondsFromGMT: $0.secondsFromUTC) }) else { return [] }
        let language = Language.best(for: [event.actor.language].compactMap(\.self))
        return [0, -0.001].map {
            SignedDate.text(of: tab, in: before, event.at.addingTimeInterval($0), zone, language)
        }
    }
}
