import DocuSignDialect
import Envelopes
import Foundation

/// A request to the service, whoever carries it: an HTTP server, or an app's test.
public struct APIRequest: Sendable {
    /// In upper case.
    public var method: String
    /// From the service's root, as it was sent: `/restapi/v2.1/accounts/…`, percent-encoded, without the query.
    public var path: String
    /// Percent-decoded; of several with one name the first.
    public var query: [String: String]
    /// Names in lower case; the values of several with one name joined by `, `.
    public var headers: [String: String]
    public var body: APIBody
    /// The address at the other end of the connection.
    public var remoteAddress: String?
    /// What URLs that are handed out in the answer begin with, without a final slash.
    public var base: URL
    /// Whose access token came with the request; set by the service.
    public var identity: Identity?
    /// What stands in the path for the names in a route's pattern, percent-decoded; set by whoever finds the route.
    public var parameters: [String: String] = [:]

    public init(
        method: String, path: String, query: [String: String] = [:], headers: [String: String] = [:],
        body: APIBody = APIBody(), remoteAddress: String? = nil, base: URL, identity: Identity? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
        self.base = base
        self.identity = identity
    }

    /// The parameters of a URL's query, decoded; of several with one name the first.
    public static func query(_ text: String) -> [String: String] {
        let pairs = text.split(separator: "&").map { pair -> (String, String) in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            func decoded(_ part: Substring?) -> String {
                (part ?? "").replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
            }
            return (decoded(parts.first), decoded(parts.count > 1 ? parts[1] : nil))
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}

extension APIRequest {
    /// Whose request this is; every route that asks for a token has one.
    public func requireIdentity() throws(APIError) -> Identity {
        guard let identity else {
            throw APIError(.userAuthenticationFailed, "The request has no access token.")
        }
        return identity
    }

    /// The user behind the request, as the history remembers them.
    public func sender() throws(APIError) -> Actor {
        let identity = try requireIdentity()
        return Actor(
            kind: .sender, id: identity.userID, name: identity.name, ipAddress: remoteAddress, userAgent: userAgent)
    }

    /// What the client says it is, without control characters and marks of direction, and cut to 300 characters.
    public var userAgent: String? {
        guard let text = headers["user-agent"] else { return nil }
        let scalars = text.unicodeScalars.filter {
            ![.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }.prefix(300)
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
    }

    /// The media type of the body, in lower case and without parameters.
    public var mediaType: String? {
        headers["content-type"]?
            .split(separator: ";", maxSplits: 1).first
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }

    /// The body as the type it should be.
    /// - Parameter ignored: gets the members that ask for something and are ignored.
    /// - Throws: `APIError` with status 415 for another media type, 400 for JSON of the wrong shape; ``BodyTooLarge``.
    public func decoded<Value: Decodable>(
        _ type: Value.Type, limit: Int, noting ignored: IgnoredMembers? = nil
    ) async throws -> Value {
        guard mediaType == "application/json" else {
            throw APIError(
                status: 415, errorCode: APIError.Code.invalidRequestBody.rawValue,
                message: "The request's body is \(mediaType ?? "of no stated type"); it has to be application/json.")
        }
        return try Wire.decode(type, from: try await body.data(limit: limit), noting: ignored)
    }
}
