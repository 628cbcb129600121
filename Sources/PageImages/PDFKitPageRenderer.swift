#if canImport(PDFKit)
    import Foundation
    import PDFKit

    /// Turns pages into pictures and words with PDFKit.
    public struct PDFKitPageRenderer: PageRenderer {
        /// The widest picture in pixels.
        private static let widest = 4096

        public init() {}

        public func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data {
            guard (1...Self.widest).contains(width) else {
                throw PageImageError.widthOutOfRange(width, limit: Self.widest)
            }
            let shown = try await Self.open(page, of: source)
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

        public func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] {
            let shown = try await Self.open(page, of: source)
            var characters: [PageWords.Placed] = []
            // PDFKit counts UTF-16 units.
            var unit = 0
            for character in shown.string ?? "" {
                characters.append(.init(text: character, box: shown.characterBounds(at: unit)))
                unit += character.utf16.count
            }
            return PageWords.words(of: characters, crop: shown.bounds(for: .cropBox), rotation: shown.rotation)
        }

        private static func open(_ page: Int, of source: PageSource) async throws -> PDFPage {
            guard let document = PDFDocument(data: try await source.bytes()), page > 0,
                let found = document.page(at: page - 1)
            else { throw PageImageError.unrenderable(page: page, reason: "PDFKit cannot read it.") }
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
