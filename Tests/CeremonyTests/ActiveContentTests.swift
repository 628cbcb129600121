import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("Documents with active content")
struct ActiveContentTests {
    /// Where an action can stand: entries of the catalog, the page, its annotation, and objects from number 6 on.
    struct Place: Sendable, CustomTestStringConvertible {
        var name: String
        var catalog = ""
        var page = ""
        var annotation = ""
        var objects: [String] = []
        var testDescription: String { name }

        func file() -> Data {
            SamplePDF.file(
                [
                    "<</Type/Catalog/Pages 2 0 R\(catalog)>>",
                    "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>",
                    "<</Type/Page/Parent 2 0 R/Resources<<>>/Annots[4 0 R]\(page)>>",
                    "<</Type/Annot/Subtype/Link/Rect[10 10 90 30]\(annotation)>>", "<</Unused true>>",
                ] + objects)
        }
    }

    /// - Parameter action: an action dictionary.
    static func places(_ action: String) -> [Place] {
        let next = "<</S/GoTo/D[3 0 R/Fit]/Next[<</S/GoTo/D[3 0 R/Fit]>> 6 0 R]>>"
        return [
            Place(name: "when it is opened", catalog: "/OpenAction\(action)"),
            Place(name: "indirectly", catalog: "/OpenAction 6 0 R", objects: [action]),
            Place(name: "when it is closed", catalog: "/AA<</WC\(action)>>"),
            Place(name: "when a page is shown", page: "/AA<</O\(action)>>"),
            Place(name: "when a link is clicked", annotation: "/A\(action)"),
            Place(name: "when something is pointed at", annotation: "/AA<</E\(action)>>"),
            Place(name: "after another action", annotation: "/A\(next)", objects: [action]),
            Place(
                name: "in an outline", catalog: "/Outlines 6 0 R",
                objects: ["<</First 7 0 R/Last 7 0 R/Count 1>>", "<</Title(One)/Parent 6 0 R/A\(action)>>"]),
            Place(
                name: "in a field", catalog: "/AcroForm<</Fields[6 0 R]>>",
                objects: ["<</T(a)/FT/Tx/Kids[7 0 R]/AA<</K\(action)>>>>", "<</T(b)/Parent 6 0 R>>"]),
            Place(
                name: "in a field that only its widget leads to", annotation: "/Parent 6 0 R",
                objects: ["<</T(a)/FT/Tx/Kids[4 0 R]/AA<</K\(action)>>>>"]),
            Place(name: "when its page is hidden", annotation: "/AA<</P\(action)>>"),
            Place(
                name: "in an outline that only the next one leads to", catalog: "/Outlines 6 0 R",
                objects: ["<</First 7 0 R/Last 7 0 R>>", "<</Title(B)/Prev 8 0 R>>", "<</Title(A)/A\(action)>>"]),
            Place(
                name: "under a name", catalog: "/Names<</JavaScript 6 0 R>>",
                objects: ["<</Kids[7 0 R]>>", "<</Limits[(a)(a)]/Names[(a) \(action)]>>"]),
        ]
    }

    static let launching = places("<</Type/Action/S/Launch/F(calc.exe)>>")
    static let scripted = places("<</Type/Action/S/JavaScript/JS(app.alert\\(1\\))>>")

    @Test("A file that starts a program is refused, wherever the action is", arguments: launching)
    func launches(_ place: Place) throws {
        #expect(throws: IntakeError.launchesPrograms) { try DocumentIntake.read(place.file()) }
    }

    @Test("A file with scripts is accepted and marked as having them", arguments: scripted)
    func scripts(_ place: Place) throws {
        #expect(try DocumentIntake.read(place.file()).count == 1)
        #expect(try PDFDocument(place.file()).activeContent().hasScripts)
    }

    @Test("A rendition's script counts as a script")
    func rendition() throws {
        let place = Place(name: "", annotation: "/A<</S/Rendition/JS(app.alert\\(1\\))>>")
        #expect(try PDFDocument(place.file()).activeContent().hasScripts)
    }

    @Test("The scripts of 3D pictures and of addresses are named")
    func otherScripts() throws {
        let address = Place(name: "", annotation: "/A<</S/URI/URI(JavaScript:alert\\(1\\))>>")
        let picture = Place(
            name: "", annotation: "/3DD 6 0 R",
            objects: [
                "<</Type/3D/Subtype/U3D/OnInstantiate 7 0 R/Length 0>>stream\n\nendstream",
                "<</Length 0>>stream\n\nendstream",
            ])
        for place in [address, picture] { #expect(try PDFDocument(place.file()).activeContent().hasScripts) }
    }

    @Test("Text and structure that only look like actions are not treated as actions")
    func innocent() throws {
        let place = Place(
            name: "", catalog: "/StructTreeRoot<</K<</S/Launch>>>>", page: "/Trans<</S/Dissolve>>",
            annotation:
                "/PieceInfo<</App<</JS 1>>>>/JS 7/Contents(/S /Launch /JS)/BS<</S/S>>/A<</S/URI/URI(https://example.org/JavaScript)>>"
        )
        #expect(try DocumentIntake.read(place.file()).count == 1)
        #expect(try PDFDocument(place.file()).activeContent() == ActiveContent())
    }

    static func attachment(_ name: String, _ content: String) -> Place {
        Place(
            name: "\(name) with \(content.prefix(4))", catalog: "/Names<</EmbeddedFiles<</Names[(a) 6 0 R]>>>>",
            objects: [
                "<</Type/Filespec/F(\(name))/EF<</F 7 0 R>>>>",
                "<</Type/EmbeddedFile/Length \(content.utf8.count)>>stream\n\(content)\nendstream",
            ])
    }

    @Test(
        "An attached program is refused by its name or by its first bytes",
        arguments: [
            attachment("Setup.EXE", "nothing"), attachment("run.sh", "echo"), attachment("notes.txt", "MZ and more"),
            attachment("notes", "#!/bin/sh"), attachment("invoice.pdf.js", "var a"), attachment("a.txt", "\u{7F}ELF"),
            attachment("a.exe.", "x"), attachment("a.exe .", "x"), attachment("a.exe\\000.pdf", "x"),
            attachment("a.exe:stream", "x"), attachment("tools\\\\a.exe\\\\", "x"), attachment("a.exe\\t", "x"),
        ])
    func programs(_ place: Place) throws {
        let error = #expect(throws: IntakeError.self) { try DocumentIntake.read(place.file()) }
        #expect(error?.description.contains("has an attachment that is a program") == true)
    }

    @Test("Full-width letters, direction marks and alternative names do not hide a program")
    func hiddenNames() throws {
        let names = [
            "/UF<FEFF0061FF0E006500780065>", "/UF<FEFF0061202E006600640070002E0065007800650000>", "/F/evil.exe",
            "/UF<FEFF0061002E00650078006500A0>", "/F(x.pdf)/Unix(evil.sh)", "/DOS(evil.bat)", "/F(x)/Desc(evil.exe)",
        ]
        for name in names {
            var place = Self.attachment("", "x")
            place.objects[0] = "<</Type/Filespec\(name)/EF<</F 7 0 R>>>>"
            let error = #expect(throws: IntakeError.self, "\(name)") { try DocumentIntake.read(place.file()) }
            #expect(error?.description.contains("has an attachment that is a program") == true)
        }
    }

    @Test("An attachment that cannot be read is refused")
    func unreadable() throws {
        for filter in ["/FlateDecode", "/JPXDecode"] {
            var place = Self.attachment("notes.txt", "no data")
            place.objects[1] = place.objects[1].replacing("/Length", with: "/Filter\(filter)/Length")
            #expect(throws: IntakeError.holdsProgram(name: "notes.txt")) { try DocumentIntake.read(place.file()) }
        }
    }

    @Test(
        "Other attachments are accepted",
        arguments: [attachment("invoice.xml", "<a/>"), attachment("terms.pdf", "%PDF-1.4")])
    func attachments(_ place: Place) throws {
        #expect(try DocumentIntake.read(place.file()).count == 1)
    }

    @Test("An attachment on a page is checked too")
    func attachedToPage() throws {
        var place = Self.attachment("Setup.exe", "MZ")
        place.catalog = ""
        place.annotation = "/FS 6 0 R"
        #expect(throws: IntakeError.holdsProgram(name: "Setup.exe")) { try DocumentIntake.read(place.file()) }
    }

    @Test("The certificate names only the document that has scripts")
    func certificate() async throws {
        let scripted = Self.scripted[1].file()
        let scene = try Scene(documents: 2) { definition in
            definition.documents[1].blob = BlobHash(of: scripted)
            definition.documents[1].pages = [PageSize(width: 595, height: 842)]
        }
        _ = try await scene.desk.store(scripted)
        let host = scene.host()
        await host.prepare()
        try #require(await host.send(.post, "finish").status == 200)
        let file = try await scene.desk.blob(try #require(try await scene.desk.envelope().certificate))
        let text = try await Shown.text(of: file, pages: PDFDocument(file).pageCount())
        #expect(text.components(separatedBy: "This file contains JavaScript.").count == 2)
        let note = try #require(text.range(of: "This file contains JavaScript."))
        let hash = try #require(text.range(of: BlobHash(of: scripted).rawValue))
        #expect(hash.lowerBound < note.lowerBound)
    }
}
