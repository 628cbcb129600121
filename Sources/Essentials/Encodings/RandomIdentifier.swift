import Foundation

extension UUID {
    /// Returns a random identifier (RFC 9562 §5.4) from the system's generator.
    ///
    /// On Linux, Foundation's generator reads a file, and returns zeros if the process cannot open another one. This
    /// function ends the process before it returns an identifier that is not random.
    public static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        return random(from: &generator)
    }

    package static func random(from generator: inout some RandomNumberGenerator) -> UUID {
        let halves = (generator.next() as UInt64, generator.next() as UInt64)
        precondition(halves != (0, 0), "The system gives no random numbers.")
        var bytes = withUnsafeBytes(of: halves) { Array($0) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
