import Essentials
import Foundation
import HTTPMessages
import RowndDialect
import ServiceCalls

/// The JSON object of a request.
struct HubBody: Sendable {
    let members: [String: JSONValue]

    /// - Throws: ``HubError`` 415 for another media type and 400 for anything but a JSON object; `BodyTooLarge`
    init(_ call: ServiceCall, limit: Int) async throws {
        let data = try await call.body.data(limit: limit)
        guard !data.isEmpty else {
            members = [:]
            return
        }
        guard call.headers.mediaType == "application/json" else {
            throw HubError(415, "E_REQUEST", "The request's body has to be application/json.")
        }
        do {
            try JSONBounds.check(data, shorter: [:])
        } catch {
            throw HubError.unusable("The request's body \(error.sentence).")
        }
        guard let members = try? JSONDecoder().decode([String: JSONValue].self, from: data) else {
            throw HubError.unusable("The request's body is not a JSON object.")
        }
        self.members = members
    }

    /// Returns a text; `nil` if there is none.
    ///
    /// - Parameter longest: characters in UTF-8
    func text(_ name: String, longest: Int = 1000) throws(HubError) -> String? {
        switch members[name] {
        case nil, .null: return nil
        case .string(let text) where text.utf8.count <= longest:
            guard !TextRules.holdsControlCharacter(text) else {
                throw .unusable("\(name) has a control character, such as a line break or a zero byte.")
            }
            return text.isEmpty ? nil : text
        case .string: throw .unusable("\(name) is longer than \(longest) characters.")
        default: throw .unusable("\(name) has to be a text.")
        }
    }

    func needed(_ name: String, longest: Int = 1000) throws(HubError) -> String {
        guard let text = try text(name, longest: longest) else { throw .unusable("\(name) is missing.") }
        return text
    }

    /// Returns what the app wants of a sign-in; `nil` for either.
    func intent() throws(HubError) -> String? {
        let intent = try text("intent", longest: 20)
        guard intent == nil || ["sign_in", "sign_up"].contains(intent) else {
            throw .unusable("intent can only be sign_in or sign_up.")
        }
        return intent
    }

    func flag(_ name: String) throws(HubError) -> Bool {
        switch members[name] {
        case nil, .null: return false
        case .bool(let flag): return flag
        default: throw .unusable("\(name) has to be true or false.")
        }
    }

    func object(_ name: String) throws(HubError) -> [String: JSONValue]? {
        switch members[name] {
        case nil, .null: return nil
        case .object(let members): return members
        default: throw .unusable("\(name) has to be an object.")
        }
    }
}
