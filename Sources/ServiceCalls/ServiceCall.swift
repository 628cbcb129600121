import Essentials
import Foundation
import HTTPMessages

/// A request to the service with its context, whatever carries it: an HTTP server or an app's test.
public struct ServiceCall: Sendable {
    /// The method, the target and the header fields.
    public let head: HTTPRequest
    /// The body, not read yet.
    public var body: CallBody
    /// The path from the service's root, as sent, and the query's parameters.
    public let target: RequestTarget
    /// The address of the peer.
    public var remoteAddress: String?
    /// The base of URLs in the response, without a trailing slash.
    public var base: URL
    /// The identity of the access token; set by the service.
    public var identity: Identity?
    /// The API application of the call's key; `nil` for the whole account.
    public var applicationID: String?
    /// The values of the names in the route's pattern, percent-decoded; set by the dispatcher.
    public var parameters: [String: String] = [:]
    /// The headers that the answer gets, whatever it is; set by the frame.
    public var answerHeaders: HTTPFields = [:]
    /// What the call asks for in vain; found by its handler.
    public let ignored = IgnoredMembers()
    /// Names this call in its answer and in the log.
    public let trace: String

    /// - Parameter trace: names the call; `nil` for a random name
    public init(
        head: HTTPRequest, body: CallBody = CallBody(), remoteAddress: String? = nil, base: URL,
        identity: Identity? = nil, trace: String? = nil
    ) {
        self.trace = trace ?? UUID.random().uuidString.lowercased()
        self.head = head
        self.body = body
        target = RequestTarget(head)
        self.remoteAddress = remoteAddress
        self.base = base
        self.identity = identity
    }

    /// Makes a call with its body in memory.
    public init(_ call: HTTPCall, remoteAddress: String? = nil, base: URL) {
        self.init(head: call.head, body: CallBody(call.body), remoteAddress: remoteAddress, base: base)
    }

    /// Returns the identity behind the call; every route that needs a token has one.
    public func requireIdentity() throws(NotAuthenticated) -> Identity {
        guard let identity else { throw NotAuthenticated() }
        return identity
    }

    /// The method of the request.
    public var method: HTTPRequest.Method { head.method }
    /// The header fields of the request.
    public var headers: HTTPFields { head.headerFields }
    /// The path from the service's root, as sent: `/restapi/v2.1/accounts/…`, percent-encoded, without the query.
    public var path: String { target.path }
    /// The query's parameters, decoded; a name without a value has an empty one.
    public var query: [String: String] { target.query }
}

/// Nobody is known to have made the call.
public struct NotAuthenticated: Error, Sendable {}
