import Essentials
import Foundation
import Testing
import X509

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

@Suite("A document timestamp is no person's signature")
struct OnlyTimestampTests {
    private let scene: LongTermScene

    init() throws { scene = try LongTermScene() }

    private func timestamped(_ file: Data) async throws -> Data {
        file + (try await PDFDocument(file).timestamped(by: scene.services().timestamps))
    }

    /// Timestamps a file that has one empty value, as anybody can with a public authority.
    private func timestamping(_ unsigned: Data) async throws -> Data {
        try await LooseSigner.complete(unsigned, by: scene.signer) { covered in
            let token = try await scene.services().timestamps.token(
                over: DigestAlgorithm.sha256.digest(ofPieces: [covered]))
            return Data(token.bytes)
        }
    }

    private func timestampValue() throws -> String {
        try LooseSigner.value(for: scene.signer).replacingOccurrences(
            of: "/Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached",
            with: "/Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161")
    }

    @Test("A file with only a timestamp is unsigned, whether or not its authority is trusted")
    func only() async throws {
        let file = try await timestamped(SignedFiles.agreement())
        for anchors in [scene.anchors, []] {
            let report = try await PDFDocument(file).verifySignatures(trusting: anchors, at: SignedFiles.now + 60)
            #expect(report.verdict == .unsigned && report.signatures.map(\.kind) == [.timestamp])
            #expect(
                report.description.hasPrefix("The file is unsigned: nobody signed the file; it only has a timestamp."))
            #expect(report.description.contains("Timestamp “Timestamp-1”"))
            let json = try JSONDecoder().decode(VerificationReport.self, from: JSONEncoder().encode(report))
            #expect(json == report)
        }
        var broken = file
        broken[try #require(file.range(of: Data("price is 100".utf8))).lowerBound] ^= 1
        let report = try await PDFDocument(broken).verifySignatures(trusting: scene.anchors, at: SignedFiles.now + 60)
        #expect(report.verdict == .invalid)
    }

    @Test("A person's signature and a timestamp over it are valid")
    func both() async throws {
        let signed = try await SignedFiles.signed(SignedFiles.agreement(), by: scene.signer)
        let report = try await scene.report(try await timestamped(signed))
        #expect(report.verdict == .valid && report.signatures.map(\.kind) == [.person, .timestamp], "\(report)")
    }

    /// A signed file with a push button without a picture, and a field for a later signer.
    private func prepared(lock: String = "", waiting: String = "") async throws -> Data {
        try await LooseSigner.sign(
            SignedFiles.appending(
                [
                    (3, AttackScene.page("/Annots[30 0 R 31 0 R]")),
                    (7, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"),
                ],
                to: SignedFiles.agreement()), by: scene.signer,
            fields: [
                AttackScene.field("/FT/Btn/Ff 65536/T(Initials)/Rect[300 600 360 630]"),
                AttackScene.field("/FT/Sig/T(Ben)\(waiting)"),
            ], lock: lock)
    }

    @Test("It is not responsible for what its revision draws in a button")
    func button() async throws {
        let base = try await prepared(waiting: "/Rect[0 0 0 0]")
        let ink = "0 0 1 RG 1 w 5 5 m 40 20 l S"
        let picture = "<</Type/XObject/Subtype/Form/BBox[0 0 60 30]/Length \(ink.utf8.count)>>stream\n\(ink)\nendstream"
        func update(_ value: String) throws -> Data {
            try SignedFiles.appending(
                [
                    (30, AttackScene.field("/FT/Btn/Ff 65536/T(Initials)/Rect[300 600 360 630]/AP<</N 60 0 R>>")),
                    (60, picture), (22, "<</Fields[20 0 R 30 0 R 31 0 R 61 0 R]/SigFlags 3>>"),
                    (61, "<</Type/Annot/Subtype/Widget/FT/Sig/T(Later)/Rect[0 0 0 0]/P 3 0 R/V 62 0 R>>"),
                    (62, value),
                ], to: base)
        }
        let bySigner = try await LooseSigner.complete(
            update(LooseSigner.value(for: scene.signer)), by: scene.signer)
        #expect(try await scene.report(bySigner).verdict == .valid)
        let byClock = try await timestamping(update(timestampValue()))
        let report = try await scene.report(byClock)
        #expect(report.verdict == .indeterminate, "\(report)")
    }

    @Test("It has no visible picture", arguments: ["DocTimeStamp", "Sig", ""])
    func visible(type: String) async throws {
        let base = try await prepared(waiting: "/Rect[0 0 0 0]")
        let content = "BT /F1 10 Tf 2 4 Td (Signed by Ben) Tj ET"
        let value = try timestampValue().replacingOccurrences(
            of: "/Type/DocTimeStamp", with: type.isEmpty ? "" : "/Type/\(type)")
        let file = try await timestamping(
            SignedFiles.appending(
                [
                    (3, AttackScene.page("/Annots[30 0 R 31 0 R 61 0 R]")),
                    (22, "<</Fields[20 0 R 30 0 R 31 0 R 61 0 R]/SigFlags 3>>"),
                    (61, AttackScene.field("/FT/Sig/T(Later)/Rect[300 500 400 520]/V 62 0 R/AP<</N 60 0 R>>")),
                    (
                        60,
                        "<</Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 7 0 R>>>>"
                            + "/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
                    ),
                    (62, value),
                ], to: base))
        let report = try await scene.report(file)
        #expect(report.verdict == .invalid, "\(report)")
        #expect(report.signatures.first?.findings.contains { $0.code == "timestamp-visible" } == true)
    }

    @Test("It does not take a field that waits for a person")
    func takesField() async throws {
        let place = "/Rect[300 500 400 520]"
        for (rect, later, isValid) in [
            (place + "/MK<</BG[1 1 0]>>", place + "/MK<</BG[1 1 0]>>", false),
            (place + "/MK<</BG[1 1 0]>>", place, false), ("/Rect[0 0 0 0]", "/Rect[0 0 0 0]", true),
        ] {
            for lock in ["", "/Lock<</Type/SigFieldLock/Action/Include/Fields[(Ben)]>>"] {
                let base = try await prepared(lock: lock, waiting: rect)
                let file = try await timestamping(
                    SignedFiles.appending(
                        [(31, AttackScene.field("/FT/Sig/T(Ben)\(later)/V 62 0 R")), (62, try timestampValue())],
                        to: base))
                let report = try await scene.report(file)
                #expect(report.verdict == (isValid && lock.isEmpty ? .valid : .invalid), "\(rect) \(lock): \(report)")
            }
        }
    }

    @Test("It vouches for nobody")
    func vouching() async throws {
        let stranger = try SigningParties()
        let signed = try await SignedFiles.signed(SignedFiles.agreement(), field: "Stranger", by: stranger.ben)
        let document = try PDFDocument(signed)
        var value = try timestampValue()
        value = value.replacingOccurrences(of: "/ByteRange", with: "/CountersignVouchesFor[(Stranger)]/ByteRange")
        let tree = try FieldTree(document)
        let listed = tree.fields.compactMap(\.reference).map { "\($0.number) 0 R" }.joined(separator: " ")
        let root = try #require(try document.catalog()["AcroForm"]?.referenceValue)
        let file = try await timestamping(
            SignedFiles.appending(
                [
                    (root.number, "<</Fields[\(listed) 90 0 R]/SigFlags 3>>"),
                    (90, "<</Type/Annot/Subtype/Widget/FT/Sig/T(Clock)/Rect[0 0 0 0]/P 3 0 R/V 91 0 R>>"),
                    (91, value),
                ], to: signed))
        let report = try await scene.report(file)
        #expect(report.signatures.map(\.trusted) == [false, true], "\(report)")
        #expect(report.verdict == .indeterminate && report.signatures.allSatisfy { $0.vouchedBy == nil })
    }
}
