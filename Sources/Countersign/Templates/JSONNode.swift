import Foundation

/// Any JSON value from a server. A template is stored whole, including members that this library does not know.
enum JSONNode: Hashable, Sendable, Codable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONNode])
    case object([String: JSONNode])

    /// Decodes any JSON value. Foundation's decoder limits nesting to 512 levels.
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSONNode].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONNode].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let members): try value.encode(members)
        }
    }

    /// A member of an object; null for anything else. Setting null removes the member.
    subscript(name: String) -> JSONNode {
        get {
            guard case .object(let members) = self else { return .null }
            return members[name] ?? .null
        }
        set {
            guard case .object(var members) = self else { return }
            members[name] = newValue == .null ? nil : newValue
            self = .object(members)
        }
    }

    /// The elements of a list; empty for anything else.
    var elements: [JSONNode] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }

    /// The names of an object's members, sorted as text.
    var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.keys.sorted()
    }

    /// Non-empty text; numbers and Booleans are converted to strings as the API writes them.
    var text: String? {
        switch self {
        case .text(let text): text.isEmpty ? nil : text
        case .number(let number): Int(exactly: number).map { String($0) } ?? String(number)
        case .flag(let flag): flag ? "true" : "false"
        case .null, .list, .object: nil
        }
    }

    var isTrue: Bool { text?.lowercased() == "true" }

    /// Whether the value asks for anything: it is not null, false, zero or empty.
    var isSomething: Bool {
        switch self {
        case .null: false
        case .flag(let flag): flag
        case .number(let number): number != 0
        case .text(let text): !text.isEmpty && !["false", "none"].contains(text.lowercased())
        case .list(let elements): elements.contains(where: \.isSomething)
        case .object(let members): members.values.contains(where: \.isSomething)
        }
    }
}
