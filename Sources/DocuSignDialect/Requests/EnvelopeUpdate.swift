import Envelopes
import Foundation

extension Wire {
    /// The body of `PUT …/envelopes/{id}`, which sends a draft, voids an envelope, or changes its subject and message.
    package struct EnvelopeUpdate: WireRecord, Codable, Hashable, Sendable {
        package var status: String?
        package var voidedReason: String?
        package var emailSubject: String?
        package var emailBlurb: String?
        /// Only to resume: `workflowStatus` `in_progress`.
        package var workflow: Workflow?

        package init(
            status: String?, voidedReason: String? = nil, emailSubject: String? = nil, emailBlurb: String? = nil
        ) {
            self.status = status
            self.voidedReason = voidedReason
            self.emailSubject = emailSubject
            self.emailBlurb = emailBlurb
        }

        init() {}

        private static let fixed = "cannot be changed through this call"

        static let members: [WireMember<Self>] = [
            .refused(texts: ["password", "signingLocation"], because: fixed),
            .refused(EnvelopeWishes.refused, because: fixed),
            .refused(
                [
                    "documents", "recipients", "customFields", "notification", "transactionId", "templateId",
                    "templateRoles", "recipientViewRequest", "expireEnabled", "expireAfter", "expireDateTime",
                    "enforceSignerVisibility", "lockInformation", "sender", "eventNotification", "eventNotifications",
                ], because: fixed),
            .only("unpurged", "purgeState"),
            .name("status", \.status),
            .name("emailSubject", \.emailSubject),
            .name("emailBlurb", \.emailBlurb),
            .text("voidedReason", \.voidedReason),
            .object("workflow", \.workflow),
        ]

        mutating func complete(_ reader: WireReader) throws {
            if let workflow, status != nil || workflow.saysWhen || workflow.workflowStatus != "in_progress" {
                throw reader.refusal(
                    "workflow", "can only be {\"workflowStatus\":\"in_progress\"} here; …/workflow changes it")
            }
            if status?.lowercased() != "voided" { try reader.ignore(texts: ["voidedReason"]) }
        }

        /// Returns the requested changes.
        ///
        /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` if the update changes nothing, or voids without a reason
        package func commands() throws(APIError) -> [Command] {
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
