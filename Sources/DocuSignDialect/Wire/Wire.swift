import Foundation

/// The shapes of the eSignature REST API v2.1, named as its description names them.
///
/// Booleans and numbers are written as strings and read as strings or as what they are. Members that would change who
/// signs, how a person is identified, what is put on the paper, or who hears of it are refused where this dialect does not
/// do what they ask. All others that it does not know are ignored, as the API does, and the answer names them
/// (``IgnoredMembers``): nothing is lost in silence.
public enum Wire {
    /// Reads a request's JSON body.
    ///
    /// - Parameter ignored: gets the members that ask for something and are ignored.
    /// - Throws: ``APIError`` `INVALID_REQUEST_BODY` naming the member that has the wrong shape, or
    ///   `INVALID_REQUEST_PARAMETER` naming one that is not supported.
    public static func decode<Value: Decodable>(
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

    /// Where a text stops being JSON; the other decoder says so, in one way on Linux and in another elsewhere.
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

/// Any member's name.
struct WireKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
}

/// A place in a body, as a sentence names it: `recipients.signers[0].email`.
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
