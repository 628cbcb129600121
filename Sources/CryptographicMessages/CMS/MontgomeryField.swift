/// Arithmetic modulo an odd number in Montgomery form, with little-endian words of 32 bits.
///
/// The time depends on the values, so only public ones may be used.
struct MontgomeryField: Sendable {
    let modulus: [UInt32]
    let byteCount: Int
    /// −1/modulus modulo 2³².
    private let inverse: UInt32
    /// R² modulo the modulus, which turns numbers into elements.
    private(set) var squaredRadix: [UInt32] = []
    /// R modulo the modulus: the number 1.
    private(set) var one: [UInt32] = []

    /// - Parameter modulus: the big-endian bytes
    /// - Returns: `nil` for a modulus that is even or has more than 16,384 bits
    init?(modulus bytes: [UInt8]) {
        guard let last = bytes.last, last & 1 == 1, bytes.count <= 2048 else { return nil }
        modulus = Self.words(bytes)
        byteCount = bytes.count
        var inverse = UInt32(1)
        for _ in 0..<5 { inverse &*= 2 &- modulus[0] &* inverse }
        self.inverse = 0 &- inverse
        squaredRadix = doubledOne(64 * modulus.count)
        one = doubledOne(32 * modulus.count)
    }

    /// Returns `base` to the power of `exponent` as big-endian bytes of the modulus's length. Returns `nil` if the base
    /// is not below the modulus, or the exponent is longer than 8 bytes.
    func power(_ base: [UInt8], exponent: [UInt8]) -> [UInt8]? {
        guard base.count <= modulus.count * 4, exponent.count <= 8 else { return nil }
        var value = Self.words(base)
        value += [UInt32](repeating: 0, count: modulus.count - value.count)
        guard !isAtLeastModulus(value) else { return nil }
        let exponent = exponent.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard exponent > 0 else { return nil }

        let factor = product(value, squaredRadix)
        var result = factor
        for bit in (0..<(63 - exponent.leadingZeroBitCount)).reversed() {
            result = product(result, result)
            if exponent >> UInt64(bit) & 1 == 1 { result = product(result, factor) }
        }
        var one = [UInt32](repeating: 0, count: modulus.count)
        one[0] = 1
        let bytes = product(result, one).reversed().flatMap { word in
            withUnsafeBytes(of: word.bigEndian) { Array($0) }
        }
        return Array(bytes.suffix(byteCount))
    }

    static func words(_ bytes: [UInt8]) -> [UInt32] {
        var words = [UInt32](repeating: 0, count: (bytes.count + 3) / 4)
        for (index, byte) in bytes.reversed().enumerated() {
            words[index / 4] |= UInt32(byte) << (8 * UInt32(index % 4))
        }
        return words
    }

    /// Returns a·b/R modulo the modulus, where R is 2 to the power of the modulus's bits in whole words.
    func product(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        let count = modulus.count
        var isLarge = false
        let result = [UInt32](unsafeUninitializedCapacity: count + 2) { sum, initialized in
            sum.initialize(repeating: 0)
            a.withUnsafeBufferPointer { a in
                modulus.withUnsafeBufferPointer { modulus in
                    for word in b { step(word, a, modulus, sum) }
                }
            }
            isLarge = sum[count] != 0
            initialized = count
        }
        return isLarge || isAtLeastModulus(result) ? subtractingModulus(result) : result
    }

    /// Adds a word times a number and a multiple of the modulus that makes the lowest word zero, and drops that word.
    @inline(__always)
    private func step(
        _ word: UInt32, _ a: UnsafeBufferPointer<UInt32>, _ modulus: UnsafeBufferPointer<UInt32>,
        _ sum: UnsafeMutableBufferPointer<UInt32>
    ) {
        let count = modulus.count
        let word = UInt64(word)
        var carry = (UInt64(a[0]) * word &+ UInt64(sum[0]))
        let factor = UInt64(UInt32(truncatingIfNeeded: carry) &* inverse)
        var other = UInt64(modulus[0]) * factor &+ UInt64(UInt32(truncatingIfNeeded: carry))
        carry >>= 32
        other >>= 32
        for index in 1..<max(1, count) {
            let value = UInt64(a[index]) * word &+ UInt64(sum[index]) &+ carry
            carry = value >> 32
            let reduced = UInt64(modulus[index]) * factor &+ UInt64(UInt32(truncatingIfNeeded: value)) &+ other
            other = reduced >> 32
            sum[index - 1] = UInt32(truncatingIfNeeded: reduced)
        }
        let top = UInt64(sum[count]) &+ carry &+ other
        sum[count - 1] = UInt32(truncatingIfNeeded: top)
        sum[count] = UInt32(truncatingIfNeeded: top >> 32)
    }

    /// Returns 2 to a power modulo the modulus, by doubling 1.
    private func doubledOne(_ times: Int) -> [UInt32] {
        var value = [UInt32](repeating: 0, count: modulus.count)
        value[0] = 1
        for _ in 0..<times {
            var carry = UInt32(0)
            for index in value.indices {
                let next = value[index] >> 31
                value[index] = value[index] << 1 | carry
                carry = next
            }
            if carry == 1 || isAtLeastModulus(value) { value = subtractingModulus(value) }
        }
        return value
    }

    func isAtLeastModulus(_ value: [UInt32]) -> Bool {
        for index in value.indices.reversed() where value[index] != modulus[index] {
            return value[index] > modulus[index]
        }
        return true
    }

    func subtractingModulus(_ value: [UInt32]) -> [UInt32] {
        var result = value
        var borrow = Int64(0)
        for index in value.indices {
            let difference = Int64(value[index]) - Int64(modulus[index]) + borrow
            result[index] = UInt32(truncatingIfNeeded: difference)
            borrow = difference >> 32
        }
        return result
    }
}
