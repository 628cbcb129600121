/// A fact that a sentence names. How it is written, the language decides.
public enum Fact: Hashable, Sendable, Encodable {
    case text(String)
    case number(Int)
    /// Names of several things, to be listed.
    case names([String])

    /// Writes the value alone: a string, a number, or an array of strings.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        case .names(let names): try value.encode(names)
        }
    }

    /// How many things the fact is about; `nil` for a text.
    var count: Int? {
        switch self {
        case .text: nil
        case .number(let number): number
        case .names(let names): names.count
        }
    }
}
