/// Parses the numbers of path data byte by byte, because a page of signatures has many thousands of them.
struct PathReader {
    private let bytes: [UInt8]
    private var next = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Returns the next byte; `nil` at the end.
    mutating func byte() -> UInt8? {
        guard next < bytes.count else { return nil }
        defer { next += 1 }
        return bytes[next]
    }

    /// Consumes one space. Returns whether it was there.
    mutating func space() -> Bool {
        take(UInt8(ascii: " "))
    }

    /// Parses two coordinates with one space between them.
    mutating func point() -> (x: Double, y: Double)? {
        guard let x = coordinate(), space(), let y = coordinate() else { return nil }
        return (x.value, y.value)
    }

    /// Parses a number in the unique form of ``Hundredths``: no needless sign, zero or point.
    mutating func coordinate() -> Hundredths? {
        let isNegative = take(UInt8(ascii: "-"))
        let start = next
        guard let whole = digits() else { return nil }
        guard next - start == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
        var count = whole * 100
        if take(UInt8(ascii: ".")) {
            let point = next
            guard let part = digits(), next - point <= 2, bytes[next - 1] != UInt8(ascii: "0") else { return nil }
            count += next - point == 1 ? part * 10 : part
        }
        guard Double(count) <= Hundredths.limit, !isNegative || count > 0 else { return nil }
        return Hundredths(count: isNegative ? -count : count)
    }

    /// Parses the next digits. Returns `nil` if there are none, or more than any coordinate has.
    private mutating func digits() -> Int? {
        let start = next
        var value = 0
        while next < bytes.count, let digit = Self.value(bytes[next]) {
            value = value * 10 + digit
            next += 1
            guard next - start <= Self.mostDigits else { return nil }
        }
        return next > start ? value : nil
    }

    private static let mostDigits = 9

    private static func value(_ byte: UInt8) -> Int? {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next < bytes.count, bytes[next] == byte else { return false }
        next += 1
        return true
    }
}
