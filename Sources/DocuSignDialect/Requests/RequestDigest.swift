import Envelopes
import Foundation

extension Wire.EnvelopeDefinition {
    /// Returns a digest that identifies the requested envelope, whatever its transaction and whether it is sent: the
    /// SHA-256 of the other members in order.
    ///
    /// Requests with the same digest ask for the same thing. Requests with different digests may too, with lists in
    /// another order.
    ///
    /// - Parameter leavesOutUnfilledRoles: whether unfilled roles are omitted from a draft (`merge_roles_on_draft`)
    /// - Throws: `EncodingError` for a number that JSON cannot represent
    package func contentDigest(leavingOutUnfilledRoles leavesOutUnfilledRoles: Bool = false) throws -> BlobHash {
        struct Content: Encodable {
            let request: Wire.EnvelopeDefinition
            let leavesOutUnfilledRoles: Bool
        }
        var request = self
        request.transactionId = nil
        request.status = nil
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return BlobHash(
            of: try encoder.encode(Content(request: request, leavesOutUnfilledRoles: leavesOutUnfilledRoles)))
    }
}
