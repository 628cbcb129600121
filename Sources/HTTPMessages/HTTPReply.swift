import Foundation

/// A complete response of any status.
public struct HTTPReply: Sendable, Hashable {
    /// The status and the header fields.
    public var head: HTTPResponse
    /// The body in parts that follow each other. A part may be a memory-mapped file; a carrier sends the parts one by
    /// one, so that a large body takes no memory of its own.
    public var parts: [Data]

    /// The whole body. Bodies of several parts are copied into one.
    public var body: Data {
        get { parts.count == 1 ? parts[0] : Data(parts.joined()) }
        set { parts = [newValue] }
    }

    /// The number of bytes in the body.
    public var bodyCount: Int { parts.reduce(0) { $0 + $1.count } }

    /// Creates a response with a body in one part.
    public init(head: HTTPResponse, body: Data = Data()) {
        self.init(head: head, parts: [body])
    }

    /// Creates a response with a body in parts that follow each other.
    public init(head: HTTPResponse, parts: [Data]) {
        self.head = head
        self.parts = parts
    }

    /// - Parameter status: the status code, such as 404
    public init(status: Int, headers: HTTPFields = [:], body: Data = Data()) {
        self.init(head: HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: headers), body: body)
    }

    /// The status code, such as 404.
    public var status: Int {
        get { head.status.code }
        set { head.status = HTTPResponse.Status(code: newValue) }
    }

    /// The fields in their order; a name may be repeated.
    public var headers: HTTPFields {
        get { head.headerFields }
        set { head.headerFields = newValue }
    }
}

extension HTTPReply {
    /// Returns a response with a JSON body.
    public static func json(
        _ value: some Encodable, status: Int = 200, headers: HTTPFields = [:]
    ) throws -> HTTPReply {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return .bytes(
            try encoder.encode(value), type: "application/json; charset=utf-8", status: status, headers: headers)
    }

    /// Returns a response with a body of the given media type. Caching is disabled unless the headers say otherwise.
    public static func bytes(
        _ data: Data, type: String, status: Int = 200, headers: HTTPFields = [:]
    ) -> HTTPReply {
        .parts([data], type: type, status: status, headers: headers)
    }

    /// Returns a response whose body is in parts, with the headers of ``bytes(_:type:status:headers:)``.
    public static func parts(
        _ parts: [Data], type: String, status: Int = 200, headers: HTTPFields = [:]
    ) -> HTTPReply {
        var headers = headers
        headers[.contentType] = type
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        return HTTPReply(
            head: HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: headers), parts: parts)
    }

    /// Returns a redirect that the browser follows with a GET request.
    public static func seeOther(_ location: String, headers: HTTPFields = [:]) -> HTTPReply {
        var headers = headers
        headers[.location] = location
        headers[.cacheControl] = "no-store"
        headers[named: "Referrer-Policy"] = "no-referrer"
        return HTTPReply(status: 303, headers: headers)
    }
}
