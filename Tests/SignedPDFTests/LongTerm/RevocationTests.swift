import Crypto
import Foundation
import Testing
import X509

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

@Suite("Revocation")
struct RevocationTests {
    private let scene: LongTermScene
    private let now = SignedFiles.now

    init() throws {
        scene = try LongTermScene()
    }

    private func verdict(_ file: Data, after seconds: TimeInterval = 60, isOnline: Bool = true) async throws
        -> (verdict: VerificationReport.Verdict, revocation: RevocationSummary?, findings: [SignatureFinding])
    {
        let report = try await scene.report(file, after: seconds, isOnline: isOnline)
        let signature = report.signatures.first
        return (report.verdict, signature?.revocation, signature?.findings.filter(\.isProblem) ?? [])
    }

    // MARK: What it means for a signature

    @Test("A signer revoked before signing cannot sign at level B-LT")
    func revokedSigner() async throws {
        scene.serveStatus(.revoked(at: now - 3600, reason: .keyCompromise), of: scene.signer.certificate)
        await #expect(throws: LongTermError.revoked(name: "Ada Lovelace", date: now - 3600)) {
            _ = try await scene.signed(to: .longTerm)
        }
        await #expect(throws: LongTermError.self) {
            _ = try await scene.signed(to: .longTerm, allowingDowngrade: false)
        }
    }

    @Test(
        "A revocation before the proven time is invalid, after it harmless, and without proof indeterminate")
    func revocationAndTime() async throws {
        let (basic, _) = try await scene.signed(to: .basic)
        let (timestamped, _) = try await scene.signed(to: .timestamped)
        scene.time.now += 7200
        scene.serveStatus(.revoked(at: now - 3600, reason: .superseded), of: scene.signer.certificate)
        var result = try await verdict(timestamped)
        #expect(result.verdict == .invalid && result.revocation == .revoked)
        #expect(result.findings.first?.code == "certificate-revoked-before-proof")
        result = try await verdict(basic)
        #expect(result.verdict == .indeterminate && result.revocation == .revoked)

        scene.serveStatus(.revoked(at: now + 3600, reason: .keyCompromise), of: scene.signer.certificate)
        result = try await verdict(timestamped)
        #expect(result.verdict == .valid, "\(result)")
        result = try await verdict(basic)
        #expect(result.verdict == .indeterminate)
        #expect(result.findings.first?.code == "certificate-revoked")
    }

    @Test("A timestamp with a stolen key proves nothing, and one with a replaced key still does")
    func revokedClock() async throws {
        let (file, _) = try await scene.signed(to: .timestamped)
        let late = TestAuthority.year + 86_400  // the signer's certificate has ended
        scene.time.now += 7200
        scene.serveStatus(.revoked(at: now + 3600, reason: .superseded), of: scene.clock.holder.certificate)
        scene.time.now = SignedFiles.now
        #expect(try await scene.report(file, after: late, isOnline: true).signatures.first?.timeSource == .timestamp)
        scene.time.now += 7200
        scene.serveStatus(.revoked(at: now + 3600, reason: .keyCompromise), of: scene.clock.holder.certificate)
        scene.time.now = SignedFiles.now
        let report = try await scene.report(file, after: late, isOnline: true)
        #expect(report.verdict == .indeterminate)
        #expect(report.signatures.first?.timeSource == .untrustedTimestamp)
    }

    @Test(
        "An outdated or unknown status online is inconclusive, and a good one settles it")
    func answers() async throws {
        let (file, _) = try await scene.signed(to: .basic)
        #expect(try await verdict(file).revocation == .good)
        #expect(try await verdict(file, isOnline: false).revocation == .notChecked)
        scene.serveStatus(.good, age: 86_400)
        var result = try await verdict(file)
        #expect(result.verdict == .indeterminate && result.revocation == .unknown)
        #expect(result.findings.first?.sentence.contains("only") == true)
        scene.serveStatus(.unknown)
        result = try await verdict(file)
        #expect(result.verdict == .indeterminate && result.revocation == .unknown)
        scene.exchange.close(TestAuthority.responderURL)
        result = try await verdict(file)
        #expect(result.verdict == .indeterminate)
        #expect(result.findings.first?.sentence.contains("connection refused") == true)
    }

    // MARK: Who may answer

    private func response(
        by responder: TestAuthority.Holder, status: CertificateStatus = .good, nonce: [UInt8]? = nil
    ) throws -> [UInt8] {
        let identifier = try OCSPCertificateID(scene.signer.certificate, issuer: scene.authority.root.certificate)
        return try TestAuthority.response(
            to: OCSPRequest(certificate: identifier).der(), by: responder,
            .init(status: status, thisUpdate: now, nextUpdate: now + 3600), nonce: nonce)
    }

    private func finding(
        _ evidence: RevocationEvidence, known: Date? = nil, at time: Date? = nil
    ) -> RevocationFinding {
        let known = known ?? now
        return RevocationJudge(evidence: evidence, known: { _ in known }).finding(
            on: scene.signer.certificate, issuer: scene.authority.root.certificate, at: time ?? now)
    }

    private func finding(response: [UInt8], known: Date? = nil, at time: Date? = nil) -> RevocationFinding {
        var evidence = RevocationEvidence()
        evidence.add(response: response, at: 0)
        return finding(evidence, known: known, at: time)
    }

    @Test("A responder needs a certificate from the same issuer, or is the issuer")
    func responders() throws {
        #expect(finding(response: try response(by: scene.authority.responder)) == .good)
        #expect(finding(response: try response(by: scene.authority.root)) == .good)
        let unfit = try TestAuthority.issue("Unfit", by: scene.authority.root, usage: .emailProtection)
        #expect(
            finding(response: try response(by: unfit))
                == .inconclusive([.responderUnsuitable]))
        let stranger = try TestAuthority().responder
        #expect(
            finding(response: try response(by: stranger))
                == .inconclusive([.responseForeign]))
        var changed = try response(by: scene.authority.responder, status: .revoked(at: now, reason: nil))
        changed[changed.count / 3] ^= 1
        let outcome = finding(response: changed)
        #expect(outcome != .good && outcome != .revoked(at: now, reason: nil))
    }

    @Test("A response counts only while its responder's certificate is valid, unless a timestamp preserves it")
    func respondersEnd() throws {
        let brief = try TestAuthority.issue(
            "Brief", by: scene.authority.root, years: 0.01, usage: .ocspSigning, isCritical: false)
        let answer = try response(by: brief)
        #expect(finding(response: answer, known: now) == .good)
        #expect(
            finding(response: answer, known: brief.certificate.notValidAfter + 1)
                == .inconclusive([.responderEnded]))
    }

    @Test("A response with a wrong nonce is refused, and one without a nonce is accepted")
    func nonces() async throws {
        let (file, _) = try await scene.signed(to: .basic)
        let wrong = try response(by: scene.authority.responder, nonce: [1, 2, 3])
        scene.exchange.serve(TestAuthority.responderURL) { _ in HTTPExchangeAnswer(status: 200, body: Data(wrong)) }
        #expect(try await verdict(file).findings.first?.sentence.contains("nonce") == true)
        let none = try response(by: scene.authority.responder)
        scene.exchange.serve(TestAuthority.responderURL) { _ in HTTPExchangeAnswer(status: 200, body: Data(none)) }
        #expect(try await verdict(file).verdict == .valid)
    }

    // MARK: Lists

    private func finding(list: [UInt8]) -> RevocationFinding {
        var evidence = RevocationEvidence()
        evidence.add(list: list, at: 0)
        return finding(evidence)
    }

    private func list(
        revoked: [(Certificate.SerialNumber, Date)] = [], age: TimeInterval = 60, extensions: [[UInt8]] = [],
        remarks: [[UInt8]] = [], key: P256.Signing.PrivateKey? = nil
    ) throws -> [UInt8] {
        try scene.authority.list(
            revoked: revoked, thisUpdate: now - age, nextUpdate: now - age + 3600, extensions: extensions,
            remarks: remarks, key: key)
    }

    @Test("A list shows who is revoked and who is not")
    func lists() throws {
        let serial = scene.signer.certificate.serialNumber
        let others = (0..<1000).map { _ in (CertificateProfile.randomSerialNumber(), now - 1) }
        #expect(finding(list: try list(revoked: others)) == .good)
        #expect(
            finding(list: try list(revoked: others + [(serial, now - 50)])) == .revoked(at: now - 50, reason: nil))
        #expect(finding(list: try list(age: 86_400)) != .good)
        #expect(
            finding(list: try list(key: P256.Signing.PrivateKey()))
                == .inconclusive([.listForeign]))
    }

    @Test(
        "A list entry gives its reason, a removal is not a revocation, and an unknown critical mark is inconclusive"
    )
    func entries() throws {
        func finding(_ remarks: [UInt8]...) throws -> RevocationFinding {
            let revoked = [(scene.signer.certificate.serialNumber, now - 50)]
            return self.finding(list: try list(revoked: revoked, remarks: remarks))
        }
        func reason(_ reason: RevocationReason, critical: Bool = false) throws -> [UInt8] {
            try DERText.extension(
                .CRL.reasonCode, critical: critical, DERText.enumerated(UInt8(reason.rawValue)))
        }
        let compromised = RevocationFinding.revoked(at: now - 50, reason: .keyCompromise)
        #expect(try finding(reason(.keyCompromise)) == compromised)
        #expect(try finding(reason(.keyCompromise, critical: true)) == compromised)
        #expect(try finding(reason(.removeFromList)) == .good)
        let plain = try DERText.extension([1, 2, 3, 4], critical: false, DERText.null)
        #expect(try finding(plain) == .revoked(at: now - 50, reason: nil))
        let critical = try DERText.extension([1, 2, 3, 4], critical: true, DERText.null)
        guard case .inconclusive = try finding(critical, reason(.keyCompromise)) else {
            Issue.record("the entry was taken at its word")
            return
        }
    }

    @Test("A delta list, a foreign or partial one, and one with unknown critical extensions are not used")
    func scopes() throws {
        func point(_ parts: [UInt8]...) throws -> [UInt8] {
            try DERText.extension(
                .CRL.issuingDistributionPoint, critical: true, DERText.sequence(parts.flatMap { $0 }))
        }
        func location(_ url: String) -> [UInt8] {
            DERText.context(0, DERText.context(0, DERText.value(0x86, Array(url.utf8))))
        }
        let refused = [
            try DERText.extension(.CRL.deltaIndicator, critical: true, DERText.integer([1])),
            try point([0x84, 1, 0xFF]), try point([0x82, 1, 0xFF]), try point([0x85, 1, 0xFF]),
            try point([0x83, 2, 5, 0x20]), try point(location("http://crl.test/other.crl")),
            try DERText.extension([1, 2, 3, 4], critical: true, DERText.null),
        ]
        for part in refused {
            guard case .inconclusive = finding(list: try list(extensions: [part])) else {
                Issue.record("\(part)")
                continue
            }
        }
        let accepted = try point(location(TestAuthority.listURL), [0x81, 1, 0xFF])
        #expect(finding(list: try list(extensions: [accepted])) == .good)
    }

    @Test("If no responder answers, the list is fetched and stored in the security store")
    func fallback() async throws {
        scene.exchange.close(TestAuthority.responderURL)
        let bytes = try list()
        scene.exchange.serve(TestAuthority.listURL) { _ in HTTPExchangeAnswer(status: 200, body: Data(bytes)) }
        let (file, result) = try await scene.signed(to: .archive)
        #expect(result.level == .archive)
        let store = try #require(try DocumentSecurityStore(PDFDocument(file)))
        #expect(store.lists.map(\.bytes) == [bytes] && store.responses.isEmpty)
        let report = try await scene.report(file)
        #expect(report.verdict == .valid)
        #expect(report.signatures.first?.level == .archive)
    }

    @Test("A damaged list or response is ignored, wherever it is cut")
    func damage() throws {
        let bytes = try list(revoked: [(scene.signer.certificate.serialNumber, now)])
        let answer = try response(by: scene.authority.responder, status: .revoked(at: now, reason: .keyCompromise))
        for cut in 0..<bytes.count { #expect(finding(list: Array(bytes.prefix(cut))) == .unknown) }
        for cut in 0..<answer.count { #expect(finding(response: Array(answer.prefix(cut))) == .unknown) }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x10
            #expect(finding(list: changed) != .good)
        }
    }
}
