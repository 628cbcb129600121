/// A block of addresses, such as `10.0.0.0/8`, or a single address.
public struct NetworkBlock: Sendable, Hashable {
    private let address: NetworkAddress
    private let length: Int

    /// Returns `nil` for a text that is not a block.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = NetworkAddress(String(first)) else { return nil }
        let most = address.bytes.count * 8
        guard let length = parts.count == 2 ? Int(parts[1]) : most, (0...most).contains(length) else { return nil }
        self.address = address
        self.length = length
    }

    /// Whether the block contains an address. An IPv6 address that stands for an IPv4 address counts as that address.
    public func contains(_ other: NetworkAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else {
            return address.bytes.count == 4 && other.inner.map(contains) ?? false
        }
        for bit in 0..<length {
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            if (address.bytes[bit / 8] ^ other.bytes[bit / 8]) & mask != 0 { return false }
        }
        return true
    }
}
