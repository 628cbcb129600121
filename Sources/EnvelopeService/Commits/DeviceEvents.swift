import Ceremony
import DocuSignDialect
import Envelopes
import Foundation

/// The new events of a device's history, judged one by one as if each were happening now: who acts, whether it may
/// happen, when the device says that it did, and whether everything that it names is there.
struct DeviceEvents: Sendable {
    let authority: DeviceAuthority
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
            try times.check(event, evidence)
            try authority.check(event, before)
            try decideAgain(event, before)
            try await blobs.check(event, before)
        }
        guard keys.count == 1, let key = keys.first else {
            throw APIError.unfit("The new events are signed by \(keys.count) devices, and one hands them over.")
        }
        return key
    }

    /// Whether the rules would have let it happen: `apply` alone asks only whether it can have.
    private func decideAgain(_ event: Event, _ before: Envelope?) throws {
        guard let command = Command(answeredBy: event.body, of: event.envelopeID) else {
            throw APIError.unfit(event, "only the service does this.")
        }
        let bodies: [EventBody]
        do {
            bodies = try decide(command, before, CommandContext(at: event.at, actor: event.actor)).map(\.body)
        } catch {
            throw APIError.unfit(event, error.description)
        }
        guard bodies == [event.body] else { throw APIError.unfit(event, "it changes nothing, or skips a step.") }
        if case .signed(let id, let documents, let values, _) = event.body, let before {
            try check(values, of: id, event, before)
            let asked = before.documentsToSign(by: id).map(\.id)
            guard Set(documents.keys) == Set(asked) || Set(documents.keys) == Self.earlier(before, id) else {
                throw APIError.unfit(event, "recipient \(id) has to sign the documents \(Self.list(asked)).")
            }
        }
        if case .fieldFilled(_, let id, let value) = event.body, let tab = before?.tab(id), tab.kind == .text,
            let reason = FieldText.refusal(of: value, in: tab)
        {
            throw APIError.unfit(event, reason)
        }
    }

    /// What somebody signs with an app of before optional signatures were given one by one: whatever asks. Such an app
    /// knows no adoption that leaves the optional ones out.
    private static func earlier(_ envelope: Envelope, _ id: RecipientID) -> Set<DocumentID>? {
        guard let state = envelope.state(of: id), AdoptedKind.allCases.allSatisfy({ state.scope($0) == .everyField })
        else { return nil }
        return Set(envelope.documentsAsking(id).map(\.id))
    }

    /// What is written for a recipient, not by them: their name and address, and a day.
    private func check(
        _ values: [TabID: String], of recipient: RecipientID, _ event: Event, _ before: Envelope
    ) throws(APIError) {
        for tab in before.tabs(of: recipient) where tab.kind.isFilledByService && values[tab.id] == nil {
            throw .unfit(event, "nothing is written into “\(tab.label)”.")
        }
        for (id, value) in values {
            guard let tab = before.tab(id) else { continue }
            if tab.kind == .dateSigned {
                guard Self.days(event).contains(value) else {
                    throw .unfit(event, "the date signed is not the day on which the device says that it was.")
                }
            } else if value != before.value(of: tab) {
                throw .unfit(event, "what is written into “\(tab.label)” is not what the envelope says.")
            }
        }
    }

    /// The day of an event where the device was. An event's time is kept to the millisecond, and the day is read from the
    /// clock before that.
    private static func days(_ event: Event) -> [String] {
        guard let zone = event.device.flatMap({ TimeZone(secondsFromGMT: $0.secondsFromUTC) }) else { return [] }
        return [0, -0.001].map { SignedDate.day(event.at.addingTimeInterval($0), in: zone) }
    }

    private static func list(_ ids: [DocumentID]) -> String {
        ids.map(\.rawValue).sorted().joined(separator: ", ")
    }
}
