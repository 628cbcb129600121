import Envelopes
import Foundation

extension Wire {
    /// The body of `PUT …/envelopes/{id}`, which sends a draft, voids an envelope, or changes its subject and message.
    public struct EnvelopeUpdate: WireObject, Codable, Hashable, Sendable {
        public var status: String?
        public var voidedReason: String?
        public var emailSubject: String?
        public var emailBlurb: String?
        /// Only to resume: `workflowStatus` `in_progress`.
        public var workflow: Workflow?

        public init(
            status: String?, voidedReason: String? = nil, emailSubject: String? = nil, emailBlurb: String? = nil
        ) {
            self.status = status
            self.voidedReason = voidedReason
            self.emailSubject = emailSubject
            self.emailBlurb = emailBlurb
        }

        init(reading reader: WireReader) throws {
            let reason = "cannot be changed through this call"
            try reader.refuse(texts: ["password", "signingLocation"], because: reason)
            try reader.refuse(
                EnvelopeWishes.refused + [
                    "documents", "recipients", "customFields", "notification", "transactionId", "templateId",
                    "templateRoles", "recipientViewRequest", "expireEnabled", "expireAfter", "expireDateTime",
                    "enforceSignerVisibility", "lockInformation", "sender", "eventNotification", "eventNotifications",
                ], because: reason)
            try reader.refuse("purgeState", unless: "unpurged")
            status = try reader.name("status")
            emailSubject = try reader.name("emailSubject")
            emailBlurb = try reader.name("emailBlurb")
            voidedReason = try reader.text("voidedReason")
            workflow = try reader.object("workflow", as: Workflow.self)
            if let workflow, status != nil || workflow.saysWhen || workflow.workflowStatus != "in_progress" {
                throw reader.refusal(
                    "workflow", "can only be {\"workflowStatus\":\"in_progress\"} here; …/workflow changes it")
            }
            if status?.lowercased() != "voided" { try reader.ignore(texts: ["voidedReason"]) }
        }

        /// Returns the requested changes.
        ///
        /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` if the update changes nothing, or voids without a reason
        public func commands() throws(APIError) -> [Command] {
            try DialectLimits.check(subject: emailSubject)
            let texts: [Command] =
                emailSubject == nil && emailBlurb == nil
                ? [] : [.correct(Correction(emailSubject: emailSubject, emailBlurb: emailBlurb))]
            return try texts + statusCommands(required: texts.isEmpty)
        }

        private func statusCommands(required: Bool) throws(APIError) -> [Command] {
            switch status?.lowercased() {
            case "sent":
                return [.send]
            case "voided":
                guard let voidedReason, !voidedReason.isEmpty else {
                    throw APIError(.invalidRequestParameter, "voidedReason is missing.")
                }
                return [.void(reason: voidedReason)]
            case nil:
                guard required else { return [] }
                throw APIError(.invalidRequestParameter, "status is missing; it can be sent or voided.")
            default:
                throw APIError(.invalidRequestParameter, "status can only be sent or voided.")
            }
        }
    }
}
