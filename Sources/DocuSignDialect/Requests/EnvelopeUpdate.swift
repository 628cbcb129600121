import Envelopes
import Foundation

extension Wire {
    /// The body of `PUT …/envelopes/{id}`: a draft is sent, or an envelope taken back.
    public struct EnvelopeUpdate: Codable, Hashable, Sendable {
        public var status: String?
        public var voidedReason: String?

        public init(status: String?, voidedReason: String? = nil) {
            self.status = status
            self.voidedReason = voidedReason
        }

        public init(from decoder: any Decoder) throws {
            let reader = try WireReader(decoder)
            try reader.refuse(
                [
                    "emailSubject", "emailBlurb", "documents", "recipients", "customFields", "purgeState",
                    "notification", "eventNotification", "workflow", "transactionId",
                ], because: "cannot be changed through this call")
            status = try reader.name("status")
            voidedReason = try reader.text("voidedReason")
        }

        /// What the update asks for.
        ///
        /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` when it asks for neither, or gives no reason to void.
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
