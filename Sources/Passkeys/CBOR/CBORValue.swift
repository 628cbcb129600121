/// A value of CBOR as authenticators write it (CTAP 2.1 §8): definite lengths, no tags, no floating-point numbers.
enum CBORValue: Sendable, Equatable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    case map([CBORKey: CBORValue])
    case boolean(Bool)
    case null

    subscript(key: CBORKey) -> CBORValue? {
        guard case .map(let members) = self else { return nil }
        return members[key]
    }

    var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    var text: String? { if case .text(let value) = self { value } else { nil } }
    var array: [CBORValue]? { if case .array(let value) = self { value } else { nil } }
    var map: [CBORKey: CBORValue]? { if case .map(let value) = self { value } else { nil } }
}

/// A key of a CBOR map. Authenticators use integers and texts only.
enum CBORKey: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    case integer(Int64)
    case text(String)

    init(integerLiteral value: Int64) { self = .integer(value) }
    init(stringLiteral value: String) { self = .text(value) }
}
