/// Any JSON value of this form as a part of another value.
extension CanonicalJSON: Codable {
    /// Reads a value of this form.
    ///
    /// - Throws: `DecodingError` for `null`, fractions and integers that `Int` cannot hold
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let elements = try? container.decode([CanonicalJSON].self) {
            self = .array(elements)
        } else {
            self = .object(try container.decode([String: CanonicalJSON].self))
        }
    }

    /// Writes the value as plain JSON; the encoder decides about the bytes. ``bytes`` has the canonical ones.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}
