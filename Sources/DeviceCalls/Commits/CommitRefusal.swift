import DocuSignDialect
import Envelopes

extension APIError {
    /// Returns the error for a device's history that is permanently rejected; a retry cannot succeed.
    static func unfit(_ message: String) -> APIError {
        APIError(status: 422, errorCode: "ENVELOPE_HISTORY_INVALID", message: message)
    }

    static func unfit(_ event: Event, _ message: String) -> APIError {
        unfit("Event \(event.sequence): \(message)")
    }

    /// Returns the error for a history with a missing blob; a retry succeeds once the blob is uploaded.
    static func blobMissing(_ hash: BlobHash, _ event: Event) -> APIError {
        APIError(
            status: 409, errorCode: "ENVELOPE_BLOB_MISSING",
            message: "Event \(event.sequence): the blob \(hash) has not been uploaded.")
    }

    /// Returns the error for a history that does not continue the stored one. `stored` is the envelope's current state.
    static func conflict(_ stored: Envelope?) -> APIError {
        if let status = stored?.status, status == .voided || status == .declined {
            return APIError(
                status: 409, errorCode: Code.envelopeInvalidStatus.rawValue,
                message: "The envelope has been \(status.rawValue) in the meantime.")
        }
        return APIError(
            status: 409, errorCode: "ENVELOPE_HISTORY_CONFLICT",
            message: stored.map {
                "The history conflicts with the service's, which has \($0.lastSequence) events; nothing was changed."
            } ?? "The envelope's id or transactionId is in use; nothing was changed.")
    }
}
