import Foundation
import SwiftASN1

/// Requests a timestamp from several authorities in order until one returns it.
public struct TimestampService: Sendable {
    /// The authorities in the order of the requests.
    public var authorities: [TimestampAuthority]
    private let exchange: any HTTPExchange

    /// The maximum size of an answer in bytes; real tokens are much smaller.
    private static let longestAnswer = 256 << 10

    /// Opens no connection yet. Without authorities, every request fails with ``TimestampError/noAuthority``.
    public init(_ authorities: [TimestampAuthority], over exchange: any HTTPExchange) {
        self.authorities = authorities
        self.exchange = exchange
    }

    /// Requests a token over a digest and checks it as RFC 3161 §2.3 and §2.4.2 require of the client. It does not
    /// check trust in the authority, which only those who rely on the signature can decide.
    ///
    /// - Throws: ``TimestampError`` with the reason of each authority; `CancellationError`
    package func token(over digest: DigestValue) async throws -> TimestampToken {
        guard !authorities.isEmpty else { throw TimestampError.noAuthority }
        var attempts: [TimestampError.Attempt] = []
        for authority in authorities {
            try Task.checkCancellation()
            do throws(TimestampFailure) {
                return try await token(over: digest, from: authority)
            } catch {
                attempts.append(TimestampError.Attempt(authority: authority.url, failure: error))
            }
        }
        try Task.checkCancellation()
        throw TimestampError.noTimestamp(attempts)
    }

    private func token(
        over digest: DigestValue, from authority: TimestampAuthority
    ) async throws(TimestampFailure) -> TimestampToken {
        var policy: ASN1ObjectIdentifier?
        if let text = authority.policy {
            policy = TimestampAuthority.identifier(text)
            if policy == nil { throw .wrongPolicy(text) }
        }
        let request = TimestampRequest(digest: digest, policy: policy)
        guard let query = try? request.der() else { throw .damaged("the request cannot be written") }
        let body: Data
        do {
            body = try await exchange.body(
                for: HTTPExchangeRequest(
                    url: authority.url, body: Data(query), contentType: "application/timestamp-query",
                    accept: "application/timestamp-reply", limit: Self.longestAnswer, timeLimit: authority.timeLimit))
        } catch {
            throw .exchange(error)
        }
        let token = try TimestampToken(response: Array(body))
        try token.check(answers: request)
        return token
    }
}
