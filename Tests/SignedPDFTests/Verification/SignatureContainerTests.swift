import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

/// Attacks on how a signature sits in its file: its dictionary, its byte range and its value.
@Suite("Attacks on the container of a signature")
struct SignatureContainerTests {
    private let parties: SigningParties

    init() throws {
        parties = try SigningParties()
    }

    /// A signed file with the parts that attacks take apart.
    private struct Target {
        let file: Data
        /// The signature value with its brackets.
        let gap: Range<Int>
        let signature: PDFReference
        let field: PDFReference
        let form: PDFReference

        var value: String { String(decoding: file[gap], as: UTF8.self) }

        init(_ file: Data) throws {
            self.file = file
            let document = try PDFDocument(file)
            let tree = try FieldTree(document)
            let node = try #require(tree.fields.first { $0.type == "Sig" })
            field = try #require(node.reference)
            signature = try #require(node.dictionary["V"]?.referenceValue)
            form = try #require(try document.catalog()["AcroForm"]?.referenceValue)
            let signed = try #require(try SignedField.all(in: document, tree: tree).first)
            gap = try SignedByteRange(signed.dictionary["ByteRange"], fileSize: file.count).gap
        }
    }

    private func target() async throws -> Target {
        try Target(await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada))
    }

    private func report(_ file: Data) async throws -> VerificationReport {
        try await SignedFiles.report(file, trusting: parties.anchors)
    }

    @Test(
        "Signature values and byte ranges made unusable in an update (universal signature forgery) are never valid",
        arguments: [
            ("/ByteRange R", "no value"), ("/ByteRange R/Contents null", "no value"),
            ("/ByteRange R/Contents<>", "no value"), ("/ByteRange R/Contents<00>", ""),
            ("/ByteRange R/Contents()", "no value"), ("/ByteRange R/Contents[<00>]", "no value"),
            ("/ByteRange R/Contents 30 0 R", "no value"), ("/Contents V", "has no /ByteRange"),
            ("/ByteRange null/Contents V", "has no /ByteRange"), ("/ByteRange[]/Contents V", "four numbers"),
            ("/ByteRange 0/Contents V", "four numbers"), ("/ByteRange[0 0 0 0]/Contents V", "overlap"),
            ("/ByteRange[0 0 1 0]/Contents V", ""), ("/ByteRange[0 10 20 30 40 50]/Contents V", "four numbers"),
            ("/ByteRange[0 -10 20 30]/Contents V", "no byte count"),
            ("/ByteRange[0 10 20 -30]/Contents V", "no byte count"),
            ("/ByteRange[-9 10 20 30]/Contents V", "no byte count"),
            ("/ByteRange[0 10.5 20 30]/Contents V", "no byte count"),
            ("/ByteRange[0 null 20 30]/Contents V", "no byte count"),
            ("/ByteRange[(0)10 20 30]/Contents V", "no byte count"), ("/ByteRange 31 0 R/Contents V", "four numbers"),
            ("/ByteRange null/Contents null", ""), ("", ""),
        ])
    func universalForgery(entries: String, part: String) async throws {
        let target = try await target()
        let range = "[0 \(target.gap.lowerBound) \(target.gap.upperBound) \(target.file.count - target.gap.upperBound)]"
        let dictionary =
            "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached"
            + entries.replacing("/ByteRange R", with: "/ByteRange\(range)").replacing(
                "/Contents V", with: "/Contents\(target.value)") + ">>"
        let file = try SignedFiles.appending(
            [(target.signature.number, dictionary), (30, target.value), (31, range)], to: target.file)
        let report = try await report(file)
        #expect(report.verdict == .invalid)
        let signature = try #require(report.signatures.first)
        #expect(signature.coverage == .partial)
        #expect(part.isEmpty || signature.problems.contains { $0.contains(part) }, "\(signature.problems)")
    }

    @Test("The signed bytes moved apart with an attacker's objects between them (signature wrapping) are found")
    func movedBytes() async throws {
        let target = try await target()
        let before = target.file[..<target.gap.lowerBound]
        let after = target.file[target.gap.upperBound...]
        let document = try PDFDocument(target.file)
        let sectionOffset = document.newestSection.offset

        // The end of the file still says that its cross-reference section is at `sectionOffset`: the attacker's will be.
        func inserted(rangeStart: Int) -> Data {
            let start = target.gap.upperBound
            var bytes = Data(">>\nendobj\n".utf8)
            var table = "xref\n"
            func add(_ number: Int, _ body: String) {
                let offset = String(start + bytes.count)
                table += "\(number) 1\n\(String(repeating: "0", count: 10 - offset.count))\(offset) 00000 n \n"
                bytes += Data("\(number) 0 obj\n\(body)\nendobj\n".utf8)
            }
            add(4, SignedFiles.stream("BT /F1 12 Tf 72 700 Td (Page 1: the price is 900.) Tj ET"))
            add(
                target.signature.number,
                "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:20231114223000Z)"
                    + "/ByteRange[0 \(before.count) \(rangeStart) \(after.count)]/Contents\(target.value)>>")
            // The form, the field and the page that the signer's update wrote stand in the first part.
            for (number, entry) in [target.form, target.field].compactMap({ reference in
                (try? document.entry(for: reference.number)).map { (reference.number, $0) }
            }) {
                guard case .offset(let offset, _) = entry else { continue }
                let digits = String(offset)
                table += "\(number) 1\n\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n"
            }
            bytes += Data(repeating: 0x20, count: max(0, sectionOffset - start - bytes.count))
            let catalog = "/Root 1 0 R/Size 60/Prev \((try? document.sections().last?.offset) ?? 0)"
            bytes += Data("\(table)trailer\n<<\(catalog)>>\n".utf8)
            return bytes
        }
        var rangeStart = 0
        for _ in 0..<4 { rangeStart = target.gap.upperBound + inserted(rangeStart: rangeStart).count }
        let file = before + Data(target.value.utf8) + inserted(rangeStart: rangeStart) + after
        #expect(before + file[rangeStart...] == before + after)

        guard let report = try? await report(file) else { return }
        #expect(report.verdict != .valid)
        for signature in report.signatures { #expect(signature.coverage == .partial) }
    }

    @Test("Unprotected bytes after the structure in a signature value are reported", arguments: [0, 1, 40])
    func trailingData(distance: Int) async throws {
        let target = try await target()
        var file = target.file
        let position = target.gap.upperBound - 3 - 2 * distance
        #expect(file[position] == 0x30)
        file[position] = 0x41
        let report = try await report(file)
        #expect(report.verdict == .valid)
        #expect(report.signatures.first?.intact == true)
        #expect(
            report.signatures.first?.findings == [.value(.trailingBytes)])
    }

    @Test(
        "A byte range that leaves out too much around the value is detected", arguments: [1, 2, 24])
    func gapTooWide(extra: Int) async throws {
        let file = try await LooseSigner.sign(SignedFiles.agreement(), by: parties.ada, leavingOutMore: extra)
        let report = try await report(file)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.coverage == .partial)
    }

    @Test("A byte range that ends early covers only a part", arguments: [1, 2, 5, 6, 20, 100])
    func endsEarly(missing: Int) async throws {
        let file = try await LooseSigner.sign(SignedFiles.agreement(), by: parties.ada, stoppingShort: missing)
        let report = try await report(file)
        #expect(report.verdict == (missing == 1 ? .valid : .invalid))
        #expect(report.signatures.first?.coverage == (missing == 1 ? .revision : .partial))
    }

    @Test(
        "An entry of the signature that is there twice is refused, because programs differ in which one they take",
        arguments: ["/ByteRange[0 10 20 30]", "/Contents<00>", "/SubFilter/adbe.pkcs7.detached", "/M(D:2030)"])
    func repeatedEntry(entry: String) async throws {
        let entries = entry.hasPrefix("/M") ? entry + entry : entry
        let file = try await LooseSigner.sign(SignedFiles.agreement(), by: parties.ada, entries: entries)
        let report = try await report(file)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.coverage == .partial)
    }

    @Test("One value that two fields inherit from their parent is one signature, shown as two")
    func inheritedValue() async throws {
        let target = try await target()
        let file = try SignedFiles.appending(
            [
                (target.form.number, "<</Fields[\(target.field) R 60 0 R]/SigFlags 3>>"),
                (60, "<</FT/Sig/T(Board)/V \(target.signature) R/Kids[61 0 R 62 0 R]>>"),
                (61, "<</Type/Annot/Subtype/Widget/Parent 60 0 R/T(Chair)/Rect[0 0 0 0]/P 3 0 R>>"),
                (62, "<</Type/Annot/Subtype/Widget/Parent 60 0 R/T(Deputy)/Rect[0 0 0 0]/P 3 0 R>>"),
            ], to: target.file)
        let report = try await report(file)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.count == 3)
        #expect(report.signatures.allSatisfy { $0.findings.contains { $0.code == "value-shared" } })
    }

    @Test("A value copied into a second field's own dictionary is not a second signature")
    func copiedValue() async throws {
        let target = try await target()
        let range = "[0 \(target.gap.lowerBound) \(target.gap.upperBound) \(target.file.count - target.gap.upperBound)]"
        let file = try SignedFiles.appending(
            [
                (target.form.number, "<</Fields[\(target.field) R 60 0 R]/SigFlags 3>>"),
                (60, "<</FT/Sig/T(Chair)/V 61 0 R/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/P 3 0 R>>"),
                (
                    61,
                    "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/ByteRange\(range)"
                        + "/Contents\(target.value)>>"
                ),
            ], to: target.file)
        let report = try await report(file)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first { $0.field == "Chair" }?.coverage == .partial)
    }
}
