import Foundation
import HTTPTypes

/// A request to another server.
public struct OutgoingRequest: Sendable, Hashable {
    /// How redirects are followed.
    public enum Redirects: Sendable, Hashable {
        /// All of them. After 303, the next request is a GET without a body.
        case all
        /// Only 307 and 308, which keep the method (RFC 9110 §15.4). Other redirects are returned as replies.
        case keepingMethod
        /// Only 307 and 308, and only to the same origin: for a body that holds secrets.
        case withinOrigin
    }

    /// How much of the reply's body is read.
    public enum Reading: Sendable, Hashable {
        /// The whole body of a reply with status 200, of at most this many bytes; no other body.
        case whole(limit: Int)
        /// At most this many bytes of a body that explains a failure; no body of a status from 200 to 299.
        case explanation(limit: Int)
        /// The whole body of any reply, of at most this many bytes.
        case any(limit: Int)
    }

    /// GET if nothing else is said.
    public var method: HTTPRequest.Method
    /// An absolute URL that the client's policy takes.
    public var url: String
    /// `Authorization` goes to the URL's own origin only.
    public var headers: HTTPFields
    /// `nil` for none.
    public var body: Data?
    /// Which redirects are followed.
    public var redirects: Redirects
    /// Which part of the reply's body is read.
    public var reading: Reading
    /// The time limit for the request with all its redirects.
    public var timeLimit: Duration

    /// Nothing is checked before the request is sent.
    public init(
        _ method: HTTPRequest.Method = .get, url: String, headers: HTTPFields = [:], body: Data? = nil,
        redirects: Redirects = .all, reading: Reading, timeLimit: Duration
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.redirects = redirects
        self.reading = reading
        self.timeLimit = timeLimit
    }
}

/// The reply of another server.
public struct OutgoingReply: Sendable, Hashable {
    /// From 100 to 999.
    public var status: Int
    /// Those whose names are tokens.
    public var headers: HTTPFields
    /// The part of the body that the request asked for.
    public var body: Data

    /// A reply with the part of its body that was read.
    public init(status: Int, headers: HTTPFields = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The reason why a server gave no usable reply.
public enum OutgoingFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The server is not contacted.
    case refused(AddressRefusal)
    /// There is no connection, or a broken one; the reason is a part of a sentence.
    case unreachable(String)
    /// The reply did not arrive in time.
    case tooSlow(seconds: Double)
    /// The reply is longer than the limit, in bytes.
    case tooLong(limit: Int)

    /// One sentence for the operator.
    public var description: String {
        switch self {
        case .refused(let refusal): refusal.description
        case .unreachable(let reason): "The server cannot be reached: \(reason)."
        case .tooSlow(let seconds): "The server did not answer within \(Int(seconds.rounded())) seconds."
        case .tooLong(let limit): "The server's answer is longer than \(limit) bytes."
        }
    }
}
