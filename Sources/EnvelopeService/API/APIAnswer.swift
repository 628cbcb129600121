import Foundation

/// What the service answers, whatever the status.
public struct APIAnswer: Sendable, Hashable {
    public var status: Int
    /// Names in lower case.
    public var headers: [String: String]
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer with a JSON body.
    public static func json(
        _ value: some Encodable, status: Int = 200, headers: [String: String] = [:]
    ) throws -> APIAnswer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return .bytes(
            try encoder.encode(value), type: "application/json; charset=utf-8", status: status, headers: headers)
    }

    /// An answer with a body of the given media type.
    public static func bytes(
        _ data: Data, type: String, status: Int = 200, headers: [String: String] = [:]
    ) -> APIAnswer {
        var headers = headers
        headers["content-type"] = type
        if headers["cache-control"] == nil { headers["cache-control"] = "no-store" }
        return APIAnswer(status: status, headers: headers, body: data)
    }

    /// Sends the browser elsewhere, with a GET request.
    public static func seeOther(_ location: String, headers: [String: String] = [:]) -> APIAnswer {
        var headers = headers
        headers["location"] = location
        headers["cache-control"] = "no-store"
        headers["referrer-policy"] = "no-referrer"
        return APIAnswer(status: 303, headers: headers)
    }
}
