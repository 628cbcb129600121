import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import SignedPDF

/// Sends requests to timestamp authorities, OCSP responders, and CRL servers over HTTP.
///
/// The URLs come from the user of the command line, or from certificates in a file that the user chose. For other
/// URLs, use ``GuardedExchange``. Each request limits the size and time of its answer.
public struct WebExchange: HTTPExchange {
    public init() {}

    /// Returns a configuration without retries: a server that refuses a connection is not asked again until the time
    /// is up.
    ///
    /// - Parameter pinned: a host and its address, which is then not looked up; redirects are not followed then
    private static func configuration(_ pinned: (host: String, address: NetworkAddress)?) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        if let pinned {
            configuration.redirectConfiguration = .disallow
            configuration.dnsOverride = [pinned.host: pinned.address.description]
        }
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    public func answer(to request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer {
        try await answer(to: request, pinned: nil).answer
    }

    /// Returns the answer of the host at one address, and its redirect location, if any.
    func answer(
        to request: HTTPExchangeRequest, at address: NetworkAddress
    ) async throws -> (answer: HTTPExchangeAnswer, location: String?) {
        let host = URL(string: request.url)?.host(percentEncoded: false) ?? ""
        return try await answer(to: request, pinned: (host, address))
    }

    private func answer(
        to request: HTTPExchangeRequest, pinned: (host: String, address: NetworkAddress)?
    ) async throws -> (answer: HTTPExchangeAnswer, location: String?) {
        var question = HTTPClientRequest(url: request.url)
        question.headers.add(name: "User-Agent", value: "countersign")
        if let accept = request.accept { question.headers.add(name: "Accept", value: accept) }
        if let body = request.body {
            question.method = .POST
            if let type = request.contentType { question.headers.add(name: "Content-Type", value: type) }
            question.body = .bytes(ByteBuffer(bytes: body))
        }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: Self.configuration(pinned))
        let result: Result<(answer: HTTPExchangeAnswer, location: String?), any Error>
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
    ) async throws -> (answer: HTTPExchangeAnswer, location: String?) {
        do {
            let answer = try await client.execute(question, deadline: .now() + Self.amount(of: request.timeLimit))
            guard answer.status == .ok else {
                let leads = [301, 302, 303, 307, 308].contains(answer.status.code)
                return (
                    HTTPExchangeAnswer(status: Int(answer.status.code), body: Data()),
                    leads ? answer.headers.first(name: "Location") : nil
                )
            }
            let body = try await answer.body.collect(upTo: request.limit)
            return (HTTPExchangeAnswer(status: 200, body: Data(body.readableBytesView)), nil)
        } catch is NIOTooManyBytesError {
            throw HTTPExchangeFailure.tooLong(limit: request.limit)
        } catch let error as HTTPClientError where error == .deadlineExceeded || error == .connectTimeout {
            throw HTTPExchangeFailure.tooSlow(milliseconds: Int(request.timeLimit / .milliseconds(1)))
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
