import Accounts
import DocuSignDialect
import Essentials
import Foundation

/// The header with which older programs sign in with each call, in JSON or XML:
///
///     X-DocuSign-Authentication: {"Username":"…","Password":"…","IntegratorKey":"…"}
///     X-DocuSign-Authentication: <DocuSignCredentials><Username>…</Username>…</DocuSignCredentials>
struct PasswordHeader: Sendable, Hashable {
    static let name = "X-DocuSign-Authentication"
    /// The longest header, in bytes.
    private static let longest = 8 * 1024

    let credentials: PasswordCredentials
    /// The user in whose name the program acts; the user who signs in is the only one.
    let onBehalfOf: String?

    /// - Throws: `APIError` 401, also if a member is missing or given twice
    init(_ text: String) throws(APIError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= Self.longest, !text.utf8.contains(0),
            let members = text.hasPrefix("<") ? Self.elements(of: text) : Self.members(of: text),
            let username = members["username"], let password = members["password"],
            let key = members["integratorkey"], ![username, password, key].contains("")
        else {
            throw APIError(
                .userAuthenticationFailed,
                "\(Self.name) does not hold Username, Password and IntegratorKey, in JSON or XML, each once.")
        }
        credentials = PasswordCredentials(
            username: username.trimmingCharacters(in: .whitespaces), password: password,
            integrationKey: key.trimmingCharacters(in: .whitespaces))
        onBehalfOf = members["sendonbehalfof"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static let names: Set<String> = ["username", "password", "integratorkey", "sendonbehalfof"]

    /// Returns the members by their names in lower case.
    private static func members(of text: String) -> [String: String]? {
        guard let object = UniqueMembers.object(in: Data(text.utf8)) else { return nil }
        var found: [String: String] = [:]
        for (name, value) in object where names.contains(name.lowercased()) {
            guard let text = value.string, found.updateValue(text, forKey: name.lowercased()) == nil else {
                return nil
            }
        }
        return found
    }

    // MARK: XML

    /// Returns the texts of the elements by their names in lower case. Only this one document is read: elements without
    /// attributes, no declarations, and no entities but the five of XML and numbers.
    private static func elements(of text: String) -> [String: String]? {
        var rest = text[...]
        guard take("<DocuSignCredentials>", from: &rest) else { return nil }
        var found: [String: String] = [:]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            if take("</DocuSignCredentials>", from: &rest) {
                return rest.allSatisfy(\.isWhitespace) ? found : nil
            }
            guard rest.first == "<", let end = rest.firstIndex(of: ">") else { return nil }
            let name = rest[rest.index(after: rest.startIndex)..<end]
            guard names.contains(name.lowercased()), let close = rest.range(of: "</\(name)>"), end < close.lowerBound
            else { return nil }
            let value = rest[rest.index(after: end)..<close.lowerBound]
            guard !value.contains("<"), found.updateValue(unescaped(value), forKey: name.lowercased()) == nil else {
                return nil
            }
            rest = rest[close.upperBound...]
        }
    }

    private static func take(_ word: String, from text: inout Substring) -> Bool {
        guard text.hasPrefix(word) else { return false }
        text = text.dropFirst(word.count)
        return true
    }

    /// Replaces references to characters; programs that do not escape an `&` are understood too.
    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let mark = rest.firstIndex(of: "&") {
            result += rest[..<mark]
            rest = rest[mark...]
            guard let end = rest.prefix(10).firstIndex(of: ";"),
                let character = character(rest[rest.index(after: mark)..<end])
            else {
                result += "&"
                rest = rest.dropFirst()
                continue
            }
            result.unicodeScalars.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
        }
    }
}

/// There were too many wrong passwords, or too many people sign in at once.
struct TooManyPasswords: Error, Sendable {
    /// Seconds until the next attempt.
    let wait: TimeInterval
}
