import Essentials
import Foundation
import RowndDialect

/// Checks a new profile against an application's schema, and notes every problem.
struct ProfileCheck {
    let schema: [String: ProfileField]
    /// The largest profile, in bytes of JSON.
    let limit: Int
    /// Who writes.
    let writer: ProfileField.Writer

    /// Returns the profile to store.
    ///
    /// - Parameters:
    ///   - new: the wanted values; `null` removes a field
    ///   - old: the stored profile
    ///   - merges: whether fields that `new` lacks stay
    /// - Throws: ``HubError`` with all problems
    func profile(_ new: [String: JSONValue], on old: [String: JSONValue], merges: Bool) throws -> [String: JSONValue] {
        var problems: [String] = []
        var result = merges ? old : [:]
        for (name, value) in new.sorted(by: { $0.key < $1.key }) {
            // The service's own member; clients send it back as they got it.
            if name == "user_id" { continue }
            if schema[name] == nil, Self.identifiers.contains(name), value == old[name] { continue }
            guard let field = schema[name] else {
                problems.append("\(Self.quoted(name)) is not a field of this application.")
                continue
            }
            if !field.accepts(value) {
                problems.append("\(Self.quoted(name)) has to be \(Self.words(field)).")
            } else if value != old[name], mayWrite(field, old[name]), let problem = Self.problem(name, field, value) {
                problems.append(problem)
            }
            if value != old[name] ?? .null, !mayWrite(field, old[name]) {
                problems.append("\(Self.quoted(name)) cannot be changed.")
            }
            if value == .null { result.removeValue(forKey: name) } else { result[name] = value }
        }
        // What signs the user in stays, also if the schema has no such field.
        for name in Self.identifiers where schema[name] == nil { result[name] = old[name] }
        for (name, field) in schema.sorted(by: { $0.key < $1.key }) {
            // What the writer may not change stays, whatever the request lacks.
            if result[name] == nil, let kept = old[name], new[name] == nil, !mayWrite(field, kept) {
                result[name] = kept
            }
            if field.required, result[name] == nil, !merges || new[name] != nil, mayWrite(field, old[name]) {
                problems.append("\(Self.quoted(name)) is required.")
            }
        }
        if let size = try? JSONValue.object(result).bytes().count, size > limit {
            problems.append("The profile is larger than \(limit) bytes.")
        }
        guard problems.isEmpty else { throw HubError(400, "E_PROFILE", Array(problems.prefix(50))) }
        return result
    }

    private static let identifiers = SignInAddress.Kind.allCases.map(\.field)

    /// Returns why a text cannot sign the user in; `nil` for an address, and for fields that are none.
    private static func problem(_ name: String, _ field: ProfileField, _ value: JSONValue) -> String? {
        guard let kind = SignInAddress.Kind.allCases.first(where: { $0.field == name }), field.writer == .app,
            case .string(let text) = value, SignInAddress.typed(text, as: kind) == nil
        else { return nil }
        return "\(quoted(name)) has to be "
            + (kind == .email ? "an e-mail address." : "a phone number with + and the country's code.")
    }

    private func mayWrite(_ field: ProfileField, _ old: JSONValue?) -> Bool {
        (writer == .app || field.writer == .user) && !(field.readOnly && old != nil && writer == .user)
    }

    private static func quoted(_ name: String) -> String { "“\(name.prefix(64))”" }

    private static func words(_ field: ProfileField) -> String {
        if field.encrypted { return "a text, encrypted on the device" }
        return switch field.type {
        case .string: "a text"
        case .number: "a number"
        case .boolean: "true or false"
        case .object: "an object"
        case .array: "a list"
        case .any: "a value"
        }
    }
}
