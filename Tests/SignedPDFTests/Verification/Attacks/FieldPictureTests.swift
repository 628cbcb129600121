import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

/// Fields, and pictures for them.
private enum Shown {
    static let place = "/Rect[72 600 172 620]"
    static let city = "/FT/Tx/T(City)\(place)"
    static let choice = "/FT/Ch/Ff 131072/Opt[(Yes)[(n)(No)]]/T(Choice)\(place)"

    static func by(_ content: String, _ resources: String = "/Font<</F1 7 0 R>>") -> String {
        "<</Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<<\(resources)>>/Length \(content.utf8.count)>>stream\n"
            + "\(content)\nendstream"
    }
}

@Suite("Field pictures and their values")
struct FieldPictureTests {
    @Test(
        "An unreadable picture is not accepted as matching its value",
        arguments: [
            // An image of other letters, invisible and faint text, shapes over the text, no text at all.
            (Shown.by("q /X Do Q", "/XObject<</X 61 0 R>>"), "(London)"),
            (Shown.by("BT 3 Tr /F1 12 Tf 2 5 Td (London) Tj ET 0 0 m 100 10 l 100 0 l f"), "(London)"),
            (Shown.by("BT 1 g /F1 12 Tf 2 5 Td (London) Tj ET"), "(London)"),
            (Shown.by("BT /F1 12 Tf 2 5 Td (London) Tj ET 0 0 100 20 re f"), "(London)"),
            (Shown.by("BT /F1 12 Tf 2 5 Td (London) Tj ET q 60 w 0 0 m 100 20 l S Q"), "(London)"),
            (Shown.by("BT /F1 12 Tf 2 5 Td (London) Tj ET BI /W 1/H 1/BPC 8/CS/G ID x EI"), "(London)"),
            (Shown.by("/G gs BT /F1 12 Tf 2 5 Td (London) Tj ET"), "(London)"),
            (Shown.by("BT /F1 0 Tf 2 5 Td (London) Tj ET"), "(London)"),
            (Shown.by("0 0 100 20 re f"), "(London)"),
            // Fonts that do not tell what they show.
            (Shown.by("BT /F1 12 Tf (London) Tj ET", "/Font<</F1<</Subtype/Type1/BaseFont 61 0 R>>>>"), "(London)"),
            (Shown.by("BT /F1 12 Tf (London) Tj ET", "/Font<</F1<</Subtype/Type0>>>>"), "(London)"),
            (
                Shown.by(
                    "BT /F1 12 Tf (London) Tj ET",
                    "/Font<</F1<</Subtype/TrueType/BaseFont/A/FontDescriptor<</FontFile2 4 0 R>>>>>>"), "(London)"
            ),
            (
                Shown.by(
                    "BT /F1 12 Tf (London) Tj ET",
                    "/Font<</F1<</Subtype/Type3/ToUnicode 62 0 R>>>>"), "(London)"
            ),
        ])
    func unreadable(picture: String, value: String) async throws {
        let scene = try await AttackScene(fields: [Shown.city])
        let field = AttackScene.field(Shown.city + "/V\(value)/AP<</N 60 0 R>>")
        let map = "1 beginbfrange <00> <FF> <0000> endbfrange"
        let file = try scene.updated([
            (30, field), (60, picture), (61, "/Symbol"), (62, SignedFiles.stream(map)),
        ])
        let found = try await scene.verify(file)
        #expect(found.verdict == .indeterminate, "\(found.changes)")
        #expect(found.changes.contains("the field “City” on page 1 shows something that cannot be read"))
        // Nor if somebody signs for it.
        let signed = try await SignedFiles.signed(file, field: "Later", by: scene.parties.ben)
        #expect(try await scene.verify(signed).verdict == .indeterminate)
    }

    @Test(
        "A background and a border that were seen when the file was signed may be painted behind the text",
        arguments: [
            // Seen before and the same; seen before and another one; not seen, although the field asks for it.
            ("1 1 0.8 rg 0 0 100 20 re f 0 0 1 RG 1 w 0.5 0.5 99 19 re s", VerificationReport.Verdict.valid),
            ("1 1 0.8 rg 0 0 100 20 re f", .valid), ("1 1 0.8 rg 0.5 0.5 99 19 re f", .valid),
            // A part of it or nothing: what it hid comes to light.
            ("1 1 0.8 rg 1 1 50 18 re f", .indeterminate), ("", .indeterminate),
            ("1 1 1 rg 0 0 100 20 re f", .indeterminate), ("9 w 0 0 1 RG 0.5 0.5 99 19 re s", .indeterminate),
            ("0 0 1 RG 1 w 0.5 9 99 1 re s", .indeterminate),
        ])
    func background(shapes: String, verdict: VerificationReport.Verdict) async throws {
        let coloured = Shown.city + "/MK<</BG[1 1 0.8]/BC[0 0 1]>>"
        let ground = "1 1 0.8 rg 0 0 100 20 re f 0 0 1 RG 1 w 0.5 0.5 99 19 re s"
        let content = "\(shapes) /Tx BMC q BT 0 g /F1 10 Tf 2 4 Td (London) Tj ET Q EMC"
        let filled = [(30, AttackScene.field(coloured + "/V(London)/AP<</N 60 0 R>>")), (60, Shown.by(content))]
        let seen = try await AttackScene(fields: [coloured + "/AP<</N 50 0 R>>"], objects: [(50, Shown.by(ground))])
        let found = try await seen.verify(seen.updated(filled))
        #expect(found.verdict == verdict, "\(found.changes)")
        let unseen = try await AttackScene(fields: [coloured])
        let asked = try await unseen.verify(unseen.updated(filled))
        #expect(asked.verdict == (shapes.isEmpty ? .valid : .indeterminate), "\(asked.changes)")
        if !shapes.isEmpty {
            #expect(
                asked.changes.contains(
                    "the field “City” on page 1 was given a background or border that was not seen when it was open"))
        }
    }

    @Test("A field that is filled in here keeps the background and border that were seen")
    func keptGround() async throws {
        let ground = "1 1 0.8 rg 0 0 100 20 re f 0 0 1 RG 1 w 0.5 0.5 99 19 re S"
        let scene = try await AttackScene(
            fields: [Shown.city + "/AP<</N 50 0 R>>"], objects: [(50, Shown.by(ground + " /Tx BMC EMC"))])
        let field = FormField(
            name: "City", page: 1, rect: PageRect(x: 0, y: 0, width: 1, height: 1), content: .text("London"))
        let signed = try await SignedFiles.signed(scene.file, field: "Later", filling: [field], by: scene.parties.ben)
        let found = try await scene.verify(signed)
        #expect(found.verdict == .valid, "\(found.changes)")
        let document = try PDFDocument(signed)
        let widget = try #require(try FieldTree(document).fields.first { $0.name == "City" }).dictionary
        let picture = try #require(AppearanceStreams.shown(of: widget, in: document))
        let rect = PDFRectangle(left: 72, bottom: 600, right: 172, top: 620)
        let shapes = try #require(PictureContent(picture, in: rect, document)).shapes
        #expect(shapes.map(\.paint) == [.fill, .stroke(width: 1)] && shapes[0].box == rect)
    }

    @Test("Forms of one letter and spaces are folded, but nothing is added and no digit is changed")
    func agreement() {
        for (value, drawn) in [
            ("12 500", "12500"), ("\u{FF11}\u{FF12}", "12"), ("ﬁn", "fin"), ("m²", "m²"), ("e\u{301}", "é"), ("⼀", "一"),
            ("½", "½"), ("سلام", "مالس"), ("हिन्दी", "हन्दिी"), ("سلام 12 Ada 34", "Ada 34 12 مالس"),
            ("رقم ١٢", "١٢ مقر"), ("رقم 12 34", "34 12 مقر"), ("Pay א 5 ב 6 ג now", "Pay ג 6 ב 5 א now"),
            ("Flat 5, א", "Flat 5, א"), ("א Acme 5", "Acme 5 א"), ("5 boxes at 900 →", "5 boxes at 900 →"),
            ("हिन्दी 5 a 6", "हन्दिी 5 a 6"),
        ] {
            #expect(FieldPicture.agree(value, drawn), "\(value)")
        }
        for (value, drawn) in [
            ("10⁵", "105"), ("105", "10⁵"), ("x₂", "x2"), ("①", "1"), ("½", "1⁄2"), ("500", "5\u{B4}00"),
            ("500", "5 \u{301}00"),
            ("5\u{203E}00", "500"), ("٥٠٠", "٩٠٠"), ("سلام²", "سلام2"), ("سلام 19", "91 مالس"),
            ("𠮷野", "野𠮷"), ("سلام Ada", "dAa مالس"), ("رقم ١٢", "٢١ مقر"), ("نصف 1/2", "2/1 فصن"),
            ("رقم 1,000.5", "5.000,1 مقر"),
            ("رقم 12 34", "1 234 مقر"), ("رقم 12 34", "1234 مقر"), ("رقم 12 34", "12 34 مقر"),
            ("سلام 12 Ada 34", "34 12 Ada مالس"), ("5 boxes at 900 →", "900 boxes at 5 →"),
            ("5 boxes at 900 א", "900 boxes at 5 א"), ("א 5 boxes at 900", "900 boxes at 5 א"),
            ("Pay א 5 ב 6 ג now", "Pay ג 5 ב 6 א now"), ("Ann sues Bob א", "Bob sues Ann א"),
            ("हिन्दी 5 a 6", "हन्दिी 6 a 5"), ("pays 5, gets −7", "pays −5, gets 7"),
        ] {
            #expect(!FieldPicture.agree(value, drawn), "\(value)")
        }
    }

    @Test("A character map is read up to its limit, however often it restarts")
    func longMaps() throws {
        let again = String(repeating: "beginbfrange <0000> <FFFE> <0000> endbfrange ", count: 3)
        let map = try #require(ToUnicodeMap(Data((again + "beginbfchar <FFFF> <0041> endbfchar").utf8)))
        #expect(map.text(of: 0x41) == "A")
        let blocks = String(repeating: "beginbfchar ", count: 1000) + "beginbfchar <FFFF> <0041> endbfchar"
        #expect(try #require(ToUnicodeMap(Data(blocks.utf8))).text(of: 0xFFFF) == "A")
    }

    @Test("ActualText counts only if the glyphs have no text of their own")
    func actualText() async throws {
        let scene = try await AttackScene(fields: [Shown.city])
        let field = AttackScene.field(Shown.city + "/V(London)/AP<</N 60 0 R>>")
        let lie = Shown.by("/Span <</ActualText (London)>> BDC BT /F1 10 Tf (Paris) Tj ET EMC")
        let found = try await scene.verify(scene.updated([(30, field), (60, lie)]))
        #expect(found.verdict == .invalid)
        #expect(found.changes.contains("the field “City” on page 1 shows “Paris” although its value is “London”"))
    }

    @Test("The outermost ActualText replaces all of its glyphs, once")
    func nestedActualText() async throws {
        let scene = try await AttackScene(fields: [Shown.city])
        let field = AttackScene.field(Shown.city + "/V(London)/AP<</N 60 0 R>>")
        let letters = "BT /F1 10 Tf 2 5 Td (Lon) Tj"
        for (inner, verdict) in [("Lon", VerificationReport.Verdict.valid), ("Par", .valid)] {
            let nested = Shown.by(
                "/Span <</ActualText (London)>> BDC /Span <</ActualText (\(inner))>> BDC \(letters) EMC (don) Tj ET EMC"
            )
            let found = try await scene.verify(scene.updated([(30, field), (60, nested)]))
            #expect(found.verdict == verdict, "\(found.changes)")
        }
        let open = Shown.by("/Span <</ActualText (London)>> BDC \(letters) (don) Tj ET")
        #expect(try await scene.verify(scene.updated([(30, field), (60, open)])).verdict == .indeterminate)
    }

    @Test("Letters count as covering, in one field and in several together")
    func coveringLetters() async throws {
        // Letters 12 wide and 24 high in lines over the whole width.
        func picture(_ lines: Int) -> String {
            let text = (0..<lines).map { _ in "(\(String(repeating: "M", count: 34))) '" }.joined(separator: " ")
            return "<</Type/XObject/Subtype/Form/BBox[0 0 612 \(20 * lines)]/Resources<</Font<</F1 7 0 R>>>>"
                + "/Length \(text.utf8.count + 40)>>stream\nBT /F1 20 Tf 20 TL 4 \(20 * lines + 4) Td \(text)"
                + String(repeating: " ", count: 40 - "BT /F1 20 Tf 20 TL 4 \(20 * lines + 4) Td  ET".utf8.count)
                + " ET\nendstream"
        }
        func field(_ name: String, _ place: Int, _ lines: Int) -> String {
            "/FT/Tx/Ff 4096/T(\(name))/Rect[0 \(place) 612 \(place + 20 * lines)]"
        }
        func value(_ lines: Int) -> String { "/V(\(String(repeating: "M", count: 34 * lines)))" }
        for (lines, verdict) in [
            ([4, 4], VerificationReport.Verdict.valid), ([12], .indeterminate), ([8, 8], .indeterminate),
        ] {
            let fields = lines.enumerated().map { field("Field \($0)", 40 + 300 * $0, $1) }
            let scene = try await AttackScene(fields: fields)
            let filled = lines.enumerated().flatMap { index, count in
                [
                    (30 + index, AttackScene.field(fields[index] + value(count) + "/AP<</N \(60 + index) 0 R>>")),
                    (60 + index, picture(count)),
                ]
            }
            let found = try await scene.verify(scene.updated(filled))
            #expect(found.verdict == verdict, "\(lines) \(found.changes)")
            #expect(found.changes.contains { $0.contains("cover a large part") } == (lines == [8, 8]))
            #expect(found.changes.contains { $0.contains("covers a large part") } == (lines == [12]))
        }
    }

    @Test(
        "Letters are read through the encoding's glyph names",
        arguments: [
            ("39/quotesingle 96/grave 128/bullet", "L'été", "L'\\351t\\351", VerificationReport.Verdict.indeterminate),
            ("39/quotesingle 96/grave 233/eacute", "L'été", "L'\\351t\\351", .valid),
            ("49/nine 57/one", "19", "91", .valid), ("49/nine 57/one", "19", "19", .invalid),
            ("49/g1 57/g2", "19", "19", .indeterminate), ("1/a/b/c", "abc", "\\001\\002\\003", .valid),
        ])
    func glyphNames(differences: String, value: String, codes: String, verdict: VerificationReport.Verdict) async throws
    {
        let scene = try await AttackScene(fields: [Shown.city])
        let text = String(
            decoding: value.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }.map { digits($0) }.joined().utf8,
            as: UTF8.self)
        let field = AttackScene.field(Shown.city + "/V<FEFF\(text)>/AP<</N 60 0 R>>")
        let font =
            "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[\(differences)]>>>>>>"
        let found = try await scene.verify(
            scene.updated([(30, field), (60, Shown.by("BT /F1 12 Tf 2 5 Td (\(codes)) Tj ET", font))]))
        #expect(found.verdict == verdict, "\(found.changes)")
    }

    private func digits(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    @Test("A redraw that may leave out a signature's picture is doubtful")
    func redrawnSignature() async throws {
        let scene = try await AttackScene(fields: [Shown.city])
        let signed = try await SignedFiles.signed(scene.file, field: "Later", by: scene.parties.ben)
        let document = try PDFDocument(signed)
        var writer = ObjectWriter()
        writer.write(try document.object(PDFReference(number: 22)))
        let form = String(decoding: writer.bytes, as: UTF8.self)
        let asked = form.replacing("/SigFlags 3", with: "/SigFlags 3/NeedAppearances true")
        let report = try await scene.report(SignedFiles.appending([(22, asked)], to: signed))
        #expect(report.verdict == .indeterminate)
        #expect(
            report.signatures.allSatisfy { signature in
                signature.problems.contains { $0.contains("“Later”") && $0.contains("picture may be left out") }
            })
    }

    @Test("One line of text in a field as large as half the page covers little of it")
    func lineInLargeField() async throws {
        let large = "/FT/Tx/Ff 4096/T(Note)/Rect[0 0 612 500]"
        let picture = AttackScene.showing("London").replacing("BBox[0 0 100 20]", with: "BBox[0 0 612 500]")
        let scene = try await AttackScene(fields: [large])
        let found = try await scene.verify(
            scene.updated([(30, AttackScene.field(large + "/V(London)/AP<</N 60 0 R>>")), (60, picture)]))
        #expect(found.verdict == .valid, "\(found.changes)")
    }

    @Test("A value without a picture is doubtful, and an emptied field is not")
    func missingPicture() async throws {
        let scene = try await AttackScene(
            fields: [Shown.city + "/V(London)/AP<</N 50 0 R>>"], objects: [(50, AttackScene.showing("London"))])
        let gone = try await scene.verify(scene.updated([(30, AttackScene.field(Shown.city + "/V(Paris)"))]))
        #expect(gone.verdict == .indeterminate)
        #expect(gone.changes.contains("the field “City” on page 1 has no picture of its new value"))
        #expect(try await scene.verify(scene.updated([(30, AttackScene.field(Shown.city))])).verdict == .valid)
    }

    @Test("A rollover picture must show the value too")
    func otherStates() async throws {
        let scene = try await AttackScene(fields: [Shown.city])
        let field = AttackScene.field(Shown.city + "/V(London)/AP<</N 60 0 R/R 61 0 R>>")
        let found = try await scene.verify(
            scene.updated([(30, field), (60, AttackScene.showing("London")), (61, AttackScene.showing("Paris"))]))
        #expect(found.verdict == .invalid)
    }

    @Test(
        "A choice must show the chosen value",
        arguments: [
            ("(Yes)", "Yes", VerificationReport.Verdict.valid), ("(n)", "No", .valid), ("(n)", "n", .valid),
            ("(Yes)", "No", .invalid), ("(n)", "Yes", .invalid),
        ])
    func choice(value: String, shown: String, verdict: VerificationReport.Verdict) async throws {
        let scene = try await AttackScene(
            fields: [Shown.choice + "/V(Maybe)/AP<</N 50 0 R>>"], objects: [(50, AttackScene.showing("Maybe"))])
        let field = AttackScene.field(Shown.choice + "/V\(value)/AP<</N 60 0 R>>")
        let found = try await scene.verify(scene.updated([(30, field), (60, AttackScene.showing(shown))]))
        #expect(found.verdict == verdict, "\(found.changes)")
    }

    @Test("A list's other visible options cannot be judged")
    func list() async throws {
        let list = Shown.choice.replacing("/Ff 131072", with: "")
        let scene = try await AttackScene(fields: [list])
        let field = AttackScene.field(list + "/V(Yes)/AP<</N 60 0 R>>")
        let found = try await scene.verify(scene.updated([(30, field), (60, AttackScene.showing("Yes"))]))
        #expect(found.verdict == .indeterminate)
    }

    @Test("New pictures for a checkbox that had none are doubtful")
    func newPicturesOfACheckbox() async throws {
        let box = "/FT/Btn/T(Agreed)/Rect[72 600 82 610]"
        let scene = try await AttackScene(fields: [box])
        let ticked = AttackScene.field(box + "/V/Yes/AS/Yes/AP<</N<</Yes 60 0 R>>>>")
        let found = try await scene.verify(scene.updated([(30, ticked), (60, AttackScene.picture)]))
        #expect(found.verdict == .indeterminate)
        #expect(found.changes.contains("the checkbox “Agreed” on page 1 was given pictures"))
    }

    // MARK: Drawing anew

    private static let request = (22, "<</Fields[20 0 R 30 0 R]/SigFlags 3/NeedAppearances true>>")

    @Test(
        "A redraw that would show another value is never valid, in any kind of field",
        arguments: [
            (Shown.choice + "/V(n)/AP<</N 50 0 R>>", "Yes", VerificationReport.Verdict.invalid),
            (Shown.choice + "/V(n)/AP<</N 50 0 R>>", "No", .indeterminate),
            (Shown.city + "/V(900)", "", .indeterminate), (Shown.city, "", .valid),
            (Shown.city + "/V(900)/AA<</F<</S/JavaScript/JS(x)>>>>/AP<</N 50 0 R>>", "100", .indeterminate),
            (Shown.city + "/Ff 33554432/V(900)/AP<</N 50 0 R>>", "100", .invalid),
            ("/FT/Btn/T(City)/Rect[72 600 82 610]/V/Yes/AS/Off", "", .invalid),
            ("/FT/Btn/Ff 65536/T(City)\(Shown.place)/MK<</CA(900)>>/AP<</N 50 0 R>>", "100", .indeterminate),
            ("/FT/Btn/Ff 65536/T(City)\(Shown.place)/MK<</CA(900)>>/AP<</N 50 0 R>>", "900", .indeterminate),
        ])
    func redrawing(field: String, shown: String, verdict: VerificationReport.Verdict) async throws {
        let scene = try await AttackScene(fields: [field], objects: [(50, AttackScene.showing(shown))])
        let found = try await scene.verify(scene.updated([Self.request]))
        #expect(found.verdict == verdict, "\(found.changes)")
    }

    @Test(
        "A requested redraw must show the value, in a read-only field too",
        arguments: [("100", VerificationReport.Verdict.valid), ("900", .invalid)])
    func redrawn(shown: String, verdict: VerificationReport.Verdict) async throws {
        let choice = "/FT/Ch/Ff 131073/Opt[(100)(900)]/T(City)\(Shown.place)"
        for open in [Shown.city, Shown.city + "/Ff 1", choice] {
            let field = open + "/V(100)/AP<</N 50 0 R>>"
            let scene = try await AttackScene(
                fields: [field], objects: [(50, AttackScene.showing("100"))], form: "/NeedAppearances true")
            let redrawn = AttackScene.field(field.replacing("50 0 R", with: "60 0 R"))
            let unsigned = try scene.updated([
                (30, redrawn), (60, AttackScene.showing(shown) + " "), (22, "<</Fields[20 0 R 30 0 R]/SigFlags 3>>"),
            ])
            let signed = try await SignedFiles.signed(unsigned, field: "Later", by: scene.parties.ben)
            let found = try await scene.verify(signed)
            #expect(found.verdict == verdict, "\(found.changes)")
        }
    }

    @Test(
        "A font is not added to the form under a name that fields use",
        arguments: [
            ("Helv", "/DA(/Helv 12 Tf 0 g)", VerificationReport.Verdict.invalid),
            ("Helv", "/DA(/F1 12 Tf 0 g)", .valid), ("Helv", "", .valid),
            ("F9", "/V(100)/AP<</N 51 0 R>>", .invalid),
        ])
    func addedFont(name: String, entries: String, verdict: VerificationReport.Verdict) async throws {
        let bare = "<</Subtype/Form/BBox[0 0 9 9]/Length 25>>stream\nBT /F9 10 Tf (100) Tj ET \nendstream"
        let scene = try await AttackScene(
            fields: [Shown.city + entries],
            objects: [(50, "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]>>"), (51, bare)], form: "/NeedAppearances true"
        )
        let form = "<</Fields[20 0 R 30 0 R]/SigFlags 3/NeedAppearances true/DR<</Font<</\(name) 50 0 R>>>>>>"
        let found = try await scene.verify(scene.updated([(22, form)]))
        #expect(found.verdict == verdict, "\(found.changes)")
        #expect(
            found.changes
                == [verdict == .valid ? "fonts were added to the form" : "a font that fields use was added to the form"]
        )
    }

    @Test(
        "Changes without a visible effect are named precisely",
        arguments: [
            ("/MarkInfo<</Marked true>>", "", "", "what the document says about its tags was changed"),
            ("/Version/2.0", "", "", "the document was declared to be of a newer version of PDF"),
            ("", "/SigFlags 0", "", "the form's flags about signatures were changed"),
            ("", "", "/Ff 1", "the field “City” on page 1 was made read-only"),
        ])
    func settings(catalog: String, form: String, field: String, change: String) async throws {
        for (level, verdict) in [(nil, VerificationReport.Verdict.valid), (1, .invalid)] as [(Int?, _)] {
            let scene = try await AttackScene(certified: level, fields: [Shown.city])
            let file = try scene.withCatalog(
                catalog,
                [
                    (30, AttackScene.field(Shown.city + field)),
                    (22, "<</Fields[20 0 R 30 0 R]\(form.isEmpty ? "/SigFlags 3" : form)>>"),
                ])
            let found = try await scene.verify(file)
            #expect(found.verdict == verdict)
            #expect(found.changes == [change])
        }
    }
}
