import DocuSignDialect
import Envelopes
import Foundation
import HTTPMessages

/// A request to the service, whoever carries it - an HTTP server, or an app's test - and what stands beside it.
public struct ServiceCall: Sendable {
    public let head: HTTPRequest
    public var body: CallBody
    /// The path from the service's root, as it was sent, and the query's parameters.
    public let target: RequestTarget
    /// The address at the other end of the connection.
    public var remoteAddress: String?
    /// What URLs that are handed out in the answer begin with, without a final slash.
    public var base: URL
    /// Whose access token came with the request; set by the service.
    public var identity: Identity?
    /// What stands in the path for the names in a route's pattern, percent-decoded; set by whoever finds the route.
    public var parameters: [String: String] = [:]

    public init(
        head: HTTPRequest, body: CallBody = CallBody(), remoteAddress: String? = nil, base: URL,
        identity: Identity? = nil
    ) {
        self.head = head
        self.body = body
        target = RequestTarget(head)
        self.remoteAddress = remoteAddress
        self.base = base
        self.identity = identity
    }

    /// A call whose body is there already.
    public init(_ call: HTTPCall, remoteAddress: String? = nil, base: URL) {
        self.init(head: call.head, body: CallBody(call.body), remoteAddress: remoteAddress, base: base)
    }

    public var method: HTTPRequest.Method { head.method }
    public var headers: HTTPFields { head.headerFields }
    /// From the service's root, as it was sent: `/restapi/v2.1/accounts/…`, percent-encoded, without the query.
    public var path: String { target.path }
    public var query: [String: String] { target.query }
}

extension ServiceCall {
    /// Whose request this is; every route that asks for a token has one.
    public func requireIdentity() throws(APIError) -> Identity {
        guard let identity else {
            throw APIError(.userAuthenticationFailed, "The request has no access token.")
        }
        return identity
    }

    /// The user behind the request, as the history remembers them.
    public func sender() throws(APIError) -> EventActor {
        let identity = try requireIdentity()
        return EventActor(
            kind: .sender, id: identity.userID, name: identity.name, ipAddress: remoteAddress,
            userAgent: headers.readableUserAgent)
    }

    /// The body as the type it should be.
    /// - Parameter ignored: gets the members that ask for something and are ignored.
    /// - Throws: `APIError` with status 415 for another media type, 400 for JSON of the wrong shape; ``BodyTooLarge``.
    public func decoded<Value: Decodable>(
        _ type: Value.Type, limit: Int, noting ignored: IgnoredMembers? = nil
    ) async throws -> Value {
        guard headers.mediaType == "application/json" else {
            throw APIError(
                status: 415, errorCode: APIError.Code.invalidRequestBody.rawValue,
                message:
                    "The request's body is \(headers.mediaType ?? "of no stated type"); it has to be application/json.")
        }
        return try Wire.decode(type, from: try await body.data(limit: limit), noting: ignored)
    }
}
