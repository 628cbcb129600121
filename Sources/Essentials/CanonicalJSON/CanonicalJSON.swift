import Foundation

/// JSON with exactly one written form, so that its bytes can be hashed.
///
/// The form is RFC 8785 (JSON Canonicalization Scheme) with these restrictions:
///
/// - The text is UTF-8 without a byte order mark and without white space between tokens.
/// - The members of an object are sorted by the code units of their names; all names are ASCII.
/// - Strings are not normalized. `"` and `\` are escaped with a backslash; U+0008, U+0009, U+000A, U+000C, U+000D are
///   written `\b \t \n \f \r`; other characters below U+0020 are `\u00xx` with lower-case digits. Nothing else is
///   escaped, not even `/` or U+007F.
/// - Numbers are integers between -(2^53 - 1) and 2^53 - 1, in decimal digits without leading zeros, with `-` before a
///   negative one. Lengths are in whole thousandths of a point.
/// - Times are strings as ``Timestamp`` writes them.
/// - Absent members are left out; `null` does not occur.
public indirect enum CanonicalJSON: Hashable, Sendable {
    case bool(Bool)
    case integer(Int)
    case string(String)
    case array([CanonicalJSON])
    case object([String: CanonicalJSON])

    /// The canonical bytes.
    public var bytes: Data {
        var writer = CanonicalWriter()
        writer.write(self)
        return Data(writer.output)
    }

    /// Encodes a value as canonical bytes.
    ///
    /// - Throws: `EncodingError` for fractions, integers out of range and names that are not ASCII
    public static func bytes(of value: some Encodable) throws -> Data {
        try CanonicalJSON(of: value).bytes
    }

    /// Encodes a value.
    ///
    /// - Throws: the same errors as ``bytes(of:)``
    package init(of value: some Encodable) throws {
        self = try CanonicalEncoding.value(of: value, at: [])
    }

    /// Returns an object without one of its members; any other value unchanged.
    package func without(member name: String) -> CanonicalJSON {
        guard case .object(var members) = self else { return self }
        members[name] = nil
        return .object(members)
    }

    /// Decodes a value from JSON, canonical or not. Times must be in the form of ``Timestamp``.
    ///
    /// - Throws: `DecodingError`
    public static func value<Value: Decodable>(_ type: Value.Type, from bytes: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = Timestamp.date(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "a moment is written like 2026-11-21T09:15:00.123Z")
            }
            return date
        }
        return try decoder.decode(type, from: bytes)
    }
}

/// Writes canonical bytes.
private struct CanonicalWriter {
    var output: [UInt8] = []

    mutating func write(_ value: CanonicalJSON) {
        switch value {
        case .bool(let flag):
            output.append(contentsOf: (flag ? "true" : "false").utf8)
        case .integer(let number):
            output.append(contentsOf: String(number).utf8)
        case .string(let text):
            write(text)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                write(element)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                write(member.key)
                output.append(UInt8(ascii: ":"))
                write(member.value)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private mutating func write(_ text: String) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): escape(byte)
            case 0x08: escape(UInt8(ascii: "b"))
            case 0x09: escape(UInt8(ascii: "t"))
            case 0x0A: escape(UInt8(ascii: "n"))
            case 0x0C: escape(UInt8(ascii: "f"))
            case 0x0D: escape(UInt8(ascii: "r"))
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                escape(UInt8(ascii: "u"))
                output.append(contentsOf: [0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
    }
}
