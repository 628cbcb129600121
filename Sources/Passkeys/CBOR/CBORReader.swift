/// Reads CBOR (RFC 8949) from an authenticator, within limits that hold before anything is allocated.
///
/// Indefinite lengths, tags, floating-point numbers, integers that are not in their shortest form, repeated keys and
/// texts that are not UTF-8 are refused.
struct CBORReader {
    private let bytes: [UInt8]
    private(set) var position: Int
    private var remainingItems: Int

    /// The deepest nesting of arrays and maps (CTAP 2.1 §8 allows four levels).
    static let deepest = 4

    init(_ bytes: [UInt8], from position: Int = 0, mostItems: Int = 256) {
        self.bytes = bytes
        self.position = position
        remainingItems = mostItems
    }

    /// Returns the only value in the bytes.
    static func onlyValue(in bytes: [UInt8]) throws(PasskeyError) -> CBORValue {
        var reader = CBORReader(bytes)
        let value = try reader.value()
        guard reader.position == bytes.count else { throw reader.malformed("bytes follow the value") }
        return value
    }

    mutating func value(depth: Int = 0) throws(PasskeyError) -> CBORValue {
        guard remainingItems > 0 else { throw malformed("there are too many values") }
        remainingItems -= 1
        let (major, argument) = try head()
        switch major {
        case 0:
            guard let value = Int64(exactly: argument) else { throw malformed("a number is too large") }
            return .integer(value)
        case 1:
            guard let value = Int64(exactly: argument) else { throw malformed("a number is too small") }
            return .integer(-1 - value)
        case 2: return .bytes(try take(argument))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else {
                throw malformed("a text is not UTF-8")
            }
            return .text(text)
        case 4: return .array(try array(of: argument, depth: depth))
        case 5: return .map(try map(of: argument, depth: depth))
        case 7 where argument == 20: return .boolean(false)
        case 7 where argument == 21: return .boolean(true)
        case 7 where argument == 22: return .null
        default: throw malformed("a type is not one that authenticators write")
        }
    }

    private mutating func array(of count: UInt64, depth: Int) throws(PasskeyError) -> [CBORValue] {
        try checkContainer(count, depth: depth)
        var values: [CBORValue] = []
        for _ in 0..<count { values.append(try value(depth: depth + 1)) }
        return values
    }

    private mutating func map(of count: UInt64, depth: Int) throws(PasskeyError) -> [CBORKey: CBORValue] {
        try checkContainer(count, depth: depth)
        var members: [CBORKey: CBORValue] = [:]
        for _ in 0..<count {
            let key: CBORKey
            switch try value(depth: depth + 1) {
            case .integer(let number): key = .integer(number)
            case .text(let text): key = .text(text)
            default: throw malformed("a key is neither a number nor a text")
            }
            guard members[key] == nil else { throw malformed("a key is there twice") }
            members[key] = try value(depth: depth + 1)
        }
        return members
    }

    private func checkContainer(_ count: UInt64, depth: Int) throws(PasskeyError) {
        guard depth < Self.deepest else { throw malformed("values are nested too deeply") }
        guard count <= UInt64(remainingItems) else { throw malformed("there are too many values") }
    }

    /// Reads a value's major type and argument (RFC 8949 §3).
    private mutating func head() throws(PasskeyError) -> (major: UInt8, argument: UInt64) {
        let initial = try take(1)[0]
        let (major, information) = (initial >> 5, initial & 0x1F)
        if information < 24 { return (major, UInt64(information)) }
        // Of the simple values, only those in one byte are read.
        guard major != 7, information <= 27 else { throw malformed("a type is not one that authenticators write") }
        let length = 1 << UInt64(information - 24)
        let argument = try take(UInt64(length)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let smallest: UInt64 = length == 1 ? 24 : 1 << UInt64(4 * length)
        guard argument >= smallest else { throw malformed("a number is not in its shortest form") }
        return (major, argument)
    }

    private mutating func take(_ count: UInt64) throws(PasskeyError) -> [UInt8] {
        guard count <= UInt64(bytes.count - position) else { throw malformed("it ends too early") }
        defer { position += Int(count) }
        return Array(bytes[position..<position + Int(count)])
    }

    private func malformed(_ reason: String) -> PasskeyError { .malformedCBOR(reason, position: position) }
}
