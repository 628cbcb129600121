import Essentials
import Foundation
import HTTPMessages
import SignWellDialect

extension CountersignError {
    /// Creates the error for a refusal in SignWell's shapes. A problem of a request keeps its place:
    /// `files.file_1.name: …`. For any other body, only the status is reported.
    init(signWellRefusal reply: HTTPReply) {
        let trace = (reply.headers[named: "x-request-id"] ?? reply.headers[named: "request-id"]).map {
            String($0.prefix(128))
        }
        var code: String?
        var sentences: [String] = []
        if reply.body.count <= Self.largestRefusal,
            case .object(let body)? = try? JSONDecoder().decode(JSONValue.self, from: reply.body)
        {
            if case .object(let meta)? = body["meta"], case .string(let error)? = meta["error"] { code = error }
            if let errors = body["errors"] { Self.collect(errors, at: [], &sentences) }
            for member in ["message", "error"] where sentences.isEmpty {
                if case .string(let text)? = body[member] { sentences.append(text) }
            }
        }
        let message = sentences.joined(separator: " ")
        self = .refused(
            status: reply.status, code: code.map { Self.shown($0, 128) },
            message: message.isEmpty ? "The server answered \(reply.status)." : Self.shown(message, 1000),
            trace: trace)
    }

    /// The largest body of a refusal that is read, in bytes.
    private static let largestRefusal = 1 << 20

    private static func collect(_ value: JSONValue, at place: [String], _ sentences: inout [String]) {
        switch value {
        case .string(let text):
            let isPlain = place.isEmpty || place == ["message"] || place == ["base"]
            sentences.append(isPlain ? text : "\(place.joined(separator: ".")): \(text)")
        case .array(let values): for value in values { collect(value, at: place, &sentences) }
        case .object(let members):
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                collect(value, at: place + [name], &sentences)
            }
        case .null, .bool, .integer, .number: break
        }
    }
}
