import Foundation
import HTTPMessages

extension HTTPReply {
    /// The server's id of the request, to quote in support requests.
    public var trace: String? { headers[named: "X-DocuSign-TraceToken"].map { String($0.prefix(128)) } }

    /// Returns the body decoded from JSON.
    ///
    /// - Throws: ``CountersignError/unreadableAnswer(what:trace:)``
    public func decoded<Value: Decodable>(_ type: Value.Type) throws(CountersignError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch let error as DecodingError {
            throw .unreadableAnswer(what: Self.sentence(error), trace: trace)
        } catch {
            throw .unreadableAnswer(what: "\(error)", trace: trace)
        }
    }

    private static func sentence(_ error: DecodingError) -> String {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context): "\(place(context)) has the wrong type"
        case .keyNotFound(let key, let context): "\(place(context)) has no \(key.stringValue)"
        case .dataCorrupted(let context): "\(place(context)) is damaged"
        @unknown default: "the body is not as described"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return path.isEmpty ? "the body" : path.joined(separator: ".")
    }
}

extension CountersignError {
    /// Creates the error for an answer, from the error body of the eSignature API or OAuth. For any other body, only
    /// the status is reported.
    public init(refusal reply: HTTPReply) {
        let body = try? JSONDecoder().decode(RefusalBody.self, from: reply.body)
        let message = [body?.message, body?.errorDescription].compactMap { $0 }.first { !$0.isEmpty }
        self = .refused(
            status: reply.status, code: (body?.errorCode ?? body?.error).map { Self.shown($0, 128) },
            message: message.map { Self.shown($0, 1000) } ?? "The server answered \(reply.status).",
            trace: reply.trace)
    }

    /// Returns text from another party without terminal control characters, shortened for display.
    static func shown(_ text: String, _ limit: Int) -> String {
        String(
            text.unicodeScalars.prefix(limit).map { $0.properties.generalCategory == .control ? " " : Character($0) })
    }
}

/// The members of both APIs' error bodies.
struct RefusalBody: Decodable {
    let errorCode: String?
    let message: String?
    let error: String?
    let errorDescription: String?

    private enum CodingKeys: String, CodingKey {
        case errorCode, message, error
        case errorDescription = "error_description"
    }
}
