import Crypto
import Foundation
import Testing
import X509

@testable import SignedPDF
@testable import TestSupport

private let noon = Date(timeIntervalSince1970: 1_763_726_400)

private func signer() throws -> SigningIdentity {
    try SigningIdentity.selfSigned(name: "Anna Muster", email: "anna@example.org", at: noon)
}

/// The signature dictionary of a field, and what its byte range leaves out.
private struct Signed {
    var dictionary: PDFDictionary
    var range: [Int]
    var contents: Data

    init(_ name: String, in document: PDFDocument) throws {
        let field = try widget(name, in: document)
        dictionary = try #require(try document.value("V", in: field).dictionaryValue)
        let numbers = try #require(dictionary["ByteRange"]?.arrayValue)
        range = numbers.compactMap(\.integerValue)
        contents = try #require(dictionary["Contents"]?.stringValue)
    }

    func digest(of bytes: Data) -> SHA256Digest {
        var hash = SHA256()
        hash.update(data: bytes[range[0]..<range[0] + range[1]])
        hash.update(data: bytes[range[2]..<range[2] + range[3]])
        return hash.finalize()
    }
}

@Suite("One appended revision with a signature over the whole file")
struct DocumentSigningTests {
    @Test("The byte range is the whole file except the signature", arguments: 0..<40)
    func byteRange(seed: Int) async throws {
        let file = GeneratedPDF(seed: seed)
        let document = try PDFDocument(file.data)
        let rect = PageRect(x: 20, y: 30, width: 120, height: 40)
        let signature = SignatureField(
            name: "Sig", page: file.pages.count, rect: rect,
            appearance: .typedName("Anna Muster", subtitle: ["2025-11-21"]))
        let tail = try await document.signedRevision(
            signature, filling: [.sample(name: "New")], with: signer(), at: noon)
        let bytes = file.data + tail
        let reopened = try PDFDocument(bytes)
        let signed = try Signed("Sig", in: reopened)
        #expect(signed.range[0] == 0)
        #expect(signed.range[2] + signed.range[3] == bytes.count)
        let gap = bytes[signed.range[1]..<signed.range[2]]
        #expect(gap.first == 0x3C && gap.last == 0x3E)
        #expect(gap.count == signed.contents.count * 2 + 2)
        // The container holds the digest of what the byte range covers as its message-digest attribute.
        #expect(signed.contents.range(of: Data(signed.digest(of: bytes))) != nil)
        #expect(try widget("New", in: reopened)["V"]?.textValue == "Value")
        #expect(try reopened.sections().count == file.styles.count + 1)
    }

    @Test("The signature dictionary has signer, time, place and reason, and the form is marked as signed")
    func dictionary() async throws {
        let document = try onePage("")
        let signature = SignatureField(
            name: "Sig", appearance: .invisible, reason: "I agree", location: "Zürich",
            contactInfo: "anna@example.org", signerName: "Anna Müller")
        let bytes = document.bytes + (try await document.signedRevision(signature, with: signer(), at: noon))
        let reopened = try PDFDocument(bytes)
        let dictionary = try Signed("Sig", in: reopened).dictionary
        #expect(dictionary["SubFilter"] == .name("ETSI.CAdES.detached"))
        #expect(dictionary["Filter"] == .name("Adobe.PPKLite"))
        #expect(dictionary["M"]?.textValue == "D:20251121120000Z")
        #expect(dictionary["Reason"]?.textValue == "I agree")
        #expect(dictionary["Location"]?.textValue == "Zürich")
        #expect(dictionary["ContactInfo"]?.textValue == "anna@example.org")
        #expect(dictionary["Name"]?.textValue == "Anna Müller")
        let form = try #require(try reopened.value("AcroForm", in: reopened.catalog()).dictionaryValue)
        #expect(form["SigFlags"] == .integer(3))
        #expect(try widget("Sig", in: reopened)["Rect"] == .array([0, 0, 0, 0].map(PDFObject.integer)))
    }

    @Test("A second signer's revision leaves the first signature's bytes and range as they were")
    func twoSigners() async throws {
        let document = try PDFDocument(GeneratedPDF(seed: 8).data)
        let first =
            document.bytes + (try await document.signedRevision(SignatureField(name: "A"), with: signer(), at: noon))
        let middle = try PDFDocument(first)
        let second = first + (try await middle.signedRevision(SignatureField(name: "B"), with: signer(), at: noon))
        let reopened = try PDFDocument(second)
        let (before, after) = (try Signed("A", in: middle), try Signed("A", in: reopened))
        #expect(before.range == after.range)
        #expect(before.contents == after.contents)
        #expect(before.digest(of: first) == after.digest(of: second))
        let last = try Signed("B", in: reopened)
        #expect(last.range[2] + last.range[3] == second.count)
    }

    @Test("An empty signature field is signed in place, and a signed one is refused")
    func presentField() async throws {
        var builder = RevisionBuilder(seed: 1)
        builder.append(
            [
                1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>", 2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                3: "<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>",
                4: "<</Subtype/Widget/FT/Sig/T(Sign here)/Rect[10 10 110 50]>>",
            ], style: .table, trailer: "/Root 1 0 R")
        let document = try PDFDocument(Data(builder.bytes))
        let signature = SignatureField(name: "Sign here", appearance: .typedName("Anna", subtitle: []))
        let tail = try await document.signedRevision(signature, with: signer(), at: noon)
        let signed = try PDFDocument(document.bytes + tail)
        let field = try widget("Sign here", in: signed)
        #expect(field["Rect"] == .array([10, 10, 110, 50].map(PDFObject.integer)))
        #expect(field["V"] != nil)
        #expect(try signed.value("Annots", in: signed.page(1).dictionary).arrayValue?.count == 1)
        let shown = try appearance(of: field, in: signed)
        #expect(String(decoding: shown.encodedBytes, as: UTF8.self).contains("(Anna) Tj"))
        await #expect(throws: PDFError.invalidField(name: "Sign here", reason: "it is signed already")) {
            try await signed.signedRevision(signature, with: signer(), at: noon)
        }
    }

    @Test("Artwork is drawn into the signature's rectangle: an image with its mask, a drawing as its path")
    func artwork() async throws {
        let document = try onePage("")
        let rect = PageRect(x: 20, y: 30, width: 120, height: 40)
        let picture = try GeneratedPNG(colorType: 6, depth: 8, isInterlaced: false, hasTransparency: true, seed: 3)
        let image = SignatureField(name: "A", rect: rect, appearance: .image(picture.data))
        let first = try PDFDocument(
            document.bytes + (try await document.signedRevision(image, with: signer(), at: noon)))
        let shown = try appearance(of: widget("A", in: first), in: first)
        let images = try #require(shown.dictionary["Resources"]?.dictionaryValue?["XObject"]?.dictionaryValue)
        let stream = try #require(try first.value("Im0", in: images).streamValue)
        #expect(try first.decoded(stream) == Data(picture.colors))
        let mask = try #require(try first.value("SMask", in: stream.dictionary).streamValue)
        #expect(try first.decoded(mask) == Data(picture.coverage))
        let path = VectorPath([.move(x: 1, y: 2), .line(x: 30, y: 9)])
        let drawing = SignatureField(
            name: "B", rect: PageRect(x: 20, y: 80, width: 120, height: 40),
            appearance: .drawing([.stroke(path, width: 2)], size: (width: 40, height: 10), caption: ["Signed by Anna"]))
        let second = try PDFDocument(first.bytes + (try await first.signedRevision(drawing, with: signer(), at: noon)))
        let drawn = String(
            decoding: try appearance(of: widget("B", in: second), in: second).encodedBytes, as: UTF8.self)
        #expect(drawn.contains("1 2 m\n30 9 l\nS") && drawn.contains("(Signed by Anna) Tj"))
    }

    @Test("A container longer than the room for it is refused")
    func tooLong() throws {
        var form = try FormUpdate(onePage(""))
        try form.place(SignatureField(name: "A"), reserving: 10, at: noon)
        var update = try form.emitted()
        #expect(throws: PDFError.signatureTooLong(needed: 11, reserved: 10)) { try update.fill(Data(count: 11)) }
        try update.fill(Data(repeating: 0xAB, count: 10))
        #expect(String(decoding: update.bytes, as: UTF8.self).contains("<ABABABABABABABABABAB>"))
    }

    @Test("A signer that throws leaves the document unchanged")
    func refusingSigner() async throws {
        struct Refusal: Error {}
        struct Refusing: DocumentSigner {
            var inner: SigningIdentity
            var certificateChain: [Certificate] { inner.certificateChain }
            var algorithm: SignatureAlgorithm { inner.algorithm }
            func signature(over input: Data) async throws -> Data { throw Refusal() }
        }
        let document = try onePage("")
        let before = document.bytes
        await #expect(throws: Refusal.self) {
            try await document.signedRevision(SignatureField(name: "A"), with: Refusing(inner: signer()), at: noon)
        }
        #expect(document.bytes == before)
    }
}
