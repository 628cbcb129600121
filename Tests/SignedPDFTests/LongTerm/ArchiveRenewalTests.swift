import Foundation
import Testing
import X509

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

@Suite("Renewing an archive")
struct ArchiveRenewalTests {
    private let day: TimeInterval = 86_400

    private func renewal(_ file: Data, _ scene: LongTermScene) throws -> ArchiveRenewal {
        try PDFDocument(file).archiveRenewal(
            certificates: scene.anchors, at: scene.time.now, margin: 90 * day)
    }

    @Test("An archive is renewed only near the end of its last timestamp, and the file outlives it")
    func renewal() async throws {
        let scene = try LongTermScene(signerYears: 1, clockYears: 3)
        let (file, _) = try await scene.signed(to: .archive)
        let end = TestSigners.start + 3 * TestAuthority.year
        guard case .notNeeded(let forecast) = try renewal(file, scene) else {
            Issue.record("it should not be needed")
            return
        }
        #expect(forecast.date == end)

        scene.time.now = end - 30 * day
        guard case .needed(.endsSoon(let soon)) = try renewal(file, scene) else {
            Issue.record("it should be needed")
            return
        }
        #expect(soon.date == end)
        #expect(ArchiveRenewal.Reason.endsSoon(soon).description.contains("Test clock"))
        scene.serveStatus(.good)
        let newClock = try TestClock("New clock", by: scene.authority, years: 9)
        newClock.serve(LongTermScene.secondClockURL, on: scene.exchange) { scene.time.now }
        let update = try await PDFDocument(file).renewed(
            using: scene.services([LongTermScene.secondClockURL]), at: scene.time.now)
        let renewed = file + update

        scene.time.now = end + 30 * day
        #expect(try await scene.report(file).verdict == .indeterminate)
        let report = try await scene.report(renewed)
        #expect(report.verdict == .valid, "\(report)")
        #expect(report.signatures.map(\.field) == ["Ada", "Timestamp-1", "Timestamp-2"])
        #expect(report.signatures.first?.level == .archive)
        #expect(report.signatures.first?.timeSource == .timestamp)
        #expect(report.signatures.first?.signingTime == SignedFiles.now)
        #expect(report.signatures.first?.verifiableUntil?.date == TestSigners.start + 9 * TestAuthority.year)
        guard case .notNeeded = try renewal(renewed, scene) else {
            Issue.record("it was renewed")
            return
        }
    }

    @Test("Renewing after the last timestamp has ended fails as too late")
    func tooLate() async throws {
        let scene = try LongTermScene()
        let (file, _) = try await scene.signed(to: .archive)
        scene.time.now += 4 * TestAuthority.year
        #expect(
            throws: LongTermError.tooLate(
                VerifiabilityForecast(
                    date: TestSigners.start + 3 * TestAuthority.year,
                    reason: .certificateEnds(holder: .timestampAuthority, name: "Test clock")))
        ) { try renewal(file, scene) }
    }

    @Test(
        "A signature without an archive timestamp, or one made after it, needs one",
        arguments: [SignatureLevel.basic, .timestamped, .longTerm])
    func young(level: SignatureLevel) async throws {
        let scene = try LongTermScene()
        let (file, _) = try await scene.signed(to: level)
        guard case .needed = try renewal(file, scene) else {
            Issue.record("it should be needed")
            return
        }
        let renewed = file + (try await PDFDocument(file).renewed(using: scene.services(), at: scene.time.now))
        #expect(try await scene.report(renewed).signatures.first?.level == .archive)
        let again = try await SignedFiles.signed(renewed, field: "Ben", by: scene.authority.signer("Ben"))
        guard case .needed = try renewal(again, scene) else {
            Issue.record("the second signature has no timestamp")
            return
        }
    }

    @Test("A file without signatures, or with a broken one, is not renewed")
    func refused() async throws {
        let scene = try LongTermScene()
        #expect(throws: LongTermError.unsigned) { try renewal(SignedFiles.agreement(), scene) }
        var (file, _) = try await scene.signed(to: .timestamped)
        file[30] ^= 1
        #expect(throws: (any Error).self) { try renewal(file, scene) }
    }

    @Test("A renewed file whose security store is removed later is no longer an archive")
    func withoutStore() async throws {
        let scene = try LongTermScene(signerYears: 1, clockYears: 3)
        let (file, _) = try await scene.signed(to: .timestamped)
        // A timestamp over the document alone: it proves the time, but holds no revocation data.
        let timestamped = file + (try await PDFDocument(file).timestamped(by: scene.services().timestamps))
        let report = try await scene.report(timestamped)
        #expect(report.verdict == .valid)
        #expect(report.signatures.first?.level == .timestamped)
    }
}
