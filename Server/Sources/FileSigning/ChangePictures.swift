import Foundation
import PageImages
import SignedPDF

/// Draws the changes to a signed file: each changed page before and after, with the changes outlined.
///
/// An earlier revision consists of the file's first bytes, so both images show a file that once existed as such.
package struct ChangePictures: Sendable {
    /// The maximum number of drawn pages: a file with a million changed pages must not fill the disk.
    package static let mostPages = 40
    /// The time limit for all images of one file. Pages that remain are not drawn.
    package static let timeLimit = Duration.seconds(20)

    private let rasterizer: any PageRasterizer
    /// The width of an image in pixels.
    private let width: Int

    package init(rasterizer: any PageRasterizer, width: Int = 1000) {
        self.rasterizer = rasterizer
        self.width = width
    }

    /// A page that changed between two revisions.
    struct ChangedPage: Hashable {
        var from: Int
        var to: Int
        var before: Int?
        var after: Int?
    }

    /// The images written for a report.
    package struct Result: Sendable {
        package var files: [URL] = []
        /// The number of pages that changed but were not drawn.
        package var leftOut = 0
        /// The reasons why pages could not be drawn, at most one for each page.
        package var problems: [PageImageError] = []
    }

    /// Writes `change-1-page-2-before.png`, `change-1-page-2-after.png` and so on. Changes are numbered in the order
    /// in which they happened; page numbers are those of the drawn revision.
    ///
    /// Red outlines changes that no signature permits, amber doubtful ones, green permitted ones. A page that changed
    /// as a whole has a frame, and a thin blue box around the differing pixels.
    ///
    /// - Parameters:
    ///   - report: the report of ``FileVerifier`` on the file
    ///   - folder: the folder for the images; created if missing
    ///   - passwordFile: a file with the password of an encrypted document. Its pages are drawn from a decrypted copy,
    ///     so that the password is passed to no other program.
    /// - Throws: ``FileSigningError`` for a folder that is not writable. A page that cannot be drawn is reported in
    ///   the result, and drawing continues.
    package func draw(
        _ report: VerificationReport, of file: URL, into folder: URL, passwordFile: URL? = nil
    ) async throws -> Result {
        let marks = Self.marks(report)
        var result = Result()
        guard !marks.isEmpty else { return result }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw FileSigningError.unwritable(path: folder.relativePath, reason: "the folder could not be made")
        }
        let whole = try FileSigner.open(file, passwordFile: passwordFile)
        let bytes = whole.bytes
        let steps = Set(marks.keys.map(\.to)).sorted()
        let pages = marks.keys.sorted {
            ($0.to, $0.after ?? $0.before ?? 0, $0.after == nil ? 1 : 0)
                < ($1.to, $1.after ?? $1.before ?? 0, $1.after == nil ? 1 : 0)
        }
        let end = ContinuousClock.now + Self.timeLimit
        var revisions: [Int: PDFDocument] = [:]
        var readable: [Int: Data] = [:]
        var drawn = 0
        for page in pages {
            guard drawn < Self.mostPages, ContinuousClock.now < end else {
                result.leftOut += 1
                continue
            }
            drawn += 1
            let step = (steps.firstIndex(of: page.to) ?? 0) + 1
            let old: PixelImage?
            let new: PixelImage?
            for revision in [page.from, page.to] where revisions[revision] == nil {
                revisions[revision] = try? whole.document(upTo: revision)
                readable[revision] =
                    whole.isEncrypted
                    ? revisions[revision].flatMap { try? PDFComposition.combined([$0]) } : bytes.prefix(revision)
            }
            do {
                old = try await picture(page.before, of: readable[page.from] ?? bytes.prefix(page.from))
                new = try await picture(page.after, of: readable[page.to] ?? bytes.prefix(page.to))
            } catch let error as PageImageError {
                result.problems.append(error)
                result.leftOut += 1
                continue
            }
            let sizes = (
                before: Self.width(of: page.before, in: revisions[page.from]),
                after: Self.width(of: page.after, in: revisions[page.to])
            )
            for (image, other, number, size, name) in [
                (old, new, page.before, sizes.before, "before"), (new, old, page.after, sizes.after, "after"),
            ] {
                guard var image, let number, let size else { continue }
                Self.outline(marks[page] ?? [], in: &image, other: other, scale: Double(image.width) / size)
                let url = folder.appending(path: "change-\(step)-page-\(number)-\(name).png")
                do {
                    try image.png().write(to: url)
                } catch let error as PageImageError {
                    throw error
                } catch {
                    throw FileSigningError.unwritable(path: url.relativePath, reason: "it could not be written")
                }
                result.files.append(url)
            }
        }
        return result
    }

    // MARK: What is outlined

    struct Mark: Hashable {
        var rect: PageRect?
        var standing: DocumentChange.Standing
    }

    /// Returns the changes of all signatures by page. If several signatures judge one change, the worst judgment
    /// counts.
    static func marks(_ report: VerificationReport) -> [ChangedPage: [Mark]] {
        var worst: [ChangedPage: [PageRect?: DocumentChange.Standing]] = [:]
        for change in report.signatures.flatMap(\.changes) {
            for area in change.areas {
                let page = ChangedPage(from: change.from, to: change.to, before: area.pageBefore, after: area.pageAfter)
                let known = worst[page]?[area.rect]
                if let known, rank(known) >= rank(change.standing) { continue }
                worst[page, default: [:]][area.rect] = change.standing
            }
        }
        return worst.mapValues { marks in marks.map { Mark(rect: $0.key, standing: $0.value) } }
    }

    private static func rank(_ standing: DocumentChange.Standing) -> Int {
        switch standing {
        case .permitted: 0
        case .doubtful: 1
        case .forbidden: 2
        }
    }

    private static func color(_ standing: DocumentChange.Standing) -> PixelImage.Color {
        switch standing {
        case .permitted: PixelImage.Color(red: 0x1A, green: 0x8F, blue: 0x3C)
        case .doubtful: PixelImage.Color(red: 0xE0, green: 0x8A, blue: 0x00)
        case .forbidden: PixelImage.Color(red: 0xD0, green: 0x10, blue: 0x20)
        }
    }

    private static func outline(
        _ marks: [Mark], in image: inout PixelImage, other: PixelImage?, scale: Double
    ) {
        let plain = image
        let line = max(2, image.width / 300)
        for mark in marks.sorted(by: { rank($0.standing) < rank($1.standing) }) {
            guard let rect = mark.rect else {
                if let other, let differing = plain.difference(from: other) {
                    image.outline(
                        differing, color: PixelImage.Color(red: 0x10, green: 0x50, blue: 0xD0), thickness: line / 2)
                }
                let frame = PixelImage.Frame(
                    x: 2 * line, y: 2 * line, width: image.width - 4 * line, height: image.height - 4 * line)
                image.outline(frame, color: color(mark.standing), thickness: 2 * line)
                continue
            }
            image.outline(
                Self.frame(rect, scale: scale, in: image), color: color(mark.standing), thickness: line)
        }
    }

    /// Returns a rectangle in whole pixels, clipped to the image.
    private static func frame(_ rect: PageRect, scale: Double, in image: PixelImage) -> PixelImage.Frame {
        func pixel(_ value: Double, _ limit: Int) -> Int { Int(min(max(0, value * scale), Double(limit))) }
        let left = pixel(rect.x, image.width)
        let top = pixel(rect.y, image.height)
        return PixelImage.Frame(
            x: left, y: top, width: pixel(rect.x + rect.width, image.width) - left,
            height: pixel(rect.y + rect.height, image.height) - top)
    }

    // MARK: Pages

    private func picture(_ page: Int?, of revision: Data) async throws -> PixelImage? {
        guard let page else { return nil }
        let source = PageSource(hash: "") { revision }
        return try await rasterizer.pixels(ofPage: page, of: source, width: width)
    }

    /// Returns the width of a page in PDF points, as a reader displays it.
    private static func width(of page: Int?, in revision: PDFDocument?) -> Double? {
        page.flatMap { try? revision?.page($0).size.width }.map { max(1, $0) }
    }
}
