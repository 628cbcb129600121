import Foundation
import Testing

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

@Suite("How a timestamp writes its time")
struct TimestampTimeTests {
    private let scene: LongTermScene
    private let day: String

    init() throws {
        scene = try LongTermScene()
        day = PDFDate.string(from: SignedFiles.now).dropFirst(2).prefix(8).description
    }

    private func clock(_ text: String) throws -> TestClock {
        var clock = scene.clock
        clock.timeText = text
        let made = scene.time
        clock.serve(LongTermScene.clockURL, on: scene.exchange) { made.now }
        return clock
    }

    private var now: String { String(PDFDate.string(from: SignedFiles.now).dropFirst(2).dropLast()) }

    @Test(
        "A time that breaks a rule of RFC 3161 but is plain is accepted by sign and verify, with a note",
        arguments: [
            ".10Z", ".0Z", ".000Z", ".500000Z", ",5Z", ".25+0000", "+0100", "-0530", "+01",
        ])
    func irregular(ending: String) async throws {
        _ = try clock(now + ending)
        // Ahead or behind by a zone, the certificates are valid all the same.
        let (file, result) = try await scene.signed(to: .timestamped)
        #expect(result.level == .timestamped)
        let report = try await scene.report(file, after: 86_400)
        let signature = try #require(report.signatures.first)
        #expect(report.verdict == .valid, "\(report)")
        #expect(signature.findings.contains(.value(.timestampNote(finding: .timestampTimeIrregular))))
        #expect(signature.level == .timestamped)
        #expect(report.description.contains("not written as RFC 3161 demands"))
    }

    @Test("A regular time has no note, and its fraction counts", arguments: ["Z", ".25Z", ".1Z", ".000001Z"])
    func regular(ending: String) async throws {
        _ = try clock(now + ending)
        let (file, _) = try await scene.signed(to: .timestamped)
        let report = try await scene.report(file)
        #expect(report.verdict == .valid)
        #expect(report.signatures.first?.notes.isEmpty == true)
    }

    @Test("A document timestamp of an irregular time is accepted with a note")
    func document() async throws {
        _ = try clock(now + ".50Z")
        let (file, _) = try await scene.signed(to: .archive)
        let report = try await scene.report(file)
        #expect(report.verdict == .valid, "\(report)")
        #expect(report.signatures.last?.findings.contains(.value(.timestampTimeIrregular)) == true)
    }

    @Test(
        "A time that cannot be read is refused by name",
        arguments: [
            "", "Z", ".Z", ".5", "20261301000000Z", "20260230000000Z", "2026010101Z", "20260101016000Z",
        ])
    func unreadable(text: String) async throws {
        _ = try clock(text.count > 4 ? text : String(now.prefix(14)) + (text == "Z" ? "ZZ" : text))
        do {
            _ = try await scene.signed(to: .timestamped)
            Issue.record("signed")
        } catch let error as TimestampError {
            #expect(error.description.contains("its time is not a GeneralizedTime with a time zone"), "\(error)")
        }
    }

    @Test("The verifier names the defect of a signature's timestamp")
    func named() async throws {
        for (token, defect) in [
            (DERText.sequence(DERText.integer([1])), TimestampDefect.container),
            (try Self.content(DERText.sequence(DERText.integer([1])), like: scene), .info),
        ] {
            let base = SignedFiles.agreement()
            let update = try await PDFDocument(base).signedRevision(
                SignatureField(name: "Ada"), filling: [], awaiting: [], with: scene.signer, at: SignedFiles.now,
                addingRoom: SignatureTimestamp.usualRoom
            ) { try SignatureTimestamp.adding(token, to: $0) }
            let report = try await scene.report(base + update)
            #expect(report.verdict == .indeterminate)
            #expect(
                report.signatures.first?.findings.contains(.value(.timestampUnreadable(defect: defect))) == true,
                "\(report)")
        }
    }

    /// A container around a content that claims to be a `TSTInfo`.
    private static func content(_ content: [UInt8], like scene: LongTermScene) throws -> [UInt8] {
        let signer = DERText.sequence(
            DERText.integer([1]),
            DERText.sequence(
                try DERText.encoded(scene.clock.holder.certificate.issuer),
                DERText.integer(Array(scene.clock.holder.certificate.serialNumber.bytes))),
            try DERText.algorithm(.Hash.sha256), try DERText.algorithm(.SignatureScheme.ecdsaWithSHA256),
            DERText.octets([1]))
        let data = DERText.sequence(
            DERText.integer([3]), DERText.set(try DERText.algorithm(.Hash.sha256)),
            DERText.sequence(try DERText.oid(.CMS.timestampInfo), DERText.context(0, DERText.octets(content))),
            DERText.set(signer))
        return try DERText.sequence(DERText.oid(.CMS.signedData), DERText.context(0, data))
    }
}
