import Foundation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

@Suite("Combined files")
struct CombinedFileTests {
    /// Returns a file with one page, 3, and further objects from 4 on.
    private func file(_ catalog: String = "", page: String = "", _ others: [String] = []) -> Data {
        SamplePDF.file(
            [
                "<</Type/Catalog/Pages 2 0 R\(catalog)>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]\(page)>>",
            ] + others)
    }

    private func combined(_ files: Data...) throws -> PDFDocument {
        try PDFDocument(PDFComposition.combined(files.map { try PDFDocument($0) }))
    }

    private func entry(_ path: String..., of document: PDFDocument) throws -> PDFObject {
        var object = PDFObject.dictionary(try document.catalog())
        for key in path { object = try document.value(key, in: object.dictionaryValue ?? [:]) }
        return object
    }

    private func field(_ name: String, value: String, _ others: String = "") -> Data {
        file(
            "/AcroForm<</Fields[4 0 R]/DA(/Helv 9 Tf)/DR<</Font<</Helv 5 0 R>>>>\(others)>>", page: "/Annots[4 0 R]",
            [
                "<</Type/Annot/Subtype/Widget/FT/Tx/T(\(name))/V(\(value))/Rect[10 10 90 30]/P 3 0 R>>",
                "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            ])
    }

    @Test("Fields of one name keep their values, their fonts, and cannot be filled in")
    func sameNames() throws {
        let document = try combined(
            field("Name", value: "Ada"), field("Name", value: "Grace"), field("Name_2", value: "Edith"))
        let fields = try FieldTree(document).fields
        #expect(fields.map(\.name) == ["Name", "Name_2", "Name_2_2"])
        #expect(fields.map { $0.attributes["V"]?.textValue } == ["Ada", "Grace", "Edith"])
        #expect(fields.allSatisfy { $0.attributes["Ff"] == .integer(1) })
        let fonts = fields.compactMap { $0.attributes["DA"]?.stringValue.map { String(decoding: $0, as: UTF8.self) } }
        #expect(fonts == ["/Helv 9 Tf", "/Helv_2 9 Tf", "/Helv_3 9 Tf"])
        let known = try entry("AcroForm", "DR", "Font", of: document).dictionaryValue
        #expect(known?.keys == ["Helv", "Helv_2", "Helv_3"])
    }

    @Test("No field gets the name that is kept for the seal")
    func reserved() throws {
        let documents = [try PDFDocument(field("Seal", value: "1"))]
        let document = try PDFDocument(PDFComposition.combined(documents, reserving: ["Seal"]))
        #expect(try FieldTree(document).fields.map(\.name) == ["Seal_2"])
    }

    @Test("A font that one document lacks is not found in another")
    func missingFont() throws {
        let lacking = file(
            "/AcroForm<</Fields[4 0 R]/DA(/Helv 9 Tf)>>", page: "/Annots[4 0 R]",
            ["<</Type/Annot/Subtype/Widget/FT/Tx/T(A)/V(x)/Rect[10 10 90 30]>>"])
        for order in [[lacking, field("B", value: "y")], [field("B", value: "y"), lacking]] {
            let document = try PDFDocument(PDFComposition.combined(order.map { try PDFDocument($0) }))
            let fonts = try entry("AcroForm", "DR", "Font", of: document).dictionaryValue ?? [:]
            for field in try FieldTree(document).fields {
                let name = DefaultAppearanceNames.fonts(in: field.attributes["DA"]?.stringValue ?? Data())
                #expect(name.isSubset(of: fonts.keys) == (field.name == "B"))
            }
        }
    }

    @Test("Layers keep the state in which their document opens")
    func layers() throws {
        func layered(_ configuration: String, _ name: String) -> Data {
            file(
                "/OCProperties<</OCGs[4 0 R 5 0 R]/D<<\(configuration)>>>>", page: "",
                ["<</Type/OCG/Name(\(name)1)>>", "<</Type/OCG/Name(\(name)2)>>"])
        }
        let document = try combined(
            layered("/OFF[4 0 R]", "a"), layered("/BaseState/OFF/ON[5 0 R]", "b"), layered("", "c"),
            layered("/BaseState/OFF/ON[4 0 R]/OFF[4 0 R]", "d"))
        func names(_ object: PDFObject) throws -> [String] {
            try (object.arrayValue ?? []).compactMap {
                try document.value("Name", in: document.resolve($0).dictionaryValue ?? [:]).textValue
            }
        }
        #expect(try names(entry("OCProperties", "OCGs", of: document)).count == 8)
        #expect(try names(entry("OCProperties", "D", "OFF", of: document)) == ["a1", "b1", "d1", "d2"])
        #expect(try entry("OCProperties", "D", "BaseState", of: document) == .name("ON"))
    }

    @Test("Signatures become pictures that nobody takes for signatures, wherever their values are")
    func signatures() async throws {
        let value = "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>"
        let picture = "<</Subtype/Form/BBox[0 0 10 10]/Length 1>>stream\nn\nendstream"
        let widget = "/Type/Annot/Subtype/Widget/Rect[10 10 90 30]/AP<</N 5 0 R>>"
        let document = try combined(
            file(
                "/AcroForm<</Fields[6 0 R 7 0 R]/SigFlags 3>>", page: "/Annots[6 0 R 8 0 R 9 0 R 10 0 R]",
                [
                    value, picture, "<<\(widget)/FT/Sig/T(Own)/V 4 0 R>>", "<</T(Kids)/Kids[8 0 R]>>",
                    "<<\(widget)/Parent 7 0 R/FT/Sig/V \(value)>>", "<<\(widget)/FT/Sig/T(Stray)/V 4 0 R>>",
                    "<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 5 0 R>>/V 4 0 R>>",
                ]), field("Name", value: "x"))
        let bytes = String(decoding: document.bytes, as: UTF8.self)
        #expect(!bytes.contains("ByteRange") && !bytes.contains("/Sig"))
        #expect(try document.value("Annots", in: document.page(1).dictionary).arrayValue?.count == 4)
        #expect(try FieldTree(document).fields.map(\.name) == ["Own (picture)", "Kids", "Name"])
        #expect(try await document.verifySignatures(trusting: [], at: TestSigners.now).signatures.isEmpty)
        let information = try document.value("Info", in: document.trailer).dictionaryValue
        #expect(information?["Subject"]?.textValue?.contains("single documents") == true)
    }

    @Test("Bookmarks stand below their document's and links lead to the same pages")
    func targets() throws {
        func linked(_ title: String) -> Data {
            file(
                "/Names<</Dests<</Names[(there)[3 0 R/Fit]]>>>>/Dests<</old[3 0 R/FitH 5]>>/Outlines 4 0 R",
                page: "/Annots[6 0 R 7 0 R 8 0 R]",
                [
                    "<</First 5 0 R/Last 5 0 R/Count 1>>", "<</Title(\(title))/Parent 4 0 R/Dest(there)>>",
                    "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D/old/Next<</S/JavaScript/JS(x)>>>>>>",
                    "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(x)>>>>",
                    "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.org)>>>>",
                ])
        }
        let document = try PDFDocument(
            PDFComposition.combined(
                [linked("a"), linked("b")].map { try PDFDocument($0) }, titles: ["First", "Second"]))
        let pages = try document.pages()
        let first = try entry("Outlines", "First", of: document).dictionaryValue ?? [:]
        let second = try document.value("Next", in: first).dictionaryValue ?? [:]
        for (item, page, title, name) in [(first, pages[0], "First", "a"), (second, pages[1], "Second", "b")] {
            #expect(item["Title"]?.textValue == title)
            let below = try document.value("First", in: item).dictionaryValue ?? [:]
            #expect(below["Title"]?.textValue == name)
            #expect(below["Dest"] == .array([.reference(page.reference), .name("Fit")]))
            let links = try (document.value("Annots", in: page.dictionary).arrayValue ?? []).map {
                try document.resolve($0).dictionaryValue?["A"]?.dictionaryValue
            }
            #expect(links[0]?["D"]?.arrayValue?.first == .reference(page.reference))
            #expect(links[1] == nil && links[2]?["URI"]?.textValue == "https://example.org")
        }
        #expect(try !document.activeContent().hasScripts && !document.activeContent().launches)
    }

    @Test("Page labels and attachments of all documents are there")
    func labelsAndAttachments() throws {
        let attached = file(
            "/PageLabels<</Nums[0<</S/r/St 4>>]>>/Names<</EmbeddedFiles<</Names[(a.txt) 4 0 R]>>>>", page: "",
            ["<</Type/Filespec/F(a.txt)/EF<</F 5 0 R>>>>", "<</Length 1>>stream\nx\nendstream"])
        let document = try combined(file(), attached, attached)
        let labels = try entry("PageLabels", "Nums", of: document).arrayValue ?? []
        #expect(labels.compactMap(\.integerValue) == [0, 1, 2])
        #expect(labels.compactMap { $0.dictionaryValue?["S"]?.nameValue } == ["D", "r", "r"])
        let files = try entry("Names", "EmbeddedFiles", "Names", of: document).arrayValue ?? []
        #expect(files.compactMap(\.textValue) == ["a.txt", "a.txt (2)"])
    }

    @Test("Tags are kept if every document has them, each page's under a key of its own")
    func tags() throws {
        let tagged = file(
            "/MarkInfo<</Marked true>>/Lang(de)/StructTreeRoot 4 0 R", page: "/StructParents 0",
            [
                "<</Type/StructTreeRoot/K 5 0 R/ParentTree<</Nums[0[5 0 R]]>>/RoleMap<</Text/P>>>>",
                "<</Type/StructElem/S/Text/P 4 0 R/Pg 3 0 R/K 0>>",
            ])
        let document = try combined(tagged, tagged)
        #expect(try entry("Lang", of: document).textValue == "de")
        #expect(try document.pages().map { $0.dictionary["StructParents"] } == [.integer(0), .integer(1)])
        let owners = try entry("StructTreeRoot", "ParentTree", "Nums", of: document).arrayValue ?? []
        for (index, page) in try document.pages().enumerated() {
            #expect(owners[2 * index] == .integer(index))
            let element = try document.resolve(try #require(owners[2 * index + 1].arrayValue?.first)).dictionaryValue
            #expect(element?["Pg"] == .reference(page.reference))
            let part = try document.value("P", in: element ?? [:]).dictionaryValue
            #expect(part?["S"] == .name("Part") && part?["Lang"]?.textValue == "de")
        }
        let mixed = try combined(tagged, file())
        #expect(try mixed.catalog()["StructTreeRoot"] == nil && mixed.catalog()["MarkInfo"] == nil)
        #expect(try mixed.page(1).dictionary["StructParents"] == nil)
    }

    @Test("What cannot be read is left out, as viewers do")
    func unreadable() throws {
        let broken = file(
            "/AcroForm<</Fields[4 0 R 5 0 R]>>", page: "/Annots[4 0 R 5 0 R]",
            [
                "<</Type/Annot/Subtype/Widget/FT/Btn/T(Broken)/Rect[0 0 9 9]/MK<</CA(>>",
                "<</Type/Annot/Subtype/Widget/FT/Tx/T(Sound)/V(x)/Rect[0 0 9 9]>>",
            ])
        let document = try combined(broken, file())
        #expect(try FieldTree(document).fields.map(\.name).contains("Sound"))
        #expect(try document.pageCount() == 2)
    }
}
