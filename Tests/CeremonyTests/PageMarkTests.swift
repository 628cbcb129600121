import Envelopes
import Foundation
import PageImages
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("Marks on documents at intake")
struct PageMarkTests {
    private static let everyMark = PageMarks(
        coversBracedTexts: true, isTest: true,
        signers: [.init(id: "1", name: "Bo Berg"), .init(id: "2", name: "Ann Ager")])

    @Test("A document without wanted marks keeps its bytes")
    func noMarks() async throws {
        let file = Tagged.file([Tagged.line("{{s}}")])
        let marked = try await Tagged.marked(file, PageMarks())
        #expect(marked.bytes == file)
        #expect(marked.bracedTexts.isEmpty && marked.covered.isEmpty && marked.signaturePlaces.isEmpty)
    }

    @Test("All marks come in one update behind the document's own bytes")
    func oneUpdate() async throws {
        let file = Tagged.file([Tagged.line("{{s:1:y}}"), Tagged.line("Second page")])
        let marked = try await Tagged.marked(file, Self.everyMark)
        let document = try PDFDocument(marked.bytes)
        #expect(document.repair == nil)
        #expect(try document.sections().count == 2)
        #expect(try document.pageCount() == 3)
        #expect(try DocumentIntake.read(marked.bytes).count == 3)
    }

    @Test("Every page of a test shows the word, and its text stays readable", arguments: [0, 90, 180, 270])
    func stamp(rotation: Int) async throws {
        let file = Tagged.file(
            [Tagged.line("First page"), Tagged.line("Second page")],
            entries: "/Rotate \(rotation)/CropBox[30 40 565 800]")
        let marked = try await Tagged.marked(file, PageMarks(isTest: true, signers: Self.everyMark.signers))
        for page in 1...3 {
            let before = page < 3 ? try await Tagged.picture(file, page: page) : nil
            let after = try await Tagged.picture(marked.bytes, page: page)
            let middle = (
                x: Double(after.width) / 4 - 130, y: Double(after.height) / 4 - 130, width: 260.0, height: 260.0
            )
            #expect(before.map { Tagged.ink(in: middle, of: $0) } ?? 0 == 0)
            #expect(Tagged.ink(in: middle, of: after) > 20_000)
        }
        let text = try await Shown.text(of: marked.bytes, pages: 3)
        #expect(text.components(separatedBy: "TEST").count == 4)
        #expect(text.contains("First page") && text.contains("Second page"))
    }

    @Test("A page has one stamp's form, however many pages there are")
    func sharedForm() async throws {
        let file = Tagged.file((1...40).map { Tagged.line("Page \($0)") })
        let marked = try await Tagged.marked(file, PageMarks(isTest: true))
        #expect(marked.bytes.count - file.count < 40 * 500)
    }

    @Test("The signature page names the document and has a place for each signer")
    func signaturePage() async throws {
        let names = ["Bo Berg", "Мария Иванова", "李小龙", String(repeating: "Long Name ", count: 10)]
        let signers = names.enumerated().map { PageMarks.Signer(id: RecipientID("\($0 + 1)"), name: $1) }
        let file = Tagged.file([Tagged.line("Only page")])
        let marked = try await Tagged.marked(file, PageMarks(signers: signers), named: "Lease of the house.pdf")
        #expect(marked.signaturePlaces.map(\.signer) == signers.map(\.id))
        #expect(marked.signaturePlaces.allSatisfy { $0.page == 2 })
        let size = PageSize(width: 595, height: 842)
        for place in marked.signaturePlaces {
            #expect(place.signature.lies(on: size))
            #expect(place.date.lies(on: size))
            #expect(place.signature.x + place.signature.width < place.date.x)
        }
        for (one, next) in zip(marked.signaturePlaces, marked.signaturePlaces.dropFirst()) {
            #expect(one.signature.y + one.signature.height < next.signature.y)
        }
        let words = try await PopplerPageRenderer().words(
            onPage: 2, of: PageSource(hash: "") { marked.bytes }
        ).map(\.text).joined(separator: " ")
        for text in ["Signatures", "Lease of the house.pdf", "Bo Berg", "Мария Иванова", "李小龙", "Long Name", "Date"] {
            #expect(words.contains(text), "\(text)")
        }
    }

    @Test("Thirty signers get as many signature pages as they need")
    func severalPages() async throws {
        let signers = (1...30).map { PageMarks.Signer(id: RecipientID("\($0)"), name: "Signer \($0)") }
        let marked = try await Tagged.marked(Tagged.file([Tagged.line("Only page")]), PageMarks(signers: signers))
        let last = try #require(marked.signaturePlaces.last)
        #expect(marked.signaturePlaces.count == 30)
        #expect(try PDFDocument(marked.bytes).pageCount() == last.page)
        #expect(Set(marked.signaturePlaces.map(\.page)) == Set(2...last.page))
        #expect(try await Shown.text(of: marked.bytes, pages: last.page).contains("Signatures, continued"))
    }

    @Test("A signed document refuses each mark by its name")
    func signed() async throws {
        let parties = try SigningParties()
        let signed = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        let problems = try await Tagged.problems(signed, Self.everyMark)
        #expect(problems == [.signed(.bracedTexts), .signed(.testStamp), .signed(.signaturePage)])
        #expect(
            problems.map(\.description) == [
                "Text tags are not possible on a document that is already signed: its signatures would break.",
                "The test watermark is not possible on a document that is already signed: its signatures would break.",
                "The signature page is not possible on a document that is already signed: its signatures would break.",
            ])
        #expect(try await Tagged.problems(signed, PageMarks(isTest: true)) == [.signed(.testStamp)])
    }

    @Test("Signatures over the marks stay valid, and nothing is said against the marks")
    func signatures() async throws {
        let file = Tagged.file([Tagged.line("Sign here: {{s:1:y}} on {{date:1}}"), Tagged.line("Second page")])
        let marked = try await Tagged.marked(file, Self.everyMark)
        let parties = try SigningParties()
        let once = try await SignedFiles.signed(
            marked.bytes, field: "Ada", filling: [SignedFiles.textField("Price", "100")], by: parties.ada)
        let twice = try await SignedFiles.signed(once, field: "Ben", by: parties.ben)
        let report = try await SignedFiles.report(twice, trusting: parties.anchors)
        #expect(report.signatures.count == 2)
        #expect(report.verdict == .valid)
        let plain = try await SignedFiles.signed(
            try await SignedFiles.signed(
                file, field: "Ada", filling: [SignedFiles.textField("Price", "100")], by: parties.ada),
            field: "Ben", by: parties.ben)
        let plainReport = try await SignedFiles.report(plain, trusting: parties.anchors)
        #expect(report.signatures.map(\.problems) == [[], []])
        #expect(report.signatures.map(\.notes) == plainReport.signatures.map(\.notes))
        #expect(report.signatures.map(\.laterChanges) == plainReport.signatures.map(\.laterChanges))
    }

    @Test("Files of every structure keep their pages and get one more", arguments: 1...60)
    func generated(seed: Int) async throws {
        let file = GeneratedPDF(seed: seed)
        let before = try PDFDocument(file.data).pages()
        let marked = try await Tagged.marked(file.data, PageMarks(isTest: true, signers: Self.everyMark.signers))
        let document = try PDFDocument(marked.bytes)
        let after = try document.pages()
        #expect(document.repair == nil)
        #expect(after.count == before.count + 1)
        for (old, new) in zip(before, after) {
            #expect(new.reference == old.reference)
            #expect(new.cropBox == old.cropBox && new.rotation == old.rotation)
            #expect(new.dictionary["Marker"] == old.dictionary["Marker"])
        }
        #expect(after.last?.rotation == 0)
        #expect(try document.page(after.count).reference == after.last?.reference)
    }

    @Test("A page that restores more states than it saves is refused by its number")
    func tooManyRestores() async throws {
        let file = Tagged.file([Tagged.line("Page"), "Q 2 0 0 2 0 0 cm Q"])
        let problems = try await Tagged.problems(file, PageMarks(isTest: true))
        #expect(problems.count == 1)
        #expect(problems.first?.description.contains("page 2 restore more graphics states than they save") == true)
    }

    @Test("A document with the most pages takes no signature page")
    func mostPages() async throws {
        let file = SamplePDF.make(pages: DocumentIntake.mostPages)
        let problems = try await Tagged.problems(file, PageMarks(signers: Self.everyMark.signers))
        #expect(problems == [.tooManyPages(count: 2001, limit: 2000)])
    }
}
