#if canImport(PDFKit)
    import Foundation
    import PDFKit

    /// Renders pages and extracts their words with PDFKit.
    public struct PDFKitPageRenderer: PageRenderer {
        /// The largest width of a picture in pixels.
        private static let widest = 4096
        /// The total size in bytes of the documents that are kept open.
        private static let kept = 64 << 20

        private let opened = OpenedDocuments<PDFKitDocument>(keeping: Self.kept) { try PDFKitDocument($0) }

        /// Opens nothing yet. Documents of up to 64 MiB in total stay open between calls.
        public init() {}

        /// Draws the page at a width of 1 to 4096 pixels.
        ///
        /// - Throws: ``PageImageError/widthOutOfRange(_:limit:)`` and ``PageImageError/unrenderable(page:reason:)``
        public func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data {
            guard (1...Self.widest).contains(width) else {
                throw PageImageError.widthOutOfRange(width, limit: Self.widest)
            }
            return try await document(source, page).image(ofPage: page, width: width)
        }

        /// Reads the words with PDFKit.
        ///
        /// - Throws: ``PageImageError/unrenderable(page:reason:)``
        public func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] {
            try await document(source, page).words(onPage: page)
        }

        private func document(_ source: PageSource, _ page: Int) async throws -> PDFKitDocument {
            do {
                return try await opened.document(source)
            } catch is PDFKitDocument.Unreadable {
                throw PDFKitDocument.unreadable(page)
            }
        }
    }

    /// One open document. Its pages are drawn one at a time, since PDFKit does not document that a document may be used
    /// from several threads at once.
    private actor PDFKitDocument {
        struct Unreadable: Error {}

        private let document: PDFDocument

        init(_ data: Data) throws {
            guard let document = PDFDocument(data: data) else { throw Unreadable() }
            self.document = document
        }

        static func unreadable(_ page: Int) -> PageImageError {
            .unrenderable(page: page, reason: "PDFKit cannot read it.")
        }

        func image(ofPage page: Int, width: Int) throws -> Data {
            let shown = try self.page(page)
            let box = shown.bounds(for: .cropBox)
            let isTurned = shown.rotation % 180 != 0
            let (across, down) = isTurned ? (box.height, box.width) : (box.width, box.height)
            guard across > 0, down > 0 else { throw PageImageError.unrenderable(page: page, reason: "It is empty.") }
            let size = CGSize(width: CGFloat(width), height: (CGFloat(width) * down / across).rounded())
            guard let picture = Self.jpeg(shown.thumbnail(of: size, for: .cropBox)) else {
                throw PageImageError.unrenderable(page: page, reason: "PDFKit made no picture.")
            }
            return picture
        }

        func words(onPage page: Int) throws -> [WordBox] {
            let shown = try self.page(page)
            var characters: [PageWords.Placed] = []
            // PDFKit counts UTF-16 units.
            var unit = 0
            for character in shown.string ?? "" {
                characters.append(.init(text: character, box: shown.characterBounds(at: unit)))
                unit += character.utf16.count
            }
            return PageWords.words(of: characters, crop: shown.bounds(for: .cropBox), rotation: shown.rotation)
        }

        private func page(_ page: Int) throws -> PDFPage {
            guard page > 0, let found = document.page(at: page - 1) else { throw Self.unreadable(page) }
            return found
        }

        private static func jpeg(_ picture: PDFKitPicture) -> Data? {
            #if canImport(UIKit)
                picture.jpegData(compressionQuality: 0.85)
            #else
                picture.tiffRepresentation(using: .none, factor: 1).flatMap { NSBitmapImageRep(data: $0) }?
                    .representation(using: .jpeg, properties: [.compressionFactor: 0.85])
            #endif
        }
    }

    #if canImport(UIKit)
        import UIKit
        private typealias PDFKitPicture = UIImage
    #else
        import AppKit
        private typealias PDFKitPicture = NSImage
    #endif
#endif
