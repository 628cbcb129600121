import Foundation

/// A JSON value, written as a literal:
///
///     let profile: [String: JSONValue] = ["first_name": "Ada", "languages": ["en", "fr"], "newsletter": false]
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The text of a string; `nil` for other values.
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    /// The members of an object; `nil` for other values.
    public var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
    /// A member of an object; `nil` if there is none.
    public subscript(_ name: String) -> JSONValue? { object?[name] }

    /// Creates the JSON form of a value.
    public init(encoding value: some Encodable) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: try JSONEncoder().encode(value))
    }

    /// Returns the value as another type; `nil` if it has another form.
    public func decoded<Value: Decodable>(as type: Value.Type) -> Value? {
        if let same = self as? Value { return same }
        guard let bytes = try? bytes() else { return nil }
        return try? JSONDecoder().decode(type, from: bytes)
    }

    /// Returns the value in JSON with sorted names.
    package func bytes() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}

extension JSONValue: Codable {
    /// Reads any JSON. A number without a fraction becomes ``integer(_:)`` if `Int` can hold it.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? value.decode(Int.self) {
            self = .integer(number)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let list = try? value.decode([JSONValue].self) {
            self = .array(list)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let list): try container.encode(list)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// A literal `nil` is the JSON value `null`.
    public init(nilLiteral: ()) { self = .null }
    /// A literal `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A literal without a fraction is an ``integer(_:)``.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A literal with a fraction is a ``number(_:)``, also `1.0`.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A literal text, with or without interpolations.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A literal list of values.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// The last of several members with one name counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
