/// Arithmetic modulo an odd number in Montgomery form, with little-endian words of 32 bits.
struct MontgomeryField {
    private let modulus: [UInt32]
    private let byteCount: Int
    /// −1/modulus modulo 2³².
    private let inverse: UInt32

    /// - Parameter modulus: the big-endian bytes
    /// - Returns: `nil` for a modulus that is even or has more than 16,384 bits
    init?(modulus bytes: [UInt8]) {
        guard let last = bytes.last, last & 1 == 1, bytes.count <= 2048 else { return nil }
        modulus = Self.words(bytes)
        byteCount = bytes.count
        var inverse = UInt32(1)
        for _ in 0..<5 { inverse &*= 2 &- modulus[0] &* inverse }
        self.inverse = 0 &- inverse
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

        let factor = product(value, squaredRadix())
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

    private static func words(_ bytes: [UInt8]) -> [UInt32] {
        var words = [UInt32](repeating: 0, count: (bytes.count + 3) / 4)
        for (index, byte) in bytes.reversed().enumerated() {
            words[index / 4] |= UInt32(byte) << (8 * UInt32(index % 4))
        }
        return words
    }

    /// Returns a·b/R modulo the modulus, where R is 2 to the power of the modulus's bits in whole words.
    private func product(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        let count = modulus.count
        var sum = [UInt32](repeating: 0, count: count + 2)
        for word in b {
            add(a, times: word, to: &sum)
            add(modulus, times: sum[0] &* inverse, to: &sum)
            sum.removeFirst()  // it is zero now
            sum.append(0)
        }
        let result = Array(sum[..<count])
        return sum[count] != 0 || isAtLeastModulus(result) ? subtractingModulus(result) : result
    }

    private func add(_ number: [UInt32], times factor: UInt32, to sum: inout [UInt32]) {
        var carry = UInt64(0)
        for index in number.indices {
            let value = UInt64(number[index]) * UInt64(factor) + UInt64(sum[index]) + carry
            sum[index] = UInt32(truncatingIfNeeded: value)
            carry = value >> 32
        }
        var index = number.count
        while carry != 0, index < sum.count {
            let value = UInt64(sum[index]) + carry
            sum[index] = UInt32(truncatingIfNeeded: value)
            carry = value >> 32
            index += 1
        }
    }

    /// Returns R² modulo the modulus, by doubling one once per bit of R².
    private func squaredRadix() -> [UInt32] {
        var value = [UInt32](repeating: 0, count: modulus.count)
        value[0] = 1
        for _ in 0..<(64 * modulus.count) {
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

    private func isAtLeastModulus(_ value: [UInt32]) -> Bool {
        for index in value.indices.reversed() where value[index] != modulus[index] {
            return value[index] > modulus[index]
        }
        return true
    }

    private func subtractingModulus(_ value: [UInt32]) -> [UInt32] {
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
