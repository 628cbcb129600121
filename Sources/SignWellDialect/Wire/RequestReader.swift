import Envelopes
import Essentials
import Foundation

/// Reads the members of one object of a request, and notes every problem. Null counts as absent.
///
/// ``refuseOthers()`` notes the members that nobody asked for.
package final class RequestReader {
    package let problems: RequestProblems
    /// The place of the object in the body.
    package let path: [String]
    private let members: [String: JSONValue]
    private var known: Set<String> = []

    init(_ members: [String: JSONValue], at path: [String] = [], _ problems: RequestProblems) {
        self.members = members.filter { $0.value != .null }
        nulls = members.filter { $0.value == .null }.map(\.key)
        self.path = path
        self.problems = problems
    }

    private let nulls: [String]

    /// Reads a body.
    ///
    /// - Throws: 400 for text that is not a JSON object, or whose lists are too long
    package convenience init(body: Data, _ problems: RequestProblems) throws(SignWell.ErrorBody) {
        do {
            try JSONBounds.check(body, shorter: Self.lists)
            guard case .object(let members) = try JSONDecoder().decode(JSONValue.self, from: body) else {
                throw SignWell.ErrorBody.invalidParameter("The request's body is not a JSON object.")
            }
            self.init(members, problems)
        } catch let error as SignWell.ErrorBody {
            throw error
        } catch let excess as JSONBounds.Excess {
            throw .invalidParameter("The request's body \(excess.sentence).")
        } catch {
            throw .invalidParameter("The request's body is not JSON.")
        }
    }

    private static let lists = [
        "files": EnvelopeLimits.documents, "recipients": EnvelopeLimits.recipients,
        "copied_contacts": EnvelopeLimits.recipients, "placeholders": EnvelopeLimits.recipients,
        "copied_placeholders": EnvelopeLimits.recipients, "labels": EnvelopeLimits.labels,
        "options": EnvelopeLimits.listOptions, "template_ids": 20, "exclude_placeholders": EnvelopeLimits.recipients,
    ]

    package func has(_ key: String) -> Bool {
        known.insert(key)
        return members[key] != nil
    }

    package func text(_ key: String) -> String? {
        switch value(key) {
        case nil: return nil
        case .string(let text): return text
        default: return wrong(key, "a string")
        }
    }

    package func flag(_ key: String) -> Bool? {
        switch value(key) {
        case nil: return nil
        case .bool(let flag): return flag
        case .string("true"): return true
        case .string("false"): return false
        default: return wrong(key, "true or false")
        }
    }

    package func number(_ key: String) -> Double? {
        switch value(key) {
        case nil: return nil
        case .number(let number): return number
        case .integer(let number): return Double(number)
        case .string(let text) where Double(text)?.isFinite == true && text.utf8.count <= 32: return Double(text)
        default: return wrong(key, "a number")
        }
    }

    package func integer(_ key: String) -> Int? {
        guard let number = number(key) else { return nil }
        guard let integer = Int(exactly: number), integer.magnitude < 1 << 53 else {
            return wrong(key, "a whole number")
        }
        return integer
    }

    /// Returns a value of any kind.
    package func value(_ key: String) -> JSONValue? {
        known.insert(key)
        return members[key]
    }

    package func texts(_ key: String) -> [String]? {
        switch value(key) {
        case nil: return nil
        case .array(let entries):
            let texts = entries.compactMap { entry -> String? in
                switch entry {
                case .string(let text): text
                case .integer(let number): String(number)
                case .number(let number): Int(exactly: number).map { String($0) }
                default: nil
                }
            }
            return texts.count == entries.count ? texts : wrong(key, "an array of strings")
        default: return wrong(key, "an array of strings")
        }
    }

    /// Returns the entries of a list of objects.
    ///
    /// - Parameter name: the name of an entry in an error's path: `recipient` makes `recipient_1`
    package func list(_ key: String, of name: String) -> [RequestReader]? {
        switch value(key) {
        case nil: return nil
        case .array(let entries): return readers(entries, at: path + [key], name)
        default: return wrong(key, "an array")
        }
    }

    /// Returns the entries of a list of lists of objects.
    package func lists(_ key: String, of name: String, of inner: String) -> [[RequestReader]]? {
        switch value(key) {
        case nil: return nil
        case .array(let entries):
            return entries.enumerated().map { index, entry in
                let place = path + [key, "\(name)_\(index + 1)"]
                guard case .array(let inside) = entry else {
                    problems.add("has to be an array with the fields of one file.", at: place)
                    return []
                }
                return readers(inside, at: place, inner)
            }
        default: return wrong(key, "an array of arrays")
        }
    }

    private func readers(_ entries: [JSONValue], at place: [String], _ name: String) -> [RequestReader] {
        entries.enumerated().map { index, entry in
            let path = place + ["\(name)_\(index + 1)"]
            guard case .object(let members) = entry else {
                problems.add("has to be an object.", at: path)
                return RequestReader([:], at: path, RequestProblems())
            }
            return RequestReader(members, at: path, problems)
        }
    }

    /// Notes every member that was not read.
    package func refuseOthers() {
        for key in (members.map(\.key) + nulls).sorted() where !known.contains(key) {
            let names = path.map { name in name.split(separator: "_").last.map { Int($0) != nil } == true ? nil : name }
            problems.noteUnknown((names.compactMap(\.self) + [key]).joined(separator: "."))
        }
    }

    /// Notes a sentence about a member.
    package func refuse(_ key: String, _ sentence: String) { problems.add(sentence, at: path + [key]) }

    private func wrong<Value>(_ key: String, _ expected: String) -> Value? {
        refuse(key, "has to be \(expected).")
        return nil
    }
}
