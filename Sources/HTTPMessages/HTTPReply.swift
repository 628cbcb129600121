import Foundation

/// A complete response of any status.
public struct HTTPReply: Sendable, Hashable {
    public var head: HTTPResponse
    public var body: Data

    public init(head: HTTPResponse, body: Data = Data()) {
        self.head = head
        self.body = body
    }

    public init(status: Int, headers: HTTPFields = [:], body: Data = Data()) {
        self.init(head: HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: headers), body: body)
    }

    public var status: Int {
        get { head.status.code }
        set { head.status = HTTPResponse.Status(code: newValue) }
    }

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
        var headers = headers
        headers[.contentType] = type
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        return HTTPReply(status: status, headers: headers, body: data)
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
