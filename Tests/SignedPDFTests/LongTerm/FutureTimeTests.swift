import Foundation
import Testing
import X509

@testable import CryptographicMessages
@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

@Suite("Future and unproven times")
struct FutureTimeTests {
    private let scene: LongTermScene
    private let now = SignedFiles.now
    private static let day: TimeInterval = 86_400

    init() throws {
        scene = try LongTermScene()
    }

    /// Signed with a clock that is ahead, by a signer whose certificate begins later.
    private func signed(
        to level: SignatureLevel, clockAhead seconds: TimeInterval, certificateFrom begin: Date
    ) async throws -> Data {
        scene.time.now = now + seconds
        scene.serveStatus(.good)
        let base = SignedFiles.agreement()
        let signer = try scene.authority.signer(from: begin)
        let result = try await PDFDocument(base).signedRevision(
            SignatureField(name: "Ada"), with: signer, at: scene.time.now, to: level, using: scene.services())
        return base + result.update
    }

    private func report(_ file: Data) async throws -> VerificationReport {
        try await PDFDocument(file).verifySignatures(trusting: scene.anchors, at: now)
    }

    @Test(
        "A timestamp from the future does not validate a certificate that is not valid yet, and is reported",
        arguments: [SignatureLevel.timestamped, .longTerm, .archive])
    func notYetValid(level: SignatureLevel) async throws {
        let file = try await signed(to: level, clockAhead: 2 * Self.day, certificateFrom: now + Self.day)
        let report = try await report(file)
        #expect(report.verdict == .indeterminate)
        #expect(report.signatures.first?.trusted == false)
        let later = (now + 2 * Self.day).formatted(.iso8601)
        for signature in report.signatures {
            #expect(
                signature.findings.contains { $0.code == "timestamp-from-future" }
                    && signature.problems.contains {
                        $0.hasPrefix("The timestamp is from the future: it says \(later)")
                    })
        }
        // Once it has come, it proves what it always did.
        let after = try await PDFDocument(file).verifySignatures(trusting: scene.anchors, at: now + 3 * Self.day)
        #expect(after.verdict == .valid, "\(after)")
    }

    @Test("A clock a few minutes ahead is trusted, and one a quarter of an hour ahead is not")
    func tolerance() async throws {
        for (seconds, verdict) in [(540.0, VerificationReport.Verdict.valid), (900, .indeterminate)] {
            let file = try await signed(to: .timestamped, clockAhead: seconds, certificateFrom: now - Self.day)
            #expect(try await report(file).verdict == verdict, "\(seconds)")
        }
    }

    @Test("A timestamp without a certificate proves nothing")
    func noCertificate() async throws {
        let document = try PDFDocument(SignedFiles.agreement())
        let library = RevisionLibrary(Revision(document, tree: try FieldTree(document)))
        var validation = await LongTermValidation([], in: library, anchors: scene.anchors, now: now, client: nil)
        let timestamp = TimestampFindings(
            time: now, integrity: .intact, certificate: nil, certificates: [], digestAlgorithm: .sha256)
        let judgement = await validation.judge(timestamp, knownAt: now)
        #expect(!judgement.isSound && !judgement.trust.isTrusted)
    }

    @Test("Evidence within a timestamp is no older than the revision that it covers, whatever its byte range says")
    func evidenceWithin() async throws {
        let identifier = try OCSPCertificateID(scene.signer.certificate, issuer: scene.authority.root.certificate)
        var clock = scene.clock
        clock.archival = [
            try TestAuthority.response(
                to: OCSPRequest(certificate: identifier).der(), by: scene.authority.responder,
                .init(thisUpdate: now, nextUpdate: now + 3600))
        ]
        let (time, certificate) = (now, scene.signer.certificate)
        clock.serve(LongTermScene.clockURL, on: scene.exchange) { time }
        let (signed, _) = try await scene.signed(to: .basic)
        let file = signed + (try await PDFDocument(signed).timestamped(by: scene.services().timestamps))
        func positions(_ file: Data) throws -> [Int] {
            let document = try PDFDocument(file)
            let library = RevisionLibrary(Revision(document, tree: try FieldTree(document)))
            let parts = try SignatureParts.all(in: library)
            return RevocationEvidence.all(in: library, parts).responses(about: certificate).map(\.position)
        }
        #expect(try positions(file) == [file.count])
        #expect(try positions(file + Data("\n\n".utf8)) == [file.count])
        let start = try #require(file.range(of: Data("/ByteRange".utf8), options: .backwards)?.upperBound)
        let end = try #require(file[start...].firstIndex(of: UInt8(ascii: "]")))
        for numbers in ["[0 1 9 0", "[0 1 9"] {
            var forged = file
            let text = numbers + String(repeating: " ", count: end - start - numbers.utf8.count)
            forged.replaceSubrange(start..<end, with: Data(text.utf8))
            #expect(try positions(forged) == [file.count])
        }
    }

    @Test("A response produced in the future is ignored, and so is its responder's certificate")
    func producedLater() throws {
        let responder = try TestAuthority.issue(
            "Later", by: scene.authority.root, from: now + Self.day, usage: .ocspSigning, isCritical: false)
        let identifier = try OCSPCertificateID(scene.signer.certificate, issuer: scene.authority.root.certificate)
        for holder in [responder, scene.authority.responder] {
            let bytes = try TestAuthority.response(
                to: OCSPRequest(certificate: identifier).der(), by: holder,
                .init(thisUpdate: now, nextUpdate: now + 3600, producedAt: now + 2 * Self.day))
            var evidence = RevocationEvidence()
            evidence.add(response: bytes, at: 0)
            let now = now
            let finding = RevocationJudge(evidence: evidence, known: { _ in now }).finding(
                on: scene.signer.certificate, issuer: scene.authority.root.certificate, at: now)
            #expect(finding == .inconclusive([.fromFuture]))
        }
    }

    @Test("A list or response about the future is ignored, beyond a few minutes of clock difference")
    func aboutLater() throws {
        let identifier = try OCSPCertificateID(scene.signer.certificate, issuer: scene.authority.root.certificate)
        for (seconds, finding) in [
            (240.0, RevocationFinding.good), (600, .inconclusive([.fromFuture])),
        ] {
            let (begin, end) = (now + seconds, now + 2 * Self.day)
            let answer = try TestAuthority.response(
                to: OCSPRequest(certificate: identifier).der(), by: scene.authority.responder,
                .init(thisUpdate: begin, nextUpdate: end, producedAt: now))
            let list = try scene.authority.list(thisUpdate: begin, nextUpdate: end)
            for isList in [true, false] {
                var evidence = RevocationEvidence()
                if isList { evidence.add(list: list, at: 0) } else { evidence.add(response: answer, at: 0) }
                let now = now
                let judge = RevocationJudge(evidence: evidence, known: { _ in now })
                let found = judge.finding(
                    on: scene.signer.certificate, issuer: scene.authority.root.certificate, at: now)
                #expect(found == finding)
            }
        }
    }
}
