import Envelopes
import Foundation

extension Wire {
    /// When an envelope is sent, and where its routing waits.
    package struct Workflow: WireRecord, Codable, Hashable, Sendable {
        /// `in_progress`, or `paused` while a step holds the envelope.
        package var workflowStatus: String?
        /// Only in answers: the step that holds the envelope.
        package var currentWorkflowStepId: String?
        /// Only in answers: when the envelope goes on by itself.
        package var resumeDate: String?
        package var scheduledSending: Delay?
        package var workflowSteps: [WorkflowStep]?

        package init() {}

        static let members: [WireMember<Self>] = [
            .name("workflowStatus", \.workflowStatus),
            .name("currentWorkflowStepId", \.currentWorkflowStepId),
            .name("resumeDate", \.resumeDate),
            .object("scheduledSending", \.scheduledSending),
            .list("workflowSteps", \.workflowSteps),
        ]

        mutating func complete(_ reader: WireReader) throws {
            if let workflowStatus, !["in_progress", "paused"].contains(workflowStatus) {
                throw reader.refusal("workflowStatus", "can only be in_progress or paused")
            }
        }

        /// Whether it says more than a status.
        package var saysWhen: Bool { scheduledSending != nil || workflowSteps != nil }
    }

    /// A time to wait, of scheduled sending or of a step.
    package struct Delay: WireRecord, Codable, Hashable, Sendable {
        /// At most one.
        package var rules: [DelayRule]?
        /// Only in answers.
        package var resumeDate: String?
        /// Only in answers: `pending`, `started` or `completed`.
        package var status: String?

        init() {}

        static let members: [WireMember<Self>] = [
            .refused(texts: ["bulkListId"]),
            .list("rules", \.rules),
            .name("resumeDate", \.resumeDate),
            .name("status", \.status),
        ]

        mutating func complete(_ reader: WireReader) throws {
            if (rules?.count ?? 0) > 1 { throw reader.refusal("rules", "can hold only one rule") }
        }
    }

    /// A delay such as `1.02:30:00` (days, hours, minutes, seconds), or a date.
    package struct DelayRule: WireObject, Codable, Hashable, Sendable {
        package var delay: String?
        package var resumeDate: String?

        init(_ wait: Envelopes.Workflow.Wait) {
            switch wait {
            case .delay(let seconds): delay = Self.text(seconds)
            case .until(let date): resumeDate = WireDate.text(date)
            }
        }

        init(reading reader: WireReader) throws {
            delay = try reader.name("delay")
            resumeDate = try reader.name("resumeDate")
            guard (delay == nil) != (resumeDate == nil) else {
                throw reader.refusal("delay", "or resumeDate has to be given, and not both")
            }
            if let delay, Self.seconds(delay) == nil {
                throw reader.refusal("delay", "is not a time such as 1.02:30:00")
            }
            if let resumeDate, WireDate.date(resumeDate) == nil {
                throw reader.refusal("resumeDate", "is not a date in ISO 8601")
            }
        }

        var wait: Envelopes.Workflow.Wait? {
            delay.flatMap(Self.seconds).map { .delay($0) } ?? resumeDate.flatMap(WireDate.date).map { .until($0) }
        }

        static func seconds(_ text: String) -> Int? {
            guard let match = text.wholeMatch(of: #/(?:(\d{1,3})\.)?(\d{1,2}):(\d{2}):(\d{2})/#),
                let hours = Int(match.2), let minutes = Int(match.3), let seconds = Int(match.4),
                hours < 24, minutes < 60, seconds < 60
            else { return nil }
            let days = match.1.flatMap { Int($0) } ?? 0
            return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
        }

        static func text(_ seconds: Int) -> String {
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(two).joined(separator: ":")
            return "\(seconds / 86_400).\(time)"
        }
    }

    /// A pause before a routing order.
    package struct WorkflowStep: WireRecord, Codable, Hashable, Sendable {
        /// Only in answers.
        package var workflowStepId: String?
        package var action: String?
        package var triggerOnItem: String?
        /// The routing order.
        package var itemId: Int?
        package var delayedRouting: Delay?
        /// Only in answers: `pending`, `paused`, `in_progress` while a delay runs, or `completed`.
        package var status: String?

        init() {}

        static let members: [WireMember<Self>] = [
            .refused(["recipientRouting"]),
            .name("workflowStepId", \.workflowStepId),
            .name("action", \.action),
            .name("triggerOnItem", \.triggerOnItem),
            .integer("itemId", \.itemId),
            .object("delayedRouting", \.delayedRouting),
            .name("status", \.status),
        ]

        mutating func complete(_ reader: WireReader) throws {
            for key: WireKey in ["triggeredDate", "completedDate"] { _ = try reader.name(key) }
            guard action == "pause_before" else { throw reader.refusal("action", "can only be pause_before") }
            guard triggerOnItem == "routing_order" else {
                throw reader.refusal("triggerOnItem", "can only be routing_order")
            }
            guard itemId != nil else { throw reader.refusal("itemId", "is missing; it is the routing order") }
        }
    }
}

extension Wire.Workflow {
    /// The workflow for the domain, which validates it; `nil` if it asks for nothing.
    package var workflow: Envelopes.Workflow? {
        let workflow = Envelopes.Workflow(
            sending: scheduledSending?.rules?.first?.wait,
            steps: (workflowSteps ?? []).map {
                .init(order: $0.itemId ?? 0, wait: $0.delayedRouting?.rules?.first?.wait)
            })
        return workflow == Envelopes.Workflow() ? nil : workflow
    }

    /// A workflow as a client sends it, or as a template has it.
    init(_ workflow: Envelopes.Workflow) {
        scheduledSending = workflow.sending.map { Wire.Delay($0) }
        workflowSteps = workflow.steps.map { step in
            var wire = Wire.WorkflowStep()
            wire.action = "pause_before"
            wire.triggerOnItem = "routing_order"
            wire.itemId = step.order
            wire.delayedRouting = step.wait.map { Wire.Delay($0) }
            return wire
        }
    }

    /// An answer's workflow.
    package init(_ envelope: Envelopes.Envelope) {
        self.init(envelope.workflow ?? Envelopes.Workflow())
        let held = envelope.heldOrder
        workflowStatus = held == nil ? "in_progress" : "paused"
        currentWorkflowStepId = held.map { Wire.WorkflowStep.id(before: $0.order, in: envelope) }
        resumeDate = (envelope.resumesAt ?? envelope.scheduledAt).map(WireDate.text)
        if scheduledSending != nil {
            let isSent = envelope.sentAt != nil
            scheduledSending?.status = isSent ? "completed" : envelope.scheduledAt == nil ? "pending" : "started"
            scheduledSending?.resumeDate = (envelope.scheduledAt ?? envelope.sentAt).map(WireDate.text)
        }
        workflowSteps = workflowSteps?.map { step in
            var step = step
            let order = step.itemId ?? 0
            let isHeld = held?.order == order
            step.workflowStepId = Wire.WorkflowStep.id(before: order, in: envelope)
            let isDone = envelope.isReleased(order)
            step.status =
                isDone ? "completed" : !isHeld ? "pending" : step.delayedRouting == nil ? "paused" : "in_progress"
            step.delayedRouting?.status = isDone ? "completed" : isHeld ? "started" : "pending"
            if isHeld { step.delayedRouting?.resumeDate = envelope.resumesAt.map(WireDate.text) }
            return step
        }
    }
}

extension Wire.Delay {
    init(_ wait: Envelopes.Workflow.Wait) { rules = [Wire.DelayRule(wait)] }
}

extension Wire.WorkflowStep {
    static func id(before order: Int, in envelope: Envelopes.Envelope) -> String {
        DerivedGUID.text(envelope.id, "workflowStep", String(order))
    }
}
