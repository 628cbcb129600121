import Crypto
import Envelopes
import Foundation

/// The id of a message to a receiver: the same in each attempt, also when somebody has it sent again.
enum DeliveryID {
    /// Returns a UUID of version 8 (RFC 9562 §5.8) from an order's SHA-256.
    static func text(of order: some Encodable) throws -> String {
        var bytes = Array(SHA256.hash(data: try CanonicalJSON.bytes(of: order)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
            .map { $0.joined() }.joined(separator: "-")
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
