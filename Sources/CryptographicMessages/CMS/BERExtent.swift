/// Finds the end of a BER value, so that the zeros that pad a signature in a file can be removed.
enum BERExtent {
    /// Returns the size in bytes of the first value in `bytes`, tag and length included; `nil` if the value is
    /// incomplete.
    static func first(in bytes: ArraySlice<UInt8>, depth: Int = 0) -> Int? {
        guard depth < 50, let header = header(in: bytes) else { return nil }
        if let length = header.length {
            guard length <= bytes.count - header.size else { return nil }
            return header.size + length
        }
        // The indefinite form: values follow until two zero bytes (X.690 §8.1.3.6).
        var position = bytes.startIndex + header.size
        while true {
            let rest = bytes[position...]
            guard rest.count >= 2 else { return nil }
            if rest.starts(with: [0, 0]) { return position + 2 - bytes.startIndex }
            guard let size = first(in: rest, depth: depth + 1) else { return nil }
            position += size
        }
    }

    /// Returns the size of tag and length, and the length value, which is `nil` in the indefinite form.
    private static func header(in bytes: ArraySlice<UInt8>) -> (size: Int, length: Int?)? {
        guard let tag = bytes.first else { return nil }
        var position = bytes.startIndex + 1
        if tag & 0x1F == 0x1F {
            while position < bytes.endIndex, bytes[position] & 0x80 != 0 { position += 1 }
            position += 1
        }
        guard position < bytes.endIndex else { return nil }
        let first = bytes[position]
        position += 1
        let size = position - bytes.startIndex
        if first < 0x80 { return (size, Int(first)) }
        if first == 0x80 { return (size, nil) }
        let count = Int(first & 0x7F)
        guard count <= 7, bytes.endIndex - position >= count else { return nil }
        let length = bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
        return (size + count, length)
    }
}
