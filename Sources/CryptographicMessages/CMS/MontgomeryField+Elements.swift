/// Elements of the field, for arithmetic on curves.
extension MontgomeryField {
    /// A number times R modulo the modulus, below it, with as many words.
    typealias Element = [UInt32]

    var zero: Element { Element(repeating: 0, count: modulus.count) }

    /// Returns the element of a big-endian number, or `nil` if that is not below the modulus.
    func element(_ bytes: [UInt8]) -> Element? {
        guard bytes.count <= modulus.count * 4 else { return nil }
        var words = Self.words(bytes)
        words += [UInt32](repeating: 0, count: modulus.count - words.count)
        return isAtLeastModulus(words) ? nil : product(words, squaredRadix)
    }

    /// Returns the element of a big-endian number with at most as many bits as the modulus, whose highest bit is set.
    func reducedElement(_ bytes: [UInt8]) -> Element {
        let words = Self.words(Array(bytes.suffix(modulus.count * 4)))
        let padded = words + [UInt32](repeating: 0, count: modulus.count - words.count)
        return product(isAtLeastModulus(padded) ? subtractingModulus(padded) : padded, squaredRadix)
    }

    /// Returns the big-endian bytes of the modulus's length.
    func bytes(_ element: Element) -> [UInt8] {
        var one = zero
        one[0] = 1
        let bytes = product(element, one).reversed().flatMap { word in
            withUnsafeBytes(of: word.bigEndian) { Array($0) }
        }
        return Array(bytes.suffix(byteCount))
    }

    func sum(_ a: Element, _ b: Element) -> Element {
        var result = a
        var carry = UInt64(0)
        for index in result.indices {
            let value = UInt64(a[index]) + UInt64(b[index]) + carry
            result[index] = UInt32(truncatingIfNeeded: value)
            carry = value >> 32
        }
        return carry != 0 || isAtLeastModulus(result) ? subtractingModulus(result) : result
    }

    func double(_ a: Element) -> Element { sum(a, a) }

    func difference(_ a: Element, _ b: Element) -> Element {
        var result = a
        var borrow = Int64(0)
        for index in result.indices {
            let value = Int64(a[index]) - Int64(b[index]) + borrow
            result[index] = UInt32(truncatingIfNeeded: value)
            borrow = value >> 32
        }
        guard borrow != 0 else { return result }
        var carry = UInt64(0)
        for index in result.indices {
            let value = UInt64(result[index]) + UInt64(modulus[index]) + carry
            result[index] = UInt32(truncatingIfNeeded: value)
            carry = value >> 32
        }
        return result
    }

    /// Returns the inverse of an element other than zero, for a prime modulus: its power of the modulus less two.
    func inverse(_ element: Element) -> Element {
        var result = one
        for index in modulus.indices.reversed() {
            // The modulus is odd and above 2, so only the lowest word may borrow.
            let word = index == 0 ? modulus[0] &- 2 : modulus[index] &- (index == 1 && modulus[0] < 2 ? 1 : 0)
            for bit in (0..<32).reversed() {
                result = product(result, result)
                if word >> UInt32(bit) & 1 == 1 { result = product(result, element) }
            }
        }
        return result
    }
}
