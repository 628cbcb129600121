import Foundation
import SwiftASN1
import Testing
import X509

@testable import CryptographicMessages
@testable import TestSupport

@Suite("Requests to timestamp authorities")
struct TimestampServiceTests {
    private let authority: TestAuthority
    private let exchange = TestExchange()
    private let digest = DigestAlgorithm.sha256.digest(of: [1, 2, 3])
    private let first = TestClock.url
    private let second = TestClock.secondURL

    init() throws {
        authority = try TestAuthority()
    }

    private func serve(_ clock: TestClock, at url: String = TestClock.url) {
        clock.serve(url, on: exchange) { TestSigners.now }
    }

    private func token(
        from urls: [String] = [TestClock.url], policy: String? = nil, limit: Duration = .seconds(5)
    ) async throws -> TimestampToken {
        try await TimestampService(
            urls.map { TimestampAuthority(url: $0, policy: policy, timeLimit: limit) }, over: exchange
        ).token(over: digest)
    }

    /// Why the only authority's answer was not taken.
    private func failure(policy: String? = nil, limit: Duration = .seconds(5)) async -> TimestampFailure? {
        do {
            _ = try await token(policy: policy, limit: limit)
        } catch TimestampError.noTimestamp(let attempts) {
            return attempts.first?.failure
        } catch {}
        return nil
    }

    @Test("A sound answer gives a token over the digest with the authority's time")
    func sound() async throws {
        serve(try TestClock(by: authority))
        let token = try await token()
        #expect(token.info.imprint == digest.bytes)
        #expect(token.info.time == TestSigners.now)
        #expect(token.findings.integrity == .intact)
    }

    @Test("The request asks for the certificate and has a new nonce each time")
    func request() throws {
        let requests = try (0..<20).map { _ in try TimestampRequest(digest: digest).der() }
        #expect(Set(requests).count == 20)
        #expect(requests.allSatisfy { Array($0.suffix(3)) == [1, 1, 0xFF] })
    }

    @Test("A faulty answer is refused", arguments: TestClock.Fault.allCases.filter { $0 != .none })
    func faults(fault: TestClock.Fault) async throws {
        serve(try TestClock(by: authority, fault: fault))
        let failure = try #require(await failure(policy: "1.3.6.1.4.1.9"))
        switch fault {
        case .none: Issue.record("no fault")
        case .wrongNonce, .noNonce: #expect(failure == .wrongNonce)
        case .wrongImprint: #expect(failure == .wrongImprint)
        case .wrongPolicy: #expect(failure == .wrongPolicy("1.3.6.1.4.1.9"))
        case .garbage: #expect(failure == .damaged("it is not a TimeStampResp"))
        case .refusal: #expect(failure == .refused("it does not permit this request; not today"))
        case .otherContent: #expect(failure == .damaged("it does not hold a TSTInfo"))
        case .changedSignature, .strangersCertificate:
            guard case .unsound = failure else {
                Issue.record("\(failure)")
                return
            }
        }
    }

    @Test("A certificate that is not exclusively for timestamps is refused")
    func extendedKeyUsage() async throws {
        serve(try TestClock(by: authority, usage: .emailProtection))
        #expect(await failure() == .unsound(.certificate(.notForTimestamps)))
        serve(try TestClock(by: authority, isCritical: false))
        #expect(await failure() == .unsound(.keyUsageNotCritical))
    }

    @Test("The second authority takes over if the first is down, slow, wrong or sends too much")
    func takingOver() async throws {
        serve(try TestClock(by: authority), at: second)
        let limit = Duration.milliseconds(300)
        #expect(try await token(from: [first, second]).info.time == TestSigners.now)
        exchange.serve(first) { _ in
            try await Task.sleep(for: .seconds(600))
            return HTTPExchangeAnswer(status: 200, body: Data())
        }
        let started = ContinuousClock.now
        _ = try await token(from: [first, second], limit: limit)
        // Far below the time that the first one takes, however busy the machine is.
        #expect(ContinuousClock.now - started < .seconds(300))
        exchange.serve(first) { _ in HTTPExchangeAnswer(status: 503, body: Data()) }
        _ = try await token(from: [first, second])
        exchange.serve(first) { _ in HTTPExchangeAnswer(status: 200, body: Data(count: 1 << 20)) }
        _ = try await token(from: [first, second])
        serve(try TestClock(by: authority, fault: .wrongNonce))
        _ = try await token(from: [first, second])
        #expect(exchange.asked == Array(repeating: [first, second], count: 5).flatMap { $0 })
    }

    @Test("If all authorities fail, the error names each with its reason")
    func allFail() async throws {
        exchange.serve(second) { _ in HTTPExchangeAnswer(status: 404, body: Data()) }
        do {
            _ = try await token(from: [first, second, "ftp://clock.test/"])
            Issue.record("a token came from nowhere")
        } catch let error as TimestampError {
            #expect(
                error
                    == .noTimestamp([
                        .init(authority: first, failure: .exchange(.unreachable("connection refused"))),
                        .init(authority: second, failure: .exchange(.status(404))),
                        .init(authority: "ftp://clock.test/", failure: .exchange(.unsupportedAddress)),
                    ]))
            #expect(error.description.contains(first) && error.description.contains("404"))
        }
    }

    @Test(
        "An invalid policy is recognised",
        arguments: [("1.2.3", true), ("1", false), ("1..2", false), ("a.b", false), ("9.1", false)])
    func policies(text: String, isOne: Bool) {
        #expect(TimestampAuthority.isPolicy(text) == isOne)
    }
}
