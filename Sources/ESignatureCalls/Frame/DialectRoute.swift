import DocuSignDialect
import Essentials
import Foundation
import HTTPMessages
import ServiceCalls

extension APIRoute {
    /// A call of the eSignature API. Its answer names what the request asks for in vain.
    ///
    /// - Parameters:
    ///   - read: the supported query parameters
    ///   - refused: unsupported parameters that would change the answer
    static func dialect(
        _ method: HTTPRequest.Method, _ path: String, reading read: Set<String> = [],
        refusing refused: Set<String> = [], needsToken: Bool = true,
        handler: @escaping @Sendable (ServiceCall) async throws -> HTTPReply
    ) -> APIRoute {
        APIRoute(method, path, needsToken: needsToken) { request in
            try request.checkQuery(reading: read, refusing: refused)
            return try await handler(request).naming(request.ignored)
        }
    }
}

extension ServiceCall {
    /// Notes the query parameters that the call does not support, each as `?name`. Parameters without effect are
    /// skipped.
    ///
    /// - Throws: `APIError` `INVALID_REQUEST_PARAMETER` naming a parameter in `refused`
    fileprivate func checkQuery(reading read: Set<String>, refusing refused: Set<String>) throws(APIError) {
        for (name, value) in query.sorted(by: { $0.key < $1.key }) where !read.contains(name) {
            // As in bodies, 0 and false have no effect, except that an identifier may be 0.
            guard !value.isEmpty, name.hasSuffix("_id") || !["0", "false"].contains(value.lowercased()) else {
                continue
            }
            if refused.contains(name) {
                throw APIError(
                    .invalidRequestParameter, "The query parameter \(name) is not supported by this service.")
            }
            ignored.note("?" + name)
        }
    }
}

extension HTTPReply {
    /// Returns the response with ignored members and parameters in the header `X-Countersign-Ignored`, and in sentences
    /// as `warnings` of a JSON object: many programs show no headers.
    fileprivate func naming(_ ignored: IgnoredMembers) throws -> HTTPReply {
        guard let header = ignored.header else { return self }
        var answer = self
        answer.headers[named: "X-Countersign-Ignored"] = header
        answer.body = try Self.adding(ignored.warnings, to: body, type: headers[.contentType] ?? "")
        return answer
    }

    private static func adding(_ warnings: [String], to body: Data, type: String) throws -> Data {
        guard type.hasPrefix("application/json"), body.first == UInt8(ascii: "{"), body.last == UInt8(ascii: "}")
        else { return body }
        let member = Data((body.count > 2 ? #","warnings":"# : #""warnings":"#).utf8)
        return body.dropLast() + member + (try JSONEncoder().encode(warnings)) + Data("}".utf8)
    }
}
