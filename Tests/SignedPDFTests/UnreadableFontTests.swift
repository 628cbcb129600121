import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Fonts whose text no program can read")
struct UnreadableFontTests {
    private static func names(_ font: String, nested: Bool = false) throws -> [String] {
        let resources = "/Resources<</Font<</F1 10 0 R>>>>"
        var objects = [(10, font), (12, "<</Length 0>>stream\n\nendstream")]
        objects.append((11, "<</Subtype/Form/BBox[0 0 9 9]\(resources)/Length 0>>stream\n\nendstream"))
        let own = nested ? "/Resources<</XObject<</X 11 0 R>>>>" : resources
        objects.append((3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]\(own)>>"))
        return try PDFDocument(SignedFiles.appending(objects, to: SignedFiles.agreement(pages: 1))).fontsWithoutText()
    }

    @Test(
        "A font without a map and without an encoding is named, without its subset's letters",
        arguments: [
            "/Subtype/TrueType/BaseFont/BAAAAA+LiberationSerif", "/Subtype/Type3/Name/Odd",
            "/Subtype/Type0/BaseFont/ABCDEF+Noto/Encoding/Identity-H",
            "/Subtype/Type0/BaseFont/ABCDEF+Noto/Encoding 12 0 R",
        ], [false, true])
    func named(font: String, nested: Bool) throws {
        let expected =
            font.contains("Serif") ? "LiberationSerif" : font.contains("Noto") ? "Noto" : "a font without a name"
        #expect(try Self.names("<</Type/Font\(font)>>", nested: nested) == [expected])
    }

    @Test(
        "A font with a map or an encoding is not, nor is a standard font",
        arguments: [
            "/Subtype/TrueType/BaseFont/A/ToUnicode 12 0 R", "/Subtype/TrueType/BaseFont/A/Encoding/WinAnsiEncoding",
            "/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 12 0 R",
            "/Subtype/Type0/BaseFont/A/Encoding/UniJIS-UCS2-H", "/Subtype/Type1/BaseFont/Helvetica",
        ])
    func readable(font: String) throws {
        #expect(try Self.names("<</Type/Font\(font)>>") == [])
    }
}
