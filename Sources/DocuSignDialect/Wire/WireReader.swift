import Foundation

/// Reads the members of one object the way the API does: strings, numbers and booleans for each other; null, and for
/// anything but text the empty string, for nothing.
struct WireReader {
    private let members: KeyedDecodingContainer<WireKey>
    private let path: [any CodingKey]
    private let ignored: IgnoredMembers?

    init(_ decoder: any Decoder) throws {
        members = try decoder.container(keyedBy: WireKey.self)
        path = decoder.codingPath
        ignored = decoder.userInfo[IgnoredMembers.key] as? IgnoredMembers
    }

    func text(_ key: WireKey) throws -> String? {
        guard let scalar = try scalar(key, "a string") else { return nil }
        switch scalar {
        case .text(let text): return text
        case .number(let number): return WireNumber.text(number)
        case .flag(let flag): return flag ? "true" : "false"
        }
    }

    /// Text that says nothing when it is empty.
    func name(_ key: WireKey) throws -> String? {
        try text(key).flatMap { $0.isEmpty ? nil : $0 }
    }

    func flag(_ key: WireKey) throws -> Bool? {
        switch try scalar(key, "true or false") {
        case nil: return nil
        case .flag(let flag): return flag
        case .text(let text):
            switch text.lowercased() {
            case "": return nil
            case "true": return true
            case "false": return false
            default: throw wrong(key, "true or false")
            }
        case .number: throw wrong(key, "true or false")
        }
    }

    func number(_ key: WireKey) throws -> Double? {
        switch try scalar(key, "a number") {
        case nil: return nil
        case .number(let number): return number
        case .text(""): return nil
        case .text(let text):
            guard let number = WireNumber.number(text) else { throw wrong(key, "a number") }
            return number
        case .flag: throw wrong(key, "a number")
        }
    }

    func integer(_ key: WireKey) throws -> Int? {
        do {
            guard let number = try number(key) else { return nil }
            guard let integer = Int(exactly: number), integer.magnitude < 1 << 53 else {
                throw wrong(key, "a whole number")
            }
            return integer
        } catch is APIError {
            throw wrong(key, "a whole number")
        }
    }

    /// A size. 0 counts as absent: the API's own tools write it when no size was given.
    func size(_ key: WireKey) throws -> Double? {
        try number(key).flatMap { $0 == 0 ? nil : $0 }
    }

    /// A count, or a position from 1. 0 counts as absent, as in ``size(_:)``.
    func count(_ key: WireKey) throws -> Int? {
        try integer(key).flatMap { $0 == 0 ? nil : $0 }
    }

    func list<Element: Decodable>(_ key: WireKey, of type: Element.Type) throws -> [Element]? {
        try members.decodeIfPresent([Element].self, forKey: key)
    }

    func object<Value: Decodable>(_ key: WireKey, as type: Value.Type) throws -> Value? {
        try members.decodeIfPresent(type, forKey: key)
    }

    /// Refuses members that ask for something this dialect does not do. Null, empty, zero and false ask for nothing.
    func refuse(_ keys: [WireKey], because reason: String = "is not supported by this service") throws {
        for key in keys where try asksForSomething(key) {
            throw APIError(.invalidRequestParameter, "\(WirePath.text(path + [key])) \(reason).")
        }
    }

    /// Refuses members whose text means something whatever it is: an access code may be 0, or false.
    func refuse(texts keys: [WireKey], because reason: String = "is not supported by this service") throws {
        for key in keys where try name(key) != nil { throw refusal(key, reason) }
    }

    /// Notes members that ask for something that changes nothing here.
    func ignore(_ keys: [WireKey]) throws {
        guard let ignored else { return }
        for key in keys where try asksForSomething(key) { ignored.note(path + [key]) }
    }

    /// Whether a member is there and holds more than null, false, zero, an empty string, list or object.
    func asksForSomething(_ key: WireKey) throws -> Bool {
        try members.decodeIfPresent(Substance.self, forKey: key)?.isSomething ?? false
    }

    func refusal(_ key: WireKey, _ reason: String, code: APIError.Code = .invalidRequestParameter) -> APIError {
        APIError(code, "\(WirePath.text(path + [key])) \(reason).")
    }

    private enum Scalar {
        case text(String)
        case number(Double)
        case flag(Bool)
    }

    private func scalar(_ key: WireKey, _ expected: String) throws -> Scalar? {
        guard members.contains(key), try !members.decodeNil(forKey: key) else { return nil }
        if let text = try? members.decode(String.self, forKey: key) { return .text(text) }
        if let flag = try? members.decode(Bool.self, forKey: key) { return .flag(flag) }
        if let number = try? members.decode(Double.self, forKey: key) { return .number(number) }
        throw wrong(key, expected)
    }

    private func wrong(_ key: WireKey, _ expected: String) -> APIError {
        APIError(.invalidRequestBody, "\(WirePath.text(path + [key])) must be \(expected).")
    }
}

/// Whether a value of any shape asks for anything.
private struct Substance: Decodable {
    let isSomething: Bool

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: WireKey.self) {
            isSomething = try members.allKeys.contains { key in
                try members.decodeIfPresent(Substance.self, forKey: key)?.isSomething ?? false
            }
        } else if var elements = try? decoder.unkeyedContainer() {
            var found = false
            while !elements.isAtEnd, !found {
                found = try elements.decodeIfPresent(Substance.self)?.isSomething ?? false
            }
            isSomething = found
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                isSomething = false
            } else if let text = try? value.decode(String.self) {
                isSomething = !text.isEmpty && text.lowercased() != "false" && WireNumber.number(text) != 0
            } else if let flag = try? value.decode(Bool.self) {
                isSomething = flag
            } else {
                isSomething = try value.decode(Double.self) != 0
            }
        }
    }
}
