import Foundation

/// When an envelope is sent, and where its routing waits.
public struct Workflow: Hashable, Sendable, Codable {
    /// A time to wait: a while, or until a date.
    public enum Wait: Hashable, Sendable, Codable {
        /// Whole seconds.
        case delay(Int)
        case until(Date)

        /// Returns when the wait that begins at a date ends.
        func end(from start: Date) -> Date {
            switch self {
            case .delay(let seconds): start.addingTimeInterval(Double(seconds))
            case .until(let date): max(start, date)
            }
        }

        private enum CodingKeys: String, CodingKey {
            case delay, until
        }

        /// Reads `delay` in seconds, or else the time `until`.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            if let seconds = try members.decodeIfPresent(Int.self, forKey: .delay) {
                self = .delay(seconds)
            } else {
                self = .until(try members.decode(Date.self, forKey: .until))
            }
        }

        /// Writes one member: `delay` in seconds, or `until`.
        public func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .delay(let seconds): try members.encode(seconds, forKey: .delay)
            case .until(let date): try members.encode(date, forKey: .until)
            }
        }
    }

    /// A pause before a routing order.
    public struct Step: Hashable, Sendable, Codable {
        /// The routing order before which the routing pauses. At most one step has it, and a recipient must have it
        /// too.
        public var order: Int
        /// `nil` to wait until the sender resumes.
        public var wait: Wait?

        /// Makes a pause that ends by itself, or with `nil` when the sender resumes.
        public init(order: Int, wait: Wait? = nil) {
            self.order = order
            self.wait = wait
        }
    }

    /// How long sending waits; `nil` to send at once.
    public var sending: Wait?
    /// The pauses, in any order.
    public var steps: [Step]

    /// Makes a workflow; the defaults send at once and pause nowhere.
    public init(sending: Wait? = nil, steps: [Step] = []) {
        self.sending = sending
        self.steps = steps
    }

    /// The pause before a routing order; `nil` if there is none.
    public func step(before order: Int) -> Step? { steps.first { $0.order == order } }

    /// The problems that do not depend on the time.
    func problems(orders: Set<Int>) -> [EnvelopeProblem] {
        var problems: [EnvelopeProblem] = []
        if steps.count > EnvelopeLimits.recipients {
            problems.append(.tooMany(.workflowSteps, limit: EnvelopeLimits.recipients))
        }
        var seen: Set<Int> = []
        for step in steps {
            if !seen.insert(step.order).inserted { problems.append(.duplicateStep(step.order)) }
            if !orders.contains(step.order) { problems.append(.stepWithoutRecipient(step.order)) }
        }
        for case .delay(let seconds) in [sending] + steps.map(\.wait)
        where seconds < 1 || seconds > EnvelopeLimits.delay {
            problems.append(.delayOutOfRange(seconds))
        }
        return problems
    }

    /// The dates that are no time to wait for: past ones, and ones too far away.
    func problems(at now: Date) -> [EnvelopeProblem] {
        ([sending] + steps.map(\.wait)).compactMap { wait -> EnvelopeProblem? in
            guard case .until(let date) = wait else { return nil }
            let isFar = date > now.addingTimeInterval(Double(EnvelopeLimits.delay))
            return date <= now || isFar ? .dateOutOfRange(date) : nil
        }
    }
}

/// A routing order that waits.
public struct HeldOrder: Hashable, Sendable, Codable {
    /// The routing order that waits.
    public var order: Int
    /// When the pause began.
    public var since: Date
}

extension Envelope {
    /// The sender's workflow; `nil` to send at once and pause nowhere.
    public var workflow: Workflow? { definition.workflow }

    /// The routing order that waits now; `nil` if none does.
    public var heldOrder: HeldOrder? { status.isInProcess ? held : nil }

    /// Whether the pause before a routing order is over.
    public func isReleased(_ order: Int) -> Bool { released?.contains(order) == true }

    /// When routing goes on by itself; `nil` if it does not.
    public var resumesAt: Date? {
        guard let held = heldOrder else { return nil }
        return workflow?.step(before: held.order)?.wait?.end(from: held.since)
    }

    /// Whether routing stops before an order. Remembers since when.
    mutating func holds(_ order: Int, at date: Date) -> Bool {
        guard workflow?.step(before: order) != nil, !isReleased(order) else {
            held = nil
            return false
        }
        if held?.order != order { held = HeldOrder(order: order, since: date) }
        return true
    }

    /// Ends the pause before the order that waits. Returns the reason if none does, else `nil`.
    mutating func release(_ order: Int) -> String? {
        guard heldOrder?.order == order else { return "nothing waits before the routing order \(order)" }
        released = (released ?? []) + [order]
        held = nil
        return nil
    }

    /// Replaces the workflow. A part that has begun keeps its beginning.
    mutating func setWorkflow(_ workflow: Workflow?, at date: Date) {
        let earlier = self.workflow?.sending
        definition.workflow = workflow
        guard scheduledAt != nil, workflow?.sending != earlier else { return }
        scheduledAt = workflow?.sending?.end(from: date)
    }
}
