import Foundation
import SwiftASN1

/// Authorities that are asked in order until one gives a timestamp.
public struct TimestampService: Sendable {
    /// In the order in which they are asked.
    public var authorities: [TimestampAuthority]
    private let exchange: any HTTPExchange

    /// No token is known that comes near this length, in bytes.
    private static let longestAnswer = 256 << 10

    public init(_ authorities: [TimestampAuthority], over exchange: any HTTPExchange) {
        self.authorities = authorities
        self.exchange = exchange
    }

    /// A token over a digest, checked in every respect that RFC 3161 §2.3 and §2.4.2 ask the client to check but for the
    /// authority's trust, about which only those can say something who will rely on the signature.
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
