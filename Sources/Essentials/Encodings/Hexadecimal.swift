/// Bytes as hexadecimal digits (RFC 4648 §8).
public enum Hexadecimal {
    /// Returns two lower-case digits for each byte.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        let text = bytes.withContiguousStorageIfAvailable { bytes in
            String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
                // Each call counts where digests are hashed again and again, in a debug build as well.
                for index in 0..<bytes.count {
                    text.initializeElement(at: 2 * index, to: digit(bytes[index] >> 4))
                    text.initializeElement(at: 2 * index + 1, to: digit(bytes[index] & 15))
                }
                return 2 * bytes.count
            }
        }
        return text ?? self.text(Array(bytes))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
    }

    /// Whether a byte is an ASCII digit of either case.
    public static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default:
            false
        }
    }
}
