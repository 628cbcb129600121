import Envelopes
import Foundation

extension Wire {
    /// The body of `PUT …/envelopes/{id}`, which sends a draft or voids an envelope.
    public struct EnvelopeUpdate: WireObject, Codable, Hashable, Sendable {
        public var status: String?
        public var voidedReason: String?
        /// Only to resume: `workflowStatus` `in_progress`.
        public var workflow: Workflow?

        public init(status: String?, voidedReason: String? = nil) {
            self.status = status
            self.voidedReason = voidedReason
        }

        init(reading reader: WireReader) throws {
            let reason = "cannot be changed through this call"
            try reader.refuse(texts: ["emailSubject", "emailBlurb", "password", "signingLocation"], because: reason)
            try reader.refuse(
                EnvelopeWishes.refused + [
                    "documents", "recipients", "customFields", "notification", "transactionId", "templateId",
                    "templateRoles", "recipientViewRequest", "expireEnabled", "expireAfter", "expireDateTime",
                    "enforceSignerVisibility", "lockInformation", "sender", "eventNotification", "eventNotifications",
                ], because: reason)
            try reader.refuse("purgeState", unless: "unpurged")
            status = try reader.name("status")
            voidedReason = try reader.text("voidedReason")
            workflow = try reader.object("workflow", as: Workflow.self)
            if let workflow, status != nil || workflow.saysWhen || workflow.workflowStatus != "in_progress" {
                throw reader.refusal(
                    "workflow", "can only be {\"workflowStatus\":\"in_progress\"} here; …/workflow changes it")
            }
            if status?.lowercased() != "voided" { try reader.ignore(texts: ["voidedReason"]) }
        }

        /// Returns the requested change.
        ///
        /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` if the update does neither, or voids without a reason
        public func command() throws(APIError) -> Command {
            switch status?.lowercased() {
            case "sent":
                return .send
            case "voided":
                guard let voidedReason, !voidedReason.isEmpty else {
                    throw APIError(.invalidRequestParameter, "voidedReason is missing.")
                }
                return .void(reason: voidedReason)
            case nil:
                throw APIError(.invalidRequestParameter, "status is missing; it can be sent or voided.")
            default:
                throw APIError(.invalidRequestParameter, "status can only be sent or voided.")
            }
        }
    }
}
