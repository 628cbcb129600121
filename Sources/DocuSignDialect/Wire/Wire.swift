import Foundation

/// The shapes of the eSignature REST API v2.1, named as its description names them.
///
/// Booleans and numbers are written as strings and read as strings or as what they are. Members that the API knows
/// and this dialect does not are ignored where they only change how something looks or is announced, and refused
/// where ignoring them would change who signs, how a person is identified, what is put on the paper, or who hears of
/// it: nothing that matters is lost in silence. Members that nobody knows are ignored, as the API does.
public enum Wire {
    /// Reads a request's JSON body.
    ///
    /// - Throws: ``APIError`` `INVALID_REQUEST_BODY` naming the member that has the wrong shape, or
    ///   `INVALID_REQUEST_PARAMETER` naming one that is not supported.
    public static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws(APIError) -> Value {
        do {
            try JSONBounds.check(body)
            return try JSONDecoder().decode(type, from: body)
        } catch let excess as JSONBounds.Excess {
            throw APIError(.invalidRequestBody, "The request's body \(excess.sentence).")
        } catch let error as APIError {
            throw error
        } catch let error as DecodingError {
            throw APIError(.invalidRequestBody, sentence(error))
        } catch {
            throw APIError(.invalidRequestBody, "The request's body is not JSON.")
        }
    }

    private static func sentence(_ error: DecodingError) -> String {
        switch error {
        case .typeMismatch(let type, let context):
            "\(WirePath.text(context.codingPath)) must be \(shape(type))."
        case .valueNotFound(let type, let context):
            "\(WirePath.text(context.codingPath)) must be \(shape(type)), not null."
        case .keyNotFound(let key, let context):
            "\(WirePath.text(context.codingPath + [key])) is missing."
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "The request's body is not JSON." : "\(WirePath.text(context.codingPath)) cannot be read."
        @unknown default:
            "The request's body cannot be read."
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
