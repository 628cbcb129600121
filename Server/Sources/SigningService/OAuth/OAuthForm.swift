import Essentials
import Foundation
import HTTPMessages

extension FormFields {
    /// The maximum number of fields in a body.
    private static let mostFields = 50

    /// Reads a body as programs send it: a form, a multipart form (RFC 7578), or a JSON object.
    ///
    /// - Parameter type: the value of `Content-Type`
    /// - Throws: ``OAuthError`` for any other body, and for one in which a name is repeated
    init(body: Data, type: String?) throws(OAuthError) {
        switch type?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased() {
        case "application/x-www-form-urlencoded": try self.init(String(decoding: body, as: UTF8.self))
        case "multipart/form-data": self.init(try Self.parts(of: body, type: type ?? ""))
        case "application/json": self.init(try Self.members(of: body))
        default: throw OAuthError(.invalidRequest, "the body is neither a form nor JSON")
        }
    }

    private static func members(of body: Data) throws(OAuthError) -> [String: String] {
        guard let members = UniqueMembers.object(in: body), members.count <= mostFields else {
            throw OAuthError(.invalidRequest, "the body is not a JSON object of texts, each with a name of its own")
        }
        var fields: [String: String] = [:]
        for (name, value) in members where value != .null {
            guard let text = value.string else {
                throw OAuthError(.invalidRequest, "\(name.prefix(40)) is not a text")
            }
            fields[name] = text
        }
        return fields
    }

    private static func parts(of body: Data, type: String) throws(OAuthError) -> [String: String] {
        guard let form = MultipartForm(body, type: type, mostParts: mostFields) else {
            throw OAuthError(.invalidRequest, "the multipart form cannot be read")
        }
        var fields: [String: String] = [:]
        for part in form.parts {
            guard let name = part.name, let value = String(bytes: part.body, encoding: .utf8) else {
                throw OAuthError(.invalidRequest, "the multipart form cannot be read")
            }
            guard fields.updateValue(value, forKey: name) == nil else {
                throw OAuthError(.invalidRequest, "\(name.prefix(40)) is given more than once")
            }
        }
        return fields
    }
}
