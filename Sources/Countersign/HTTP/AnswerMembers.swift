import DocuSignDialect
import Foundation

/// The members of an object in an answer, read from any server of the API: a number or Boolean may be a string, and
/// what is missing or of another shape is nothing.
///
/// The dialect's own types refuse what the service could not do when it is asked for it. A client only reads what it
/// needs of what has been done.
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

    /// Text that is not empty.
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

    /// A list; absent is empty.
    func list<Element: Decodable>(_ name: Name, of type: Element.Type) throws -> [Element] {
        try members.decodeIfPresent([Element].self, forKey: name) ?? []
    }

    func object<Value: Decodable>(_ name: Name, as type: Value.Type) -> Value? {
        try? members.decode(type, forKey: name)
    }
}
