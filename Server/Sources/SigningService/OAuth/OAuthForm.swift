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

    // MARK: Multipart

    private static let malformed = OAuthError(.invalidRequest, "the multipart form cannot be read")

    private static func parts(of body: Data, type: String) throws(OAuthError) -> [String: String] {
        guard let boundary = parameter("boundary", of: type), (1...70).contains(boundary.utf8.count) else {
            throw malformed
        }
        let mark = Data("\r\n--\(boundary)".utf8)
        let text = Data("\r\n".utf8) + body
        guard var found = text.range(of: mark) else { throw malformed }
        var fields: [String: String] = [:]
        while true {
            let rest = text[found.upperBound...]
            if rest.starts(with: Data("--".utf8)) { return fields }
            guard let line = rest.range(of: Data("\r\n".utf8)),
                rest[..<line.lowerBound].allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
                // A part without headers begins with an empty line, whose end is that of the boundary's line.
                let head = text[line.lowerBound...].range(of: Data("\r\n\r\n".utf8)),
                let next = text[line.lowerBound...].range(of: mark), head.upperBound <= next.lowerBound,
                let name = fieldName(text[line.upperBound..<max(line.upperBound, head.lowerBound)]),
                let value = String(bytes: text[head.upperBound..<next.lowerBound], encoding: .utf8)
            else { throw malformed }
            guard fields.updateValue(value, forKey: name) == nil else {
                throw OAuthError(.invalidRequest, "\(name.prefix(40)) is given more than once")
            }
            guard fields.count <= mostFields else { throw malformed }
            found = next
        }
    }

    /// Returns the name of a part from its headers.
    private static func fieldName(_ head: Data) -> String? {
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let values = lines.compactMap { line -> String? in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-disposition" else { return nil }
            return String(parts[1])
        }
        guard values.count == 1 else { return nil }
        return parameter("name", of: values[0])
    }

    /// Returns a parameter of a header, with or without quotation marks.
    private static func parameter(_ name: String, of header: String) -> String? {
        for piece in header.split(separator: ";").dropFirst() {
            let parts = piece.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts[0].lowercased() == name else { continue }
            let value = parts[1]
            guard value.hasPrefix("\"") else { return value }
            return value.count >= 2 && value.hasSuffix("\"") ? String(value.dropFirst().dropLast()) : nil
        }
        return nil
    }
}
