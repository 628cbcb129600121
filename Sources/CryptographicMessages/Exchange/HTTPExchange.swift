import Foundation

/// A request to a network service: a timestamp authority, an OCSP responder, a server of revocation lists or
/// certificates.
///
/// This library never opens a connection itself; the application decides how, and whether, requests leave the machine.
public struct HTTPExchangeRequest: Sendable, Hashable {
    /// An `http` or `https` address. It may come from a certificate and is then untrusted.
    public var url: String
    /// The body to post, of media type `contentType`; `nil` for a GET request.
    public var body: Data?
    /// The media type of ``body``; `nil` for a GET request.
    public var contentType: String?
    /// The preferred media type of the answer.
    public var accept: String?
    /// The maximum size of the answer in bytes.
    public var limit: Int
    /// The time limit for the whole exchange.
    public var timeLimit: Duration
}

/// The answer to a request.
public struct HTTPExchangeAnswer: Sendable, Hashable {
    /// The status code (RFC 9110 §15).
    public var status: Int
    /// The whole body. One that is longer than the request's limit counts as a failure.
    public var body: Data

    /// Checks nothing. An answer with another status than 200 counts as a failure.
    public init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}

/// Sends requests over HTTP with a platform's networking.
///
/// An implementation follows redirects only from `http` and `https` addresses to such addresses. It reads no more than
/// the request's limit, and stops when the time limit expires or its task is canceled.
public protocol HTTPExchange: Sendable {
    /// - Throws: any transport error; its description becomes a part of a sentence. An answer with an error status is
    ///   returned, not thrown.
    func answer(to request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer
}

/// Why there is no usable answer.
public enum HTTPExchangeFailure: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The address is not an HTTP address.
    case unsupportedAddress
    /// No answer within the time limit.
    case tooSlow(milliseconds: Int)
    /// No connection, or a broken one; the reason is a part of a sentence.
    case unreachable(String)
    /// A status code other than 200.
    case status(Int)
    /// The answer exceeds the limit, in bytes.
    case tooLong(limit: Int)

    /// A clause about the server as “it”, to follow its address.
    public var description: String {
        switch self {
        case .unsupportedAddress: "its address is not an http or https address"
        case .tooSlow(let milliseconds): "it did not answer within \(Self.seconds(milliseconds)) s"
        case .unreachable(let reason): "it cannot be reached (\(reason))"
        case .status(let status): "it answered with HTTP status \(status)"
        case .tooLong(let limit): "its answer is longer than \(limit) bytes"
        }
    }

    private static func seconds(_ milliseconds: Int) -> String {
        milliseconds % 1000 == 0 ? String(milliseconds / 1000) : String(format: "%.1f", Double(milliseconds) / 1000)
    }
}

extension HTTPExchangeFailure: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case unsupportedAddress = "unsupported-address"
        case tooSlow = "too-slow"
        case unreachable
        case status
        case tooLong = "too-long"
    }

    private enum UnreachableCodingKeys: String, CodingKey { case _0 = "reason" }
    private enum StatusCodingKeys: String, CodingKey { case _0 = "status" }
}

extension HTTPExchange {
    /// Sends the request and returns the body of an answer with status 200.
    package func body(for request: HTTPExchangeRequest) async throws(HTTPExchangeFailure) -> Data {
        let scheme = request.url.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https" else { throw .unsupportedAddress }
        let answer: HTTPExchangeAnswer
        do {
            answer = try await TimeLimit.run(within: request.timeLimit) { try await self.answer(to: request) }
        } catch let failure as HTTPExchangeFailure {
            throw failure
        } catch is TimeLimit.Exceeded {
            throw .tooSlow(milliseconds: Int(request.timeLimit / .milliseconds(1)))
        } catch {
            throw .unreachable(Self.oneLine(String(describing: error)))
        }
        guard answer.status == 200 else { throw .status(answer.status) }
        guard answer.body.count <= request.limit else { throw .tooLong(limit: request.limit) }
        return answer.body
    }

    private static func oneLine(_ text: String) -> String {
        String(text.prefix(200).map { $0.isNewline ? " " : $0 })
    }
}
