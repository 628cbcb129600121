import Crypto
import Envelopes
import Essentials
import Foundation

/// The id of a message to a receiver: the same in each attempt, also when somebody has it sent again.
enum DeliveryID {
    /// Returns a UUID of version 8 (RFC 9562 §5.8) from an order's SHA-256.
    static func text(of order: some Encodable) throws -> String {
        var bytes = Array(SHA256.hash(data: try CanonicalJSON.bytes(of: order)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
            .map { Hexadecimal.text($0) }.joined(separator: "-")
    }
}

extension WebhookOrder {
    /// The id of the message, for receivers that want to act once.
    public var deliveryID: String { get throws { try DeliveryID.text(of: self) } }
}

extension HookOrder {
    /// The id of the message, for receivers that want to act once.
    public var deliveryID: String { get throws { try DeliveryID.text(of: self) } }
}
