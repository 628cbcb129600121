import Foundation

extension UUID {
    /// A random identifier (RFC 9562 §5.4) straight from the system's generator.
    ///
    /// Foundation's own draws from a file on Linux, and gives nothing but zeros when a process has no file left to open;
    /// this ends the process before it would give an identifier that is not random.
    public static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        return random(from: &generator)
    }

    static func random(from generator: inout some RandomNumberGenerator) -> UUID {
        let halves = (generator.next() as UInt64, generator.next() as UInt64)
        precondition(halves != (0, 0), "The system gives no random numbers.")
        var bytes = withUnsafeBytes(of: halves) { Array($0) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
