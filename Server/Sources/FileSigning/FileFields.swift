import DescribedErrors
import Foundation
import SignedPDF

/// The form fields of a PDF file, and texts about them.
package struct FileFields: Sendable {
    package let pageCount: Int
    /// Page by page, from the top down.
    package let fields: [PlacedField]

    /// Reads a file.
    ///
    /// - Parameter passwordFile: a file with the password of an encrypted document
    /// - Throws: ``FileSigningError`` and `PDFError`, each with one sentence
    package init(of file: URL, passwordFile: URL? = nil) throws {
        let document = try FileSigner.open(file, passwordFile: passwordFile)
        do {
            pageCount = try document.pageCount()
            fields = try document.placedFields()
        } catch {
            throw FileSigningError.unusable(path: file.relativePath, reason: error.description)
        }
    }

    /// Returns lines for people: a heading, and then one line for each field.
    package func lines(named name: String) -> [String] {
        let pages = pageCount == 1 ? "1 page" : "\(pageCount) pages"
        guard !fields.isEmpty else { return ["\(name): \(pages), no form fields."] }
        let heading =
            "\(name): \(pages), \(fields.count == 1 ? "1 form field" : "\(fields.count) form fields"). Places are in "
            + "points from the page's top left corner."
        let columns = ["page", "type", "left", "top", "width", "height"]
        let rows = fields.map(Self.row)
        let widths = columns.indices.map { index in
            ([columns[index]] + rows.map { $0[index] }).map(\.count).max() ?? 0
        }
        let table = ([columns + ["name"]] + rows).map { row in
            "  "
                + columns.indices.map { Self.cell(row[$0], width: widths[$0], isText: $0 == 1) }
                .joined(separator: "  ") + "  \(row[columns.count])"
        }
        return [heading] + table
    }

    private static func row(_ field: PlacedField) -> [String] {
        let numbers = field.rect.map { [$0.x, $0.y, $0.width, $0.height].map(points) }
        return [field.page.map(String.init) ?? "-", field.kind.rawValue] + (numbers ?? ["-", "-", "-", "-"])
            + [field.plainName]
    }

    private static func cell(_ text: String, width: Int, isText: Bool) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return isText ? text + space : space + text
    }

    /// Returns one JSON list with an object for each field; lengths are in points.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes, .sortedKeys]
        return VisibleText.json(try encoder.encode(fields.map(Entry.init)))
    }

    private struct Entry: Encodable {
        let name: String
        let type: PlacedField.Kind
        let page: Int?
        let left: Double?
        let top: Double?
        let width: Double?
        let height: Double?

        init(_ field: PlacedField) {
            name = field.name
            type = field.kind
            page = field.page
            left = field.rect.map { FileFields.rounded($0.x) }
            top = field.rect.map { FileFields.rounded($0.y) }
            width = field.rect.map { FileFields.rounded($0.width) }
            height = field.rect.map { FileFields.rounded($0.height) }
        }
    }

    /// Rounds to a tenth of a point, which nobody sees.
    static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    /// Returns a length as `72` or `595.3`.
    static func points(_ value: Double) -> String {
        let value = rounded(value)
        return value == value.rounded() ? String(Int(value)) : String(value)
    }
}
