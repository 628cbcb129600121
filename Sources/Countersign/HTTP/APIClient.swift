import ClientSupport
import DescribedErrors
import DocuSignDialect
import Foundation
import HTTPMessages

/// Calls the server on a user's behalf.
///
/// An answer that arrives after the session has ended is dropped: the call throws ``CountersignError/sessionEnded``.
public struct APIClient: Sendable {
    package let server: ServerAddress
    /// The account whose paths the calls have.
    public let accountID: String
    let transport: any HTTPTransport
    let tokens: SessionTokens
    let life: SessionLife
    let timeout: TimeInterval
    let retries: RetryRule
    let log: ClientLog

    /// Returns the server's answer, whatever its status. After a 401, the token is renewed, once for all calls in
    /// flight, and the call is retried once.
    ///
    /// - Parameter timeout: how long to wait for a byte from the server, in seconds; `nil` for the configured timeout
    public func exchange(
        _ request: APIRequest, timeout: TimeInterval? = nil
    ) async throws(CountersignError) -> HTTPReply {
        let token = try await tokens.current()
        try life.check()
        let reply = try await attempts(request, token, timeout)
        guard reply.status == 401 else { return reply }
        let renewed = try await tokens.renewed(after: token)
        try life.check()
        guard let renewed else { return reply }
        return try await attempts(request, renewed, timeout)
    }

    /// Returns the server's successful answer.
    ///
    /// - Throws: ``CountersignError/refused(status:code:message:trace:)`` for any status except 200 to 299
    public func send(_ request: APIRequest, timeout: TimeInterval? = nil) async throws(CountersignError) -> HTTPReply {
        let reply = try await exchange(request, timeout: timeout)
        guard (200..<300).contains(reply.status) else { throw CountersignError(refusal: reply) }
        return reply
    }

    /// Returns the server's answer as a decoded value.
    public func answer<Value: Decodable>(
        _ type: Value.Type, to request: APIRequest
    ) async throws(CountersignError) -> Value {
        try await send(request).decoded(type)
    }

    private func attempts(
        _ request: APIRequest, _ token: String, _ timeout: TimeInterval?
    ) async throws(CountersignError) -> HTTPReply {
        var call = try request.call(at: server, accountID: accountID)
        call.headers[.authorization] = "Bearer \(token)"
        if call.headers[.accept] == nil { call.headers[.accept] = "application/json" }
        let timeout = timeout ?? self.timeout
        let repeats = request.isRepeatable ? retries : RetryRule(pauses: [])
        return try await repeats.perform {
            (attempt) async throws(CountersignError) -> HTTPReply in
            if attempt > 0 { log(.warning, "\(call.method) is retried, attempt \(attempt + 1)") }
            let reply = try await transport.reply(to: call, timeout: timeout)
            try life.check()
            log(.debug, "\(call.method) answered \(reply.status)")
            return reply
        }
    }
}

extension RetryRule {
    /// Returns the first answer that is not a temporary failure, or the last answer.
    func perform(
        _ attempt: (Int) async throws(CountersignError) -> HTTPReply
    ) async throws(CountersignError) -> HTTPReply {
        var number = 0
        while true {
            var reply: HTTPReply?
            do throws(CountersignError) {
                let answer = try await attempt(number)
                guard Self.isPassing(answer.status), number < pauses.count else { return answer }
                reply = answer
            } catch {
                guard case .unreachable = error, number < pauses.count else { throw error }
            }
            number += 1
            do {
                try await wait(pause(before: number, after: reply) ?? 0)
            } catch {
                throw .cancelled
            }
        }
    }
}

extension HTTPTransport {
    /// Sends a call; every failure is thrown as ``CountersignError``.
    func reply(to call: HTTPCall, timeout: TimeInterval) async throws(CountersignError) -> HTTPReply {
        do {
            try Task.checkCancellation()
            return try await send(call, timeout: timeout)
        } catch let error as CountersignError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch let error as ClientError {
            throw CountersignError(supporting: error)
        } catch {
            throw .unreachable(reason: error.sentence, underlying: UnderlyingError(error))
        }
    }
}
