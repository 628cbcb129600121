import DocuSignDialect
import Foundation

/// The members of an object in an answer from any server of the API. A number or Boolean may be a string; missing or
/// malformed members are `nil`.
///
/// The dialect's own types reject requests that the service could not fulfil. A client only reads the members that it
/// needs from an answer.
struct AnswerMembers {
    private let members: KeyedDecodingContainer<Name>

    struct Name: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init(stringLiteral value: String) { stringValue = value }
        init?(intValue: Int) { nil }
    }

    init(_ decoder: any Decoder) throws {
        members = try decoder.container(keyedBy: Name.self)
    }

    /// Returns non-empty text.
    func text(_ name: Name) -> String? {
        if let text = try? members.decode(String.self, forKey: name) { return text.isEmpty ? nil : text }
        if let number = try? members.decode(Int.self, forKey: name) { return String(number) }
        if let flag = try? members.decode(Bool.self, forKey: name) { return flag ? "true" : "false" }
        return nil
    }

    func needed(_ name: Name) throws -> String {
        guard let text = text(name) else {
            throw DecodingError.keyNotFound(
                name, DecodingError.Context(codingPath: members.codingPath, debugDescription: "missing"))
        }
        return text
    }

    func integer(_ name: Name) -> Int? { text(name).flatMap { Int($0) } }

    func date(_ name: Name) -> Date? { text(name).flatMap { WireDate.date($0) } }

    /// Returns a list; empty if the member is absent.
    func list<Element: Decodable>(_ name: Name, of type: Element.Type) throws -> [Element] {
        try members.decodeIfPresent([Element].self, forKey: name) ?? []
    }

    func object<Value: Decodable>(_ name: Name, as type: Value.Type) -> Value? {
        try? members.decode(type, forKey: name)
    }
}
