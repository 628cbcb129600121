import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOPosix

/// One request over a connection of its own.
enum HTTPConnection {
    /// Redirects are not followed.
    ///
    /// - Parameters:
    ///   - request: its URL has to be one that ``GuardPolicy`` takes: the HTTP client ends the process for a port beyond
    ///     65535 and for some hosts
    ///   - pinned: a host and its address, which is then not looked up
    /// - Throws: ``OutgoingFailure`` and `CancellationError`
    static func reply(
        to request: OutgoingRequest, pinned: (host: String, address: NetworkAddress)?, within timeLimit: Duration
    ) async throws -> OutgoingReply {
        var question = HTTPClientRequest(url: request.url)
        question.method = .init(rawValue: request.method.rawValue)
        question.headers.add(name: "User-Agent", value: "countersign")
        for field in request.headers { question.headers.add(name: field.name.rawName, value: field.value) }
        if let body = request.body { question.body = .bytes(ByteBuffer(bytes: body)) }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration(pinned))
        let result: Result<OutgoingReply, any Error>
        do {
            result = .success(
                try await within(timeLimit) { [question] in
                    try await reply(to: question, request.reading, over: client, within: timeLimit)
                })
        } catch {
            result = .failure(failure(error, request))
        }
        try? await client.shutdown()
        return try result.get()
    }

    /// Returns a configuration without retries: a server that refuses a connection is not asked again until the time
    /// is up.
    private static func configuration(_ pinned: (host: String, address: NetworkAddress)?) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        if let pinned { configuration.dnsOverride = [pinned.host: pinned.address.description] }
        configuration.connectionPool.retryConnectionEstablishment = false
        // The check of a reply's status stands in the pipeline of HTTP/1.1, which every server speaks.
        configuration.httpVersion = .http1Only
        configuration.http1_1ConnectionDebugInitializer = PossibleStatus.add
        return configuration
    }

    /// Does a piece of work, and cancels it when the time is up. The client's own deadline ends with the reply's head.
    ///
    /// - Returns: also what the work returns once it is canceled
    private static func within(
        _ timeLimit: Duration, _ work: @escaping @Sendable () async throws -> OutgoingReply
    ) async throws -> OutgoingReply {
        try await withThrowingTaskGroup(of: OutgoingReply?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: timeLimit)
                return nil
            }
            let first = try await group.next()
            group.cancelAll()
            if case .some(.some(let reply)) = first { return reply }
            if case .success(.some(let reply)) = await group.nextResult() { return reply }
            throw HTTPClientError.deadlineExceeded
        }
    }

    private static func reply(
        to question: HTTPClientRequest, _ reading: OutgoingRequest.Reading, over client: HTTPClient,
        within timeLimit: Duration
    ) async throws -> OutgoingReply {
        let answer = try await client.execute(question, deadline: .now() + amount(of: timeLimit))
        var reply = OutgoingReply(status: Int(answer.status.code))
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { reply.headers.append(HTTPField(name: name, value: value)) }
        }
        switch reading {
        case .whole(let limit) where reply.status == 200:
            reply.body = Data(try await answer.body.collect(upTo: limit).readableBytesView)
        case .explanation(let limit) where !(200..<300).contains(reply.status):
            reply.body = await beginning(of: answer.body, limit: limit)
        default: break
        }
        return reply
    }

    /// Returns what arrives of a body up to the limit. The status has said already that the request failed.
    private static func beginning(of body: HTTPClientResponse.Body, limit: Int) async -> Data {
        var bytes = Data()
        do {
            for try await part in body {
                bytes.append(contentsOf: part.readableBytesView.prefix(limit - bytes.count))
                if bytes.count >= limit { break }
            }
        } catch {}
        return bytes
    }

    private static func failure(_ error: any Error, _ request: OutgoingRequest) -> any Error {
        switch error {
        case is NIOTooManyBytesError:
            guard case .whole(let limit) = request.reading else { return OutgoingFailure.tooLong(limit: 0) }
            return OutgoingFailure.tooLong(limit: limit)
        case let error as HTTPClientError where error == .deadlineExceeded || error == .connectTimeout:
            return OutgoingFailure.tooSlow(seconds: request.timeLimit / .seconds(1))
        case let error as HTTPClientError:
            return OutgoingFailure.unreachable(error.shortDescription)
        case let error as NIOConnectionError:
            return OutgoingFailure.unreachable("no connection to \(error.host), port \(error.port)")
        case let error as IOError:
            return OutgoingFailure.unreachable(String(cString: strerror(error.errnoCode)).lowercased())
        case is PossibleStatus.Impossible: return OutgoingFailure.unreachable("its reply has a status below 100")
        case is CancellationError: return error
        default: return OutgoingFailure.unreachable("the connection could not be made or broke off")
        }
    }

    private static func amount(of duration: Duration) -> TimeAmount {
        .milliseconds(Int64(min(max(0, duration / .milliseconds(1)), 1e12)))
    }
}
