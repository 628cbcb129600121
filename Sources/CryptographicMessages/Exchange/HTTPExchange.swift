import Foundation

/// One question to a service on the network that vouches for something: a timestamp authority, an OCSP responder, a
/// store of revocation lists or certificates.
///
/// This library never opens a connection itself; whoever uses it decides how, and whether, questions leave the machine.
public struct HTTPExchangeRequest: Sendable, Hashable {
    /// An `http` or `https` address. It may come from a certificate, and so from a stranger.
    public var url: String
    /// What is posted, with its media type; nothing for a question that is asked with GET.
    public var body: Data?
    public var contentType: String?
    /// The media type that is hoped for.
    public var accept: String?
    /// The most bytes that an answer may have.
    public var limit: Int
    /// The longest time that the whole exchange may take.
    public var timeLimit: Duration
}

/// What came back.
public struct HTTPExchangeAnswer: Sendable, Hashable {
    /// The status code (RFC 9110 §15).
    public var status: Int
    public var body: Data

    public init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}

/// Whoever carries questions over HTTP, with the means of a platform.
///
/// An implementation follows redirects from `http` and `https` addresses to such addresses only, reads no more than
/// the request's limit and gives up when its time is over or its task is cancelled.
public protocol HTTPExchange: Sendable {
    /// - Throws: Whatever went wrong on the way; its description becomes a part of a sentence. An answer with a status
    ///   that tells of a failure is not thrown.
    func answer(to request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer
}

/// Why no usable answer came.
public enum HTTPExchangeFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address is not one of HTTP.
    case unsupportedAddress
    /// No answer within the time; in seconds.
    case tooSlow(seconds: Double)
    /// No connection, or a broken one; the reason is a part of a sentence.
    case unreachable(String)
    /// A status code other than 200.
    case status(Int)
    /// More bytes than asked for.
    case tooLong(limit: Int)

    public var description: String {
        switch self {
        case .unsupportedAddress: "its address is not one of http or https"
        case .tooSlow(let seconds): "it did not answer within \(Self.text(of: seconds)) s"
        case .unreachable(let reason): "it cannot be reached (\(reason))"
        case .status(let status): "it answered with HTTP status \(status)"
        case .tooLong(let limit): "its answer is longer than \(limit) bytes"
        }
    }

    private static func text(of seconds: Double) -> String {
        seconds == seconds.rounded() ? String(Int(seconds)) : String(format: "%.1f", seconds)
    }
}

extension HTTPExchange {
    /// The body of an answer with status 200.
    package func body(for request: HTTPExchangeRequest) async throws(HTTPExchangeFailure) -> Data {
        let scheme = request.url.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https" else { throw .unsupportedAddress }
        let answer: HTTPExchangeAnswer
        do {
            answer = try await TimeLimit.run(within: request.timeLimit) { try await self.answer(to: request) }
        } catch let failure as HTTPExchangeFailure {
            throw failure
        } catch is TimeLimit.Exceeded {
            throw .tooSlow(seconds: request.timeLimit / .seconds(1))
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
