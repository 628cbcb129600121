import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer with a JSON body.
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return .bytes(
            try encoder.encode(value), type: "application/json; charset=utf-8", status: status, headers: headers)
    }

    /// An answer with a body of the given media type.
    static func bytes(
        _ data: Data, type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }

    /// Sends the browser elsewhere, with a GET request.
    static func seeOther(_ location: String, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.location] = location
        headers[.cacheControl] = "no-store"
        headers[HeaderName.referrerPolicy] = "no-referrer"
        return Response(status: .seeOther, headers: headers)
    }
}

/// Headers that the HTTP types know no name for.
enum HeaderName {
    /// What to quote when asking about an answer.
    static let traceToken = HTTPField.Name("X-DocuSign-TraceToken")
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")
}

extension HTTPFields {
    /// The value of a header whose name may be no token; such a header is never there.
    subscript(name: HTTPField.Name?) -> String? {
        get { name.flatMap { self[$0] } }
        set { if let name { self[name] = newValue } }
    }
}
