import Envelopes
import Essentials
import Foundation

/// The types of the eSignature REST API v2.1, with the names of its specification.
///
/// Booleans and numbers are written as strings, and read as strings or as JSON values.
///
/// Some members would change who signs, how a person is identified, what the document shows, or who is notified. A
/// request that asks for this in an unsupported way is rejected. All other unknown members are ignored, as the API
/// does, and the answer names them (``IgnoredMembers``).
package enum Wire {
    /// Reads a request's JSON body.
    ///
    /// - Parameter ignored: collects the ignored members that ask for something
    /// - Throws: ``APIError`` `INVALID_REQUEST_BODY` naming a member of the wrong type, or `INVALID_REQUEST_PARAMETER`
    ///   naming an unsupported one
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from body: Data, noting ignored: IgnoredMembers? = nil
    ) throws(APIError) -> Value {
        do {
            try JSONBounds.check(body)
            let decoder = JSONDecoder()
            decoder.userInfo[IgnoredMembers.key] = ignored
            return try decoder.decode(type, from: body)
        } catch let excess as JSONBounds.Excess {
            throw APIError(.invalidRequestBody, "The request's body \(excess.sentence).")
        } catch let error as APIError {
            throw error
        } catch let error as DecodingError {
            throw APIError(.invalidRequestBody, sentence(error, body))
        } catch {
            throw APIError(.invalidRequestBody, "The request's body is not JSON.")
        }
    }

    private static func sentence(_ error: DecodingError, _ body: Data) -> String {
        switch error {
        case .typeMismatch(let type, let context):
            "\(WirePath.text(context.codingPath)) must be \(shape(type))."
        case .valueNotFound(let type, let context):
            "\(WirePath.text(context.codingPath)) must be \(shape(type)), not null."
        case .keyNotFound(let key, let context):
            "\(WirePath.text(context.codingPath + [key])) is missing."
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "The request's body is not JSON\(placeOfFault(in: body))."
                : "\(WirePath.text(context.codingPath)) cannot be read."
        @unknown default:
            "The request's body cannot be read."
        }
    }

    /// Returns where the text stops being JSON. `JSONDecoder` does not report the position; `JSONSerialization` does,
    /// in one way on Linux and in another elsewhere.
    private static func placeOfFault(in body: Data) -> String {
        do {
            _ = try JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
            return ""
        } catch {
            let details = (error as NSError).userInfo
            let words = details["NSDebugDescription"] as? String ?? ""
            let number = words.split { !$0.isASCII || !$0.isNumber }.last.flatMap { Int($0) }
            let offset = details["NSJSONSerializationErrorIndex"] as? Int ?? number ?? body.count
            let before = body.prefix(max(0, offset))
            let line = before.count { $0 == UInt8(ascii: "\n") } + 1
            let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
            return " (line \(line), column \(String(decoding: before[start...], as: UTF8.self).count + 1))"
        }
    }

    private static func shape(_ type: any Any.Type) -> String {
        let name = String(describing: type)
        return name.hasPrefix("Array") ? "a list" : name == "String" ? "a string" : "an object"
    }
}

/// The name of any member.
struct WireKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
}

/// The path of a member in an error message: `recipients.signers[0].email`.
enum WirePath {
    static func text(_ path: [any CodingKey]) -> String {
        let text = path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : "." + key.stringValue
            }
        }
        return text.isEmpty ? "The request's body" : text
    }
}
