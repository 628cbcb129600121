import Envelopes
import Essentials
import Foundation

/// The jobs that are stored together with events: one for each event of which others may be told, and one timer, for the
/// next thing that happens without anybody's act, such as a reminder.
public struct EnvelopeJobs: Sendable {
    /// The reminders and expiry of envelopes without settings of their own.
    public var timer: EnvelopeTimer

    /// Uses `timer` for envelopes without settings of their own.
    public init(timer: EnvelopeTimer = EnvelopeTimer()) {
        self.timer = timer
    }

    private static func eventLane(_ id: EnvelopeID) -> String { "events/\(id.rawValue)" }
    private static func timerLane(_ id: EnvelopeID) -> String { "timer/\(id.rawValue)" }

    /// Removes the jobs that were stored with an envelope's events.
    static func remove(of id: EnvelopeID, in connection: any SQLConnection) throws {
        for lane in [eventLane(id), timerLane(id)] {
            try connection.run("DELETE FROM job WHERE lane = ?", [lane])
        }
    }

    /// Whether jobs are stored with an event.
    public static func follow(_ event: Event) -> Bool { event.body.kind.concernsOthers }

    func jobs(for events: [Event], in state: Envelope) throws -> [NewJob] {
        let jobs = try events.filter(\.body.kind.concernsOthers).map { event in
            NewJob(
                .published, lane: Self.eventLane(state.id), accountID: state.accountID, envelopeID: state.id,
                payload: try CanonicalJSON.bytes(of: PublishedEvent(sequence: event.sequence)))
        }
        // Other events, such as a filled field, do not change what happens by itself. The timer job of an ended envelope
        // finds nothing to do.
        return jobs.isEmpty ? [] : jobs + timerJobs(for: state)
    }

    /// Returns the job for the next thing that happens by itself; empty if nothing does.
    func timerJobs(for state: Envelope) -> [NewJob] {
        guard let next = timer.next(state) else { return [] }
        return [
            NewJob(
                .timer, lane: Self.timerLane(state.id), accountID: state.accountID, envelopeID: state.id, dueAt: next,
                replacesLane: true)
        ]
    }
}

/// The payload of a job of the kind ``JobKind/published``.
public struct PublishedEvent: Codable, Sendable, Hashable {
    /// The number of the event in the history of the job's envelope.
    public var sequence: Int

    /// Names an event by its number in the history.
    public init(sequence: Int) {
        self.sequence = sequence
    }
}

extension EventBody.Kind {
    /// Whether others may want to hear of the event.
    var concernsOthers: Bool {
        switch self {
        case .created, .sent, .viewed, .received, .signed, .declined, .finishedLater, .voided, .sealed,
            .identificationFailed,
            .notified, .undelivered, .corrected, .delegated, .scheduled, .resumed, .workflowChanged:
            true
        case .consented, .signatureAdopted, .fieldFilled, .historyTaken, .levelLowered, .identified, .mailed, .placed,
            .unplaced, .attached, .detached, .locked, .unlocked:
            false
        }
    }
}
