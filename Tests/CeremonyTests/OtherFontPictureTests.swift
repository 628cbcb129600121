import Envelopes
import Foundation
import Testing
import Typesetting

@testable import Ceremony
@testable import SignedPDF
@testable import TestSupport

@Suite("A device's picture of a text in other fonts")
struct OtherFontPictureTests {
    private static let text = "Łódź\nGdańsk"
    private static let base = SamplePDF.file([
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
    ])

    /// The file with a field for the text, in fonts of these families.
    private static func file(_ order: FontOrder? = nil) throws -> Data {
        let typesetter = try order.map { try HarfBuzzTypesetter(order: $0) } ?? HarfBuzzTypesetter()
        var field = FormField(
            name: "countersign-city", page: 1, rect: PageRect(x: 100, y: 100, width: 180, height: 60),
            content: .text(text))
        field.shaper = typesetter
        field.allowsLines = true
        return base + (try PDFDocument(base).update(adding: [field]))
    }

    enum Edit: CaseIterable {
        case none
        /// White text on white paper.
        case white
        /// All but a strip is cut off.
        case clipped
        /// The second line stands over the first one.
        case folded
        /// Nobody can read it.
        case tiny
        /// Something is painted behind the letters, or over them.
        case ground, covered
        /// A letter stands there once more.
        case twice

        /// The picture's content with as many bytes as before, or fewer.
        func made(of content: String) throws -> String {
            switch self {
            case .none: return content
            case .white: return content.replacing("0 0 0 rg", with: "1 1 1 rg")
            case .clipped: return content.replacing("0 0 180 60 re", with: "0 0 180 09 re")
            case .folded:
                let lines = content.matches(of: /1 0 0 1 2 ([0-9.]+) Tm/)
                let first = try #require(lines.first), last = try #require(lines.last)
                #expect(lines.count == 2 && first.output.1.count == last.output.1.count)
                return content.replacingCharacters(
                    in: last.output.1.startIndex..<last.output.1.endIndex, with: first.output.1)
            case .tiny: return content.replacing(" 12 Tf", with: " 01 Tf")
            // Black is the colour that letters have anyway.
            case .ground: return "0 5 9 9 re f " + content.replacing("0 0 0 rg", with: "")
            case .covered: return content.replacing("0 0 0 rg", with: "") + "0 5 9 9 re f "
            case .twice:
                let plain = content.replacing("0 0 0 rg", with: "")
                let end = try #require(plain.range(of: "ET", options: .backwards)).lowerBound
                return plain[..<end] + "<0001> Tj " + plain[end...]
            }
        }
    }

    @Test(
        "An honest picture is accepted; an invisible, cut, folded, tiny, covered or longer one is refused",
        arguments: Edit.allCases)
    func edited(edit: Edit) throws {
        let expected = try PDFDocument(Self.file())
        var found = try Self.file(FontOrder(families: ["DejaVu Serif", "Noto Serif"]))
        let start = try #require(found.range(of: Data("/Tx BMC".utf8)))
        let end = try #require(found.range(of: Data("endstream".utf8), in: start.upperBound..<found.endIndex))
        let content = String(decoding: found[start.lowerBound..<end.lowerBound], as: UTF8.self)
        var changed = try edit.made(of: content)
        #expect(changed.utf8.count <= content.utf8.count && (changed != content) == (edit != .none))
        changed += String(repeating: " ", count: content.utf8.count - changed.utf8.count)
        found.replaceSubrange(start.lowerBound..<end.lowerBound, with: Data(changed.utf8))
        let finding = try PDFDocument(found).appendedFinding(against: expected, after: Self.base.count)
        let refused = AppendedFinding.differs(.field("countersign-city"))
        #expect(finding == (edit == .none ? .agrees(otherFonts: ["countersign-city"]) : refused))
    }
}
