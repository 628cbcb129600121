import Foundation
import SwiftASN1
import X509

/// Fetches revocation information from the addresses in certificates.
public struct RevocationClient: Sendable {
    private let exchange: any HTTPExchange
    private let timeLimit: Duration

    private static let longestResponse = 256 << 10
    /// The largest revocation lists in use have some ten megabytes.
    private static let longestList = 64 << 20
    private static let longestCertificate = 256 << 10

    /// - Parameter timeLimit: the time limit for each answer
    public init(over exchange: any HTTPExchange, timeLimit: Duration = .seconds(10)) {
        self.exchange = exchange
        self.timeLimit = timeLimit
    }

    /// The fetched information, not yet evaluated.
    package enum Found {
        case response([UInt8])
        case list([UInt8])
    }

    /// Asks one address after the other, responders first, until `isEnough` accepts what was found.
    ///
    /// - Returns: why each of the other addresses was inconclusive
    package func search(
        for certificate: Certificate, issuer: Certificate, isEnough: (Found) -> Bool
    ) async throws -> [RevocationDoubt] {
        let sources = RevocationSources(certificate)
        var failures: [RevocationDoubt] = []
        for address in sources.responders {
            try Task.checkCancellation()
            do {
                if isEnough(.response(try await response(from: address, on: certificate, issuer: issuer))) { return [] }
                failures.append(.answerUnsettled(address: address))
            } catch let unusable as UnusableAnswer {
                failures.append(unusable.doubt)
            } catch {
                failures.append(.exchangeFailed(address: address, reason: "\(error)"))
            }
        }
        for address in sources.lists {
            try Task.checkCancellation()
            do {
                let body = try await get(address, accept: "application/pkix-crl", limit: Self.longestList)
                if isEnough(.list(Self.withoutArmour(body))) { return [] }
                failures.append(.listUnsettled(address: address))
            } catch {
                failures.append(.exchangeFailed(address: address, reason: "\(error)"))
            }
        }
        return sources.isEmpty ? [.noSource] : failures
    }

    private struct UnusableAnswer: Error {
        var doubt: RevocationDoubt
    }

    private func response(
        from address: String, on certificate: Certificate, issuer: Certificate
    ) async throws -> [UInt8] {
        let request = OCSPRequest(certificate: try OCSPCertificateID(certificate, issuer: issuer))
        let body = try await exchange.body(
            for: HTTPExchangeRequest(
                url: address, body: Data(try request.der()), contentType: "application/ocsp-request",
                accept: "application/ocsp-response", limit: Self.longestResponse, timeLimit: timeLimit))
        let response: OCSPResponse
        do throws(OCSPResponse.Unusable) {
            response = try OCSPResponse(Array(body))
        } catch {
            switch error {
            case .refused(let status): throw UnusableAnswer(doubt: .responderRefused(address: address, status: status))
            case .damaged: throw UnusableAnswer(doubt: .answerUnreadable(address: address))
            }
        }
        // A responder that repeats no nonce sends a prepared response; one that repeats another nonce was tricked.
        if let nonce = response.nonce, nonce != request.nonce {
            throw UnusableAnswer(doubt: .nonceDiffers(address: address))
        }
        return Array(body)
    }

    /// Fetches the issuer's certificate from the address in the certificate (RFC 5280 §4.2.2.1).
    package func issuer(of certificate: Certificate) async throws -> Certificate? {
        for address in RevocationSources(certificate).issuers {
            try Task.checkCancellation()
            guard let body = try? await get(address, accept: "application/pkix-cert", limit: Self.longestCertificate),
                let issuer = try? CertificateDER.certificate(from: Self.withoutArmour(body)),
                CertificationPath.issued(issuer, certificate)
            else { continue }
            return issuer
        }
        return nil
    }

    private func get(_ address: String, accept: String, limit: Int) async throws(HTTPExchangeFailure) -> Data {
        try await exchange.body(
            for: HTTPExchangeRequest(
                url: address, body: nil, contentType: nil, accept: accept, limit: limit, timeLimit: timeLimit))
    }

    /// Decodes PEM, which some servers publish where the standard requires DER.
    private static func withoutArmour(_ body: Data) -> [UInt8] {
        guard body.starts(with: "-----BEGIN".utf8),
            let document = try? PEMDocument(pemString: String(decoding: body, as: UTF8.self))
        else { return Array(body) }
        return document.derBytes
    }
}
