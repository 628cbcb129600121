import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import SignedPDF

/// Carries questions to timestamp authorities, OCSP responders and servers of revocation lists over HTTP.
///
/// The addresses come from the person at the command line and from certificates. Answers are bounded in size and time by
/// each request.
public struct WebExchange: HTTPExchange {
    private let client: HTTPClient

    public init(client: HTTPClient = .shared) {
        self.client = client
    }

    public func answer(to request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer {
        var question = HTTPClientRequest(url: request.url)
        question.headers.add(name: "User-Agent", value: "countersign")
        if let accept = request.accept { question.headers.add(name: "Accept", value: accept) }
        if let body = request.body {
            question.method = .POST
            if let type = request.contentType { question.headers.add(name: "Content-Type", value: type) }
            question.body = .bytes(ByteBuffer(bytes: body))
        }
        do {
            let answer = try await client.execute(question, deadline: .now() + Self.amount(of: request.timeLimit))
            guard answer.status == .ok else {
                return HTTPExchangeAnswer(status: Int(answer.status.code), body: Data())
            }
            let body = try await answer.body.collect(upTo: request.limit)
            return HTTPExchangeAnswer(status: 200, body: Data(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw HTTPExchangeFailure.tooLong(limit: request.limit)
        } catch let error as HTTPClientError where error == .deadlineExceeded || error == .connectTimeout {
            throw HTTPExchangeFailure.tooSlow(seconds: request.timeLimit / .seconds(1))
        } catch let error as HTTPClientError {
            throw HTTPExchangeFailure.unreachable(error.shortDescription)
        } catch let error as NIOConnectionError {
            throw HTTPExchangeFailure.unreachable("no connection to \(error.host):\(error.port)")
        }
    }

    private static func amount(of duration: Duration) -> TimeAmount {
        .milliseconds(Int64(min(max(0, duration / .milliseconds(1)), 1e12)))
    }
}
