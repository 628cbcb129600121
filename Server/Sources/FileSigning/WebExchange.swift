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
    public init() {}

    /// A server that refuses a connection is not asked again and again until the time is over.
    private static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
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
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: Self.configuration)
        let result: Result<HTTPExchangeAnswer, any Error>
        do {
            result = .success(try await answer(to: question, request, over: client))
        } catch {
            result = .failure(error)
        }
        try? await client.shutdown()
        return try result.get()
    }

    private func answer(
        to question: HTTPClientRequest, _ request: HTTPExchangeRequest, over client: HTTPClient
    ) async throws -> HTTPExchangeAnswer {
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
            throw HTTPExchangeFailure.unreachable("no connection to \(error.host), port \(error.port)")
        } catch let error as IOError {
            throw HTTPExchangeFailure.unreachable(String(cString: strerror(error.errnoCode)).lowercased())
        } catch let error as HTTPExchangeFailure {
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw HTTPExchangeFailure.unreachable("the connection could not be made or broke off")
        }
    }

    private static func amount(of duration: Duration) -> TimeAmount {
        .milliseconds(Int64(min(max(0, duration / .milliseconds(1)), 1e12)))
    }
}
