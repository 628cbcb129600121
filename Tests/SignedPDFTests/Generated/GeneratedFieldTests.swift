import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Fields drawn as viewers draw them")
struct GeneratedFieldTests {
    private typealias Field = FieldSheet.Field

    private func content(of entries: String, state: String? = nil, width: Double = 120, height: Double = 30) throws
        -> String
    {
        let document = try FieldSheet.settled(FieldSheet.file([Field(entries, width: width, height: height)]))
        return try content(document, state: state)
    }

    private func content(_ document: PDFDocument, state: String? = nil) throws -> String {
        let widget = try widget("f0", in: document)
        let normal = try document.value("N", in: try #require(document.value("AP", in: widget).dictionaryValue))
        let stream = try state.map { try document.value($0, in: try #require(normal.dictionaryValue)) } ?? normal
        return String(decoding: try document.decoded(#require(stream.streamValue)), as: UTF8.self)
    }

    private func shown(_ content: String) -> [String] {
        content.matches(of: /\((.*)\) Tj/).map { String($0.1) }
    }

    @Test(
        "A password is never drawn, whatever its look",
        arguments: ["", "/Q 1", "/Ff 8194", "/Ff 12288", "/MaxLen 9/Ff 16785408"])
    func password(entries: String) throws {
        let entries = entries.contains("/Ff") ? entries : entries + "/Ff 8192"
        let text = "BT (secret) Tj ET"
        for picture in ["", "/AP<</N 60 0 R>>"] {
            var file = try FieldSheet.file([Field("/FT/Tx/V(secret)\(entries)\(picture)")])
            file = try SignedFiles.appending(
                [(60, "<</Subtype/Form/BBox[0 0 9 9]/Length \(text.count)>>stream\n\(text)\nendstream")], to: file)
            #expect(try shown(content(FieldSheet.settled(file))) == ["******"])
        }
    }

    @Test("A comb has one letter in the middle of each cell", arguments: [(0, 0), (1, 1), (2, 3)])
    func comb(alignment: Int, skipped: Int) throws {
        let content = try content(of: "/FT/Tx/V(12345)/Ff 16777216/MaxLen 8/Q \(alignment)")
        #expect(shown(content) == ["1", "2", "3", "4", "5"])
        let places = content.matches(of: /([\d.]+) [\d.]+ Td/).compactMap { Double($0.1) }
        let cell = 120.0 / 8
        let width = try StandardFont.helvetica.width(of: "1", size: 12)
        for (index, place) in places.enumerated() {
            #expect(abs(place - (Double(index + skipped) * cell + (cell - width) / 2)) < 0.01)
        }
    }

    @Test("A text of several lines wraps at its own size, and ends of lines count")
    func lines() throws {
        let content = try content(
            of: "/FT/Tx/Ff 4096/V(first\\rsecond line that is long enough to wrap)/DA(/Helv 9 Tf 0 g)", height: 60)
        #expect(shown(content) == ["first", "second line that is long", "enough to wrap"])
        #expect(content.matches(of: /9 Tf/).count == 3)
    }

    @Test("A size of 0 fits the field, in one line and in several")
    func fitted() throws {
        let one = try content(of: "/FT/Tx/V(auto)/DA(/Helv 0 Tf 0 g)")
        #expect(one.contains("30 Tf"))
        let long = try content(of: "/FT/Tx/V(a text as long as the field is wide)/DA(/Helv 0 Tf 0 g)")
        let size = try #require(long.firstMatch(of: /([\d.]+) Tf/).flatMap { Double($0.1) })
        #expect(size >= 6 && size <= 9)
        let lines = try content(of: "/FT/Tx/Ff 4096/V(\(String(repeating: "word ", count: 20)))/DA(/Helv 0 Tf 0 g)")
        #expect(shown(lines).count > 1 && !lines.contains("20 Tf"))
    }

    @Test("A list shows its options from the top one on, the selected ones on a bar")
    func list() throws {
        let content = try content(
            of: "/FT/Ch/Ff 2097152/Opt[(Red)[(b)(Blue)](Green)(Grey)]/V[(b)(Grey)]/TI 1/DA(/Helv 8 Tf 0 g)", height: 40)
        #expect(shown(content) == ["Blue", "Green", "Grey"])
        #expect(content.matches(of: /1 1 1 rg/).count == 2)
        #expect(try shown(self.content(of: "/FT/Ch/Opt[(Red)(Blue)]")) == ["Red", "Blue"])
        // Of two options with one value, the place decides.
        let places = try self.content(of: "/FT/Ch/Opt[[(x)(One)][(x)(Two)]]/V(x)/I[1]/DA(/Helv 8 Tf 0 g)")
        #expect(places.matches(of: /1 1 1 rg/).count == 1)
    }

    @Test("A choice from a menu shows its option's text, and another value itself")
    func combo() throws {
        #expect(try shown(content(of: "/FT/Ch/Ff 131072/Opt[[(b)(Blue)]]/V(b)")) == ["Blue"])
        #expect(try shown(content(of: "/FT/Ch/Ff 393216/Opt[[(b)(Blue)]]/V(own)")) == ["own"])
    }

    @Test("Place, colour, font, ground and border are the field's")
    func look() throws {
        let right = try content(
            of: "/FT/Tx/V(Ada)/Q 2/DA(0 0 1 rg /CoBo 10 Tf)/MK<</BG[1 1 0]/BC[1 0 0]>>/BS<</W 2/S/D/D[4 2]>>")
        #expect(right.contains("/CsCourier-Bold") && right.contains("0 0 1 rg") && right.contains("1 1 0 rg"))
        #expect(right.contains("1 0 0 RG") && right.contains("[4 2] 0 d") && right.contains("2 w"))
        #expect(right.contains("\(120 - 4 - 18) "))
        let cmyk = try content(of: "/FT/Tx/V(Ada)/DA(/TiRo 10 Tf 0 1 1 0 k)")
        #expect(cmyk.contains("/CsTimes-Roman") && cmyk.contains("1 0 0 rg"))
    }

    @Test("Place, font and size are inherited from the field above and from the form")
    func inherited() throws {
        var file = try FieldSheet.file([Field("/Parent 61 0 R/DA null")], form: "/NeedAppearances true/Q 2")
        file = try SignedFiles.appending(
            [(61, "<</T(group)/FT/Tx/V(Ada)/DA(/TiRo 7 Tf 0 g)/Kids[20 0 R]>>")], to: file)
        let document = try PDFDocument(file)
        var form = try #require(try document.object(PDFReference(number: 4)).dictionaryValue)
        form["Fields"] = .array([.reference(PDFReference(number: 61))])
        var writer = ObjectWriter()
        writer.write(.dictionary(form))
        let changed = try SignedFiles.appending([(4, String(decoding: writer.bytes, as: UTF8.self))], to: file)
        let settled = try FieldSheet.settled(changed)
        let widget = try #require(try settled.object(PDFReference(number: 20)).dictionaryValue)
        let shown = String(
            decoding: try settled.decoded(appearance(of: widget, in: settled)), as: UTF8.self)
        #expect(shown.contains("/CsTimes-Roman") && shown.contains("7 Tf") && shown.contains("(Ada) Tj"))
    }

    @Test("A check box and a radio button without a picture get one for each state", arguments: ["", "/Ff 32768"])
    func buttons(flags: String) throws {
        for caption in ["", "/CA(4)", "/CA(8)", "/CA(l)", "/CA(n)", "/CA(u)", "/CA(H)", "/CA(?)"] {
            for picture in ["", "/AP<</N<</Yes 9 0 R>>>>"] {
                let entries = "/FT/Btn\(flags)/V/Yes/AS/Yes/MK<<\(caption)/BC[0 0 0]>>/DA(/ZaDb 0 Tf 0 g)\(picture)"
                let on = try content(of: entries, state: "Yes", width: 20, height: 20)
                let off = try content(of: entries, state: "Off", width: 20, height: 20)
                #expect(on.contains("\nf") && !off.contains("\nf"), "\(caption)")
            }
        }
    }

    @Test("A button's own picture stays, and a push button without one gets its caption")
    func push() throws {
        let caption = try content(of: "/FT/Btn/Ff 65536/MK<</CA(Send)/BG[0.8 0.8 0.8]>>/DA(/Helv 10 Tf 0 g)")
        #expect(shown(caption) == ["Send"] && caption.contains("0.8 0.8 0.8 rg"))
        let text = "0 0 5 5 re f"
        let file = try SignedFiles.appending(
            [(60, "<</Subtype/Form/BBox[0 0 9 9]/Length \(text.count)>>stream\n\(text)\nendstream")],
            to: FieldSheet.file([Field("/FT/Btn/Ff 65536/MK<</CA(Send)>>/AP<</N 60 0 R>>")]))
        #expect(try content(FieldSheet.settled(file)).contains(text))
    }

    @Test("A picture with another text than the value is drawn anew")
    func stale() throws {
        let text = "BT /Helv 9 Tf (old) Tj ET"
        let file = try SignedFiles.appending(
            [(60, "<</Subtype/Form/BBox[0 0 9 9]/Length \(text.count)>>stream\n\(text)\nendstream")],
            to: FieldSheet.file([Field("/FT/Tx/V(new)/AP<</N 60 0 R>>")]))
        #expect(try shown(content(FieldSheet.settled(file))) == ["new"])
    }

    @Test("A signed document's pictures stay, and its fields without a value get none")
    func signed() async throws {
        let text = "BT /Helv 9 Tf (old) Tj ET"
        let place = "/Type/Annot/Subtype/Widget/F 4/P 3 0 R/DA(/Helv 12 Tf 0 g)/FT/Tx/MK<</BG[1 1 0]>>"
        let file = try await LooseSigner.sign(
            SignedFiles.appending(
                [(60, "<</Subtype/Form/BBox[0 0 9 9]/Length \(text.count)>>stream\n\(text)\nendstream")],
                to: SignedFiles.agreement()),
            by: SigningParties().ada,
            fields: [
                "<<\(place)/T(f0)/Rect[72 600 172 620]/V(new)/AP<</N 60 0 R>>>>",
                "<<\(place)/T(f1)/Rect[72 560 172 580]>>", "<<\(place)/T(f2)/Rect[72 520 172 540]/V(shown)>>",
            ], form: "/NeedAppearances true/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>")
        let settled = try FieldSheet.settled(file)
        let pictures = try ["f0", "f1", "f2"].map { name in
            try settled.value("AP", in: widget(name, in: settled)).dictionaryValue?["N"]
        }
        #expect(pictures[0] == .reference(PDFReference(number: 60)) && pictures[1] == nil && pictures[2] != nil)
    }

    @Test("A form that asks for nothing keeps its pictures, and so does a value that no font shows")
    func kept() throws {
        let quiet = try FieldSheet.settled(FieldSheet.file([Field("/FT/Tx/V(Ada)")], form: ""))
        #expect(try widget("f0", in: quiet)["AP"] == nil)
        let unknown = try FieldSheet.settled(FieldSheet.file([Field("/FT/Tx/V<FEFF6F22>")]))
        #expect(try widget("f0", in: unknown)["AP"] == nil)
    }
}
