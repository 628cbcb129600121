import Foundation
import PDFMutation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

private func markers(_ document: PDFDocument) throws -> [Int] {
    try document.pages().map { $0.dictionary["Marker"]?.integerValue ?? 0 }
}

private let styles = RevisionBuilder.Style.allCases

/// The file with the digits after its last `startxref` exchanged for others, as many.
private func withStartxref(_ data: Data, _ change: (Int) -> Int) throws -> Data {
    let keyword = try #require(data.range(of: Data("startxref\n".utf8), options: .backwards))
    let digits = data[keyword.upperBound...].prefix { $0 >= 0x30 && $0 <= 0x39 }
    let value = try #require(Int(String(decoding: digits, as: UTF8.self)))
    var result = data
    result.replaceSubrange(digits.startIndex..<digits.endIndex, with: Data(String(change(value)).utf8))
    return result
}

@Suite("Files with damaged cross-references")
struct RepairTests {
    @Test("A wrong startxref is repaired", arguments: styles, [-3, 1, 7, 1_000_000])
    func wrongStartxref(style: RevisionBuilder.Style, error: Int) throws {
        let file = GeneratedPDF(seed: 4, styles: [style, style], pageCount: 5)
        let document = try PDFDocument(try withStartxref(file.data) { $0 + error })
        #expect(document.repair != nil)
        #expect(try markers(document) == file.pages.map(\.marker))
    }

    @Test(
        "A file without a cross-reference is repaired",
        arguments: [RevisionBuilder.Style.table, .irregularTable])
    func noTable(style: RevisionBuilder.Style) throws {
        let file = GeneratedPDF(seed: 6, styles: [style], pageCount: 4)
        let table = try #require(file.data.range(of: Data("\nxref".utf8), options: .backwards))
        let document = try PDFDocument(file.data.prefix(table.lowerBound))
        #expect(document.repair != nil)
        #expect(try markers(document) == file.pages.map(\.marker))
    }

    @Test("A file without a trailer, with its catalog in an object stream, is repaired")
    func catalogInObjectStream() throws {
        let members = "1 0 2 32 <</Type/Catalog/Pages 2 0 R>>    <</Type/Pages/Kids[3 0 R]/Count 1>>"
        let text =
            "%PDF-1.7\n3 0 obj<</Type/Page/Marker 77>>endobj\n4 0 obj<</Type/ObjStm/N 2/First 9/Length \(members.count)>>stream\n"
            + members + "\nendstream endobj\n"
        let document = try PDFDocument(Data(text.utf8))
        #expect(try markers(document) == [77])
    }

    @Test("Moved bytes with wrong offsets after them are repaired", arguments: styles)
    func movedBytes(style: RevisionBuilder.Style) throws {
        let file = GeneratedPDF(seed: 9, styles: [style, style], pageCount: 5)
        var data = file.data
        data.insert(contentsOf: Data("% a line that a mail gateway added\n".utf8), at: 15)
        let document = try PDFDocument(data)
        #expect(document.repair != nil)
        #expect(try markers(document) == file.pages.map(\.marker))
    }

    @Test("A wrong /Prev is repaired", arguments: ["0", "1", "999999999", "-5", "(x)"])
    func wrongPrevious(value: String) throws {
        let file = GeneratedPDF(seed: 2, styles: [.table, .table, .table], pageCount: 5)
        var text = String(decoding: file.data, as: UTF8.self)
        let last = try #require(text.range(of: "/Prev ", options: .backwards))
        let digits = text[last.upperBound...].prefix { $0.isNumber }
        text.replaceSubrange(digits.startIndex..<digits.endIndex, with: value)
        let data = Data(text.utf8)
        guard let document = try? PDFDocument(data) else {
            Issue.record("the file does not open")
            return
        }
        #expect(try markers(document) == file.pages.map(\.marker))
        #expect(document.repair != nil)
    }

    @Test("One wrong entry is found when its object is read")
    func oneWrongEntry() throws {
        let file = GeneratedPDF(seed: 5, styles: [.table], pageCount: 3)
        var text = String(decoding: file.data, as: UTF8.self)
        let marker = file.pages[1].marker
        let page = try #require(text.range(of: "/Marker \(marker)"))
        let header = try #require(text[..<page.lowerBound].range(of: " 0 obj", options: .backwards))
        let before = text[..<header.lowerBound]
        let offset = before.utf8.count - before.reversed().prefix { $0.isNumber }.count
        let wanted = String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n"
        let entry = try #require(text.range(of: wanted))
        text.replaceSubrange(entry, with: "0000000012 00000 n")
        let document = try PDFDocument(Data(text.utf8))
        #expect(document.repair == nil)
        #expect(try markers(document) == file.pages.map(\.marker))
        #expect(document.repair != nil)
        #expect(throws: PDFError.self) { try document.update(adding: [.sample(name: "New")]) }
    }

    @Test("Text in a stream is not mistaken for objects")
    func objectsInStreams() throws {
        let hidden = "1 0 obj<</Type/Catalog/Pages 9 0 R>>endobj trailer<</Root 9 0 R>>"
        let text =
            "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
            + "3 0 obj<</Type/Page/Marker 5>>endobj\n4 0 obj<</Length \(hidden.utf8.count)>>stream\n\(hidden)\nendstream\nendobj\n"
            + "trailer<</Root 1 0 R>>\n"
        #expect(try markers(try PDFDocument(Data(text.utf8))) == [5])
    }

    @Test(
        "An encrypted file without a cross-reference is repaired with its password",
        arguments: [EncryptedSeeds.rc4of128Bits, EncryptedSeeds.aes256ObjectStreams])
    func encrypted(text: String) throws {
        let data = try #require(Data(base64Encoded: text))
        let damaged = try withStartxref(data) { $0 - 40 }
        #expect(throws: PDFError.encrypted) { try PDFDocument(damaged) }
        let document = try PDFDocument(damaged, password: "user")
        #expect(document.repair != nil)
        #expect(try FieldTree(document).fields.first?.attributes["V"]?.textValue == "kept")
        let repaired = try PDFDocument(try document.repaired().bytes, password: "user")
        #expect(repaired.repair == nil)
        #expect(try FieldTree(repaired).fields.first?.attributes["V"]?.textValue == "kept")
        #expect(throws: PDFError.encrypted) { try PDFDocument(try document.repaired().bytes) }
    }

    // MARK: Signing

    @Test("Signing a damaged file is refused with a request to repair it", arguments: styles)
    func refusal(style: RevisionBuilder.Style) async throws {
        let file = GeneratedPDF(seed: 4, styles: [style], pageCount: 2)
        let document = try PDFDocument(try withStartxref(file.data) { $0 + 1 })
        let parties = try SigningParties()
        let signature = SignatureField(name: "S", page: 1, rect: nil, appearance: .invisible)
        await #expect {
            try await document.signedRevision(signature, with: parties.ada, at: SignedFiles.now)
        } throws: { error in
            guard case .needsRepair = error as? PDFError else { return false }
            return "\(error)".contains("must be repaired before signing")
        }
    }

    @Test("The repaired file has the same pages, needs no repair and can be signed", arguments: 0..<40)
    func repaired(seed: Int) async throws {
        let file = GeneratedPDF(seed: seed)
        let document = try PDFDocument(try withStartxref(file.data) { $0 + 3 })
        let repaired = try document.repaired()
        #expect(repaired.lostSignatures.isEmpty)
        let clean = try PDFDocument(repaired.bytes)
        #expect(clean.repair == nil)
        #expect(try markers(clean) == file.pages.map(\.marker))
        #expect(try clean.pages().map(\.cropBox) == document.pages().map(\.cropBox))
        #expect(try clean.sections().count == 1)
        #expect(repaired.bytes == (try document.repaired()).bytes)
        let parties = try SigningParties()
        let update = try await clean.signedRevision(
            SignatureField(name: "S", page: 1, rect: nil, appearance: .invisible), with: parties.ada,
            at: SignedFiles.now)
        #expect(try await SignedFiles.report(repaired.bytes + update, trusting: parties.anchors).verdict == .valid)
    }

    @Test("A repair removes signatures and names them")
    func lostSignatures() async throws {
        let parties = try SigningParties()
        let signed = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        let repaired = try PDFDocument(signed).repaired()
        #expect(repaired.lostSignatures == ["Signature"])
        #expect(try await SignedFiles.report(repaired.bytes, trusting: parties.anchors).verdict == .unsigned)
    }

    // MARK: Verifying

    @Test("A signature in a rebuilt file is never valid")
    func neverValid() async throws {
        let parties = try SigningParties()
        let signed = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        #expect(try await SignedFiles.report(signed, trusting: parties.anchors).verdict == .valid)
        // The last startxref belongs to the signed bytes; appending another one leaves them alone.
        for tail in ["startxref\n7\n%%EOF\n", "startxref\n99999999\n%%EOF\n", "startxref\nx\n%%EOF\n"] {
            let report = try await SignedFiles.report(signed + Data(tail.utf8), trusting: parties.anchors)
            #expect(report.verdict != .valid)
            #expect(report.signatures.contains { $0.findings.contains { $0.code == "file-rebuilt" } })
        }
    }

    @Test("A file signed with a wrong table entry is at most indeterminate")
    func signedWhileDamaged() async throws {
        // What page 2 shows is found only by a reader that rebuilds the table. Signing does not look at that page.
        let parties = try SigningParties()
        var damaged = SignedFiles.agreement()
        let place = try #require(damaged.range(of: Data("6 1\n0000".utf8))).upperBound
        damaged.replaceSubrange(place..<place + 6, with: Data("000011".utf8))
        let signed = try await SignedFiles.signed(damaged, by: parties.ada)
        let report = try await SignedFiles.report(signed, trusting: parties.anchors)
        #expect(report.verdict == .indeterminate, "\(report)")
        #expect(report.signatures.first?.findings.contains { $0.code == "file-rebuilt" } == true)
    }

    @Test("A hidden object that only a lenient reader finds never makes a file valid")
    func smuggledObject() async throws {
        // The attacker breaks /Prev of an appended update, so that a lenient reader puts the file together anew, and
        // puts another page content behind the signed one.
        let parties = try SigningParties()
        let signed = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        let start = signed.count
        let other = "4 0 obj\n\(SignedFiles.stream("BT (The price is 999.) Tj ET"))\nendobj\n"
        let tail =
            other + "xref\n0 0\ntrailer\n<</Size 99/Root 1 0 R/Prev 3>>\n"
            + "startxref\n\(start + other.utf8.count)\n%%EOF\n"
        let report = try await SignedFiles.report(signed + Data(tail.utf8), trusting: parties.anchors)
        #expect(report.verdict == .invalid || report.verdict == .indeterminate)
    }
}
