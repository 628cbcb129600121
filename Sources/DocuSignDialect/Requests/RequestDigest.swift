import Envelopes
import Foundation

extension Wire.EnvelopeDefinition {
    /// What tells one request for an envelope from another, whatever their transactions: the SHA-256 of its members in
    /// order.
    ///
    /// Two requests with one digest ask for the same. Two with different ones may ask for the same as well, with lists in
    /// another order.
    ///
    /// - Parameter leavesOutUnfilledRoles: whether the roles that nobody takes are left out of a draft
    ///   (`merge_roles_on_draft`).
    /// - Throws: `EncodingError` for a number that JSON cannot hold.
    public func contentDigest(leavingOutUnfilledRoles leavesOutUnfilledRoles: Bool = false) throws -> BlobHash {
        struct Content: Encodable {
            let request: Wire.EnvelopeDefinition
            let leavesOutUnfilledRoles: Bool
        }
        var request = self
        request.transactionId = nil
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return BlobHash(
            of: try encoder.encode(Content(request: request, leavesOutUnfilledRoles: leavesOutUnfilledRoles)))
    }
}
