import Essentials
import Foundation

/// Reads the members of one object as the API does. It accepts strings, numbers, and Booleans for each other. Null
/// counts as absent, and so does the empty string except for text.
///
/// The reader remembers which members were requested; ``ignoreOthers()`` reports the others.
final class WireReader {
    private let members: KeyedDecodingContainer<WireKey>
    private let path: [any CodingKey]
    private let ignored: IgnoredMembers?
    private var known: Set<String> = []

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

    /// Returns a text, or `nil` if it is empty.
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

    /// Returns a size. 0 counts as absent: the API's own tools write it if no size was given.
    func size(_ key: WireKey) throws -> Double? {
        try number(key).flatMap { $0 == 0 ? nil : $0 }
    }

    /// Returns a count, or a position from 1. 0 counts as absent, as in ``size(_:)``.
    func count(_ key: WireKey) throws -> Int? {
        try integer(key).flatMap { $0 == 0 ? nil : $0 }
    }

    func list<Element: WireObject>(_ key: WireKey, of type: Element.Type) throws -> [Element]? {
        know(key)
        return try members.decodeIfPresent([Element].self, forKey: key)
    }

    func texts(_ key: WireKey) throws -> [String]? {
        know(key)
        return try members.decodeIfPresent([String].self, forKey: key)
    }

    func textsByName(_ key: WireKey) throws -> [String: String]? {
        know(key)
        return try members.decodeIfPresent([String: String].self, forKey: key)
    }

    func object<Value: WireObject>(_ key: WireKey, as type: Value.Type) throws -> Value? {
        know(key)
        return try members.decodeIfPresent(type, forKey: key)
    }

    /// Rejects members that ask for something unsupported; ``Substance`` determines which values ask for nothing.
    func refuse(_ keys: [WireKey], because reason: String = WireReader.unsupported) throws {
        for key in keys where try asksForSomething(key) { throw refusal(key, reason) }
    }

    /// Rejects members with any non-empty text: an access code may be 0, or false.
    func refuse(texts keys: [WireKey], because reason: String = WireReader.unsupported) throws {
        for key in keys where try name(key) != nil { throw refusal(key, reason) }
    }

    /// Rejects every member that asks for something and was not read before, for objects in which every member has to
    /// be known.
    func refuseOthers(because reason: String = WireReader.unsupported) throws {
        for key in try others() { throw refusal(key, reason) }
    }

    /// Rejects a text other than the usual one.
    func refuse(_ key: WireKey, unless usual: String) throws {
        if let text = try name(key), text.lowercased() != usual.lowercased() {
            throw refusal(key, "can only be \(usual)")
        }
    }

    /// Reports members that ask for something that has no effect here.
    func ignore(_ keys: [WireKey]) throws {
        for key in keys where try asksForSomething(key) { note(key) }
    }

    /// Reports members with any non-empty text.
    func ignore(texts keys: [WireKey]) throws {
        for key in keys where try name(key) != nil { note(key) }
    }

    /// Reports a member that asks for something unusual.
    func ignore(_ key: WireKey, unless usual: String) throws {
        if try asksForSomething(key), try name(key)?.lowercased() != usual { note(key) }
    }

    /// Reports a member that is false where true is usual.
    func ignore(ifFalse key: WireKey) throws {
        if try flag(key) == false { note(key) }
    }

    /// Reports every member that asks for something and was not read before.
    func ignoreOthers() throws {
        guard ignored != nil else { return }
        for key in try others() { note(key) }
    }

    /// Whether a member is present and asks for something.
    func asksForSomething(_ key: WireKey) throws -> Bool {
        know(key)
        return try members.decodeIfPresent(Substance.self, forKey: key)?.isSomething ?? false
    }

    /// The first name in the object's path: the member of the request that holds it.
    var root: String? { path.first?.stringValue }

    /// The last name in the object's path: its own, or that of the list that holds it.
    var place: String? { path.last { $0.intValue == nil }?.stringValue }

    static let unsupported = "is not supported by this service"

    private func others() throws -> [WireKey] {
        try members.allKeys.filter { !known.contains($0.stringValue) }
            .sorted { $0.stringValue < $1.stringValue }.filter { try asksForSomething($0) }
    }

    private func know(_ key: WireKey) { known.insert(key.stringValue) }

    /// Reports a member by its name.
    func note(_ key: WireKey) { ignored?.note(path + [key]) }

    func refusal(_ key: WireKey, _ reason: String, code: APIError.Code = .invalidRequestParameter) -> APIError {
        APIError(code, "\(WirePath.text(path + [key])) \(reason).")
    }

    private enum Scalar {
        case text(String)
        case number(Double)
        case flag(Bool)
    }

    private func scalar(_ key: WireKey, _ expected: String) throws -> Scalar? {
        know(key)
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
