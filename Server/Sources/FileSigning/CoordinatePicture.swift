import Foundation
import PageImages
import SignedPDF
import Typesetting

/// A picture of a page under a grid of coordinates, with a frame around each form field.
///
/// People read off it where to place signatures and tabs.
package struct CoordinatePicture: Sendable {
    private let rasterizer: any PageRasterizer

    package init(rasterizer: any PageRasterizer) {
        self.rasterizer = rasterizer
    }

    /// A picture that was written.
    package struct Receipt: Sendable {
        package let page: Int
        /// The page's size in points, as displayed.
        package let width: Double
        package let height: Double
        /// Whether another file of that name was there before.
        package let replacedFile: Bool

        /// One line for people.
        package func line(named name: String) -> String {
            "Wrote \(name): page \(page), \(FileFields.points(width)) by \(FileFields.points(height)) points."
                + (replacedFile ? " It replaced another file of that name." : "")
        }
    }

    /// Draws a page and writes the picture as PNG.
    ///
    /// - Parameters:
    ///   - number: the page, counted from 1; `nil` for the last one
    ///   - fields: the file's fields
    ///   - passwordFile: a file with the password of an encrypted document. The page is drawn from a decrypted copy, so
    ///     that the password is passed to no other program.
    /// - Throws: ``FileSigningError``, `PDFError` and `PageImageError`, each with one sentence
    package func write(
        _ number: Int?, of file: URL, _ fields: FileFields, to output: URL, passwordFile: URL? = nil
    ) async throws -> Receipt {
        guard !FileSigner.isSameFile(file, output) else {
            throw FileSigningError.pictureOverDocument(path: output.relativePath)
        }
        let number = number ?? fields.pageCount
        guard (1...fields.pageCount).contains(number) else {
            throw FileSigningError.noSuchPage(number, pages: fields.pageCount)
        }
        let document = try FileSigner.open(file, passwordFile: passwordFile)
        let size = try document.page(number).size
        let png = try await picture(of: document, number, size, fields.fields.filter { $0.page == number })
        let replaces = FileManager.default.fileExists(atPath: output.path)
        do {
            try png.write(to: output)
        } catch {
            throw FileSigningError.unwritable(
                path: output.relativePath, reason: "the folder does not exist, is closed to you, or is full")
        }
        return Receipt(page: number, width: size.width, height: size.height, replacedFile: replaces)
    }

    private func picture(
        of document: PDFDocument, _ number: Int, _ size: (width: Double, height: Double), _ fields: [PlacedField]
    ) async throws -> Data {
        let sheet = CoordinateSheet(width: size.width, height: size.height)
        let readable = document.isEncrypted ? try PDFComposition.combined([document]) : document.bytes
        let page = try await pixels(readable, page: number, width: sheet.drawnWidth)
        let drawn = try sheet.data(
            over: page.png(), fields, shaper: HarfBuzzTypesetter(withoutHandwriting: FontOrder()))
        return try await pixels(drawn, page: 1, width: sheet.pictureWidth).png()
    }

    private func pixels(_ bytes: Data, page: Int, width: Int) async throws -> PixelImage {
        try await rasterizer.pixels(ofPage: page, of: PageSource(hash: "") { bytes }, width: width)
    }
}
