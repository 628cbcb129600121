import Foundation
import PageImages
import SignedPDF

/// Compares the rendered pages of a signed file before and after each later revision, and reports differences that no
/// permitted change explains.
///
/// The verdict of ``PDFDocument/verifySignatures(trusting:at:asking:)`` comes from the objects in the file. This
/// comparison looks at pixels instead, as a second, independent check on those rules. It can turn a verdict into
/// indeterminate, but never improves one.
///
/// ```swift
/// let comparison = PageComparison(rasterizer: try PopplerPageRenderer())
/// let result = await comparison.doubts(about: report, of: document)
/// let doubted = report.doubted(because: result)
/// ```
public struct PageComparison: Sendable {
    private let rasterizer: any PageRasterizer
    private let dotsPerInch: Double
    private let mostPages: Int
    private let timeLimit: Duration
    private let onlyChangedPages: Bool

    /// - Parameters:
    ///   - dotsPerInch: the resolution at which pages are drawn; very large pages are drawn more coarsely
    ///   - mostPages: the most pages of one file to compare; a page counts once for each revision
    ///   - timeLimit: the time after which no further page is compared
    ///   - onlyChangedPages: whether only pages are compared for which the report has changes. If `false`, all pages
    ///     are, since an unreported change may be on any of them
    public init(
        rasterizer: any PageRasterizer, dotsPerInch: Double = PixelComparison.plainResolution, mostPages: Int = 200,
        timeLimit: Duration = .seconds(60), onlyChangedPages: Bool = false
    ) {
        self.rasterizer = rasterizer
        self.dotsPerInch = dotsPerInch
        self.mostPages = mostPages
        self.timeLimit = timeLimit
        self.onlyChangedPages = onlyChangedPages
    }

    /// Compares each signed revision with the next one, and the last signed revision with the whole file.
    ///
    /// Forbidden changes do not explain a difference; the report already lists them as problems. Pages with reported
    /// changes are compared first, then all others. A page that was not compared is a doubt of its own.
    ///
    /// - Parameter report: the verification report on `document`
    public func doubts(about report: VerificationReport, of document: PDFDocument) async -> PageComparisonResult {
        var result = PageComparisonResult()
        let steps = ComparedStep.steps(in: report)
        let end = ContinuousClock.now + timeLimit
        for isChanged in onlyChangedPages ? [true] : [true, false] {
            for step in steps where !(isChanged && step.changedPages.isEmpty) {
                let revisions: ComparedRevisions
                do throws(PDFError) {
                    revisions = try ComparedRevisions(step, of: document)
                } catch {
                    guard !isChanged || onlyChangedPages else { continue }
                    result.note(.revisionsUnreadable(error))
                    result.missed(step)
                    continue
                }
                if !isChanged || onlyChangedPages { note(revisions, step, in: &result) }
                for page in revisions.pages where step.changedPages.contains(page) == isChanged {
                    guard result.compared < mostPages, ContinuousClock.now < end, !Task.isCancelled else {
                        result.missed(step)
                        continue
                    }
                    await compare(page, revisions, step, &result)
                }
            }
        }
        return result
    }

    private func note(_ revisions: ComparedRevisions, _ step: ComparedStep, in result: inout PageComparisonResult) {
        let (before, after) = (revisions.before.pages.count, revisions.after.pages.count)
        if before != after {
            result.doubts.append(PageDoubt(.otherPageCount(before: before, after: after), step))
        }
        if let problem = revisions.problem { result.note(problem) }
    }

    private func compare(
        _ page: Int, _ revisions: ComparedRevisions, _ step: ComparedStep, _ result: inout PageComparisonResult
    ) async {
        let size = revisions.before.pages[page - 1].size
        let hides = step.hides(on: page)
        do {
            let pictures = try await pictures(of: page, revisions, hides: hides, width: pixelWidth(size))
            result.compared += 1
            guard let comparison = pictures.comparison() else {
                result.doubts.append(PageDoubt(.otherSize(page: page), step))
                return
            }
            let areas = pictures.frames(revisions.areas[page, default: []], ofPageWide: size.width)
            for finding in comparison.findings(permitting: areas) {
                switch finding {
                case .changeOutside(let frame):
                    let area = PageRect(frame, scale: pictures.scale(ofPageWide: size.width))
                    result.doubts.append(PageDoubt(.changedElsewhere(page: page, area: area), step))
                case .printedMatterVanished(let frame):
                    // Without the bare page, the appearance of a changed field cannot be distinguished
                    // from the page's own print.
                    guard pictures.bare != nil || !hides || revisions.bareIsPlain,
                        try await isGone(frame, page, pictures, revisions)
                    else { continue }
                    let area = PageRect(frame, scale: pictures.scale(ofPageWide: size.width))
                    result.doubts.append(PageDoubt(.printedMatterVanished(page: page, area: area), step))
                }
            }
        } catch {
            result.missed(step)
            result.note(.pageNotDrawn(page: page, error as? PageImageError))
        }
    }

    /// The largest places at which a second look is taken, in pixels.
    private static let largestLook = (width: 420, height: 140)
    /// How far around a place the second look goes, in pixels.
    private static let surroundings = 12

    /// Looks again at print that seems gone, at twice the resolution. Where the strokes of a pen cross a letter, a
    /// coarse picture shows one blot.
    private func isGone(
        _ frame: PixelImage.Frame, _ page: Int, _ coarse: ComparedPictures, _ revisions: ComparedRevisions
    ) async throws -> Bool {
        let (width, height) = (coarse.before.width, coarse.before.height)
        guard frame.width <= Self.largestLook.width, frame.height <= Self.largestLook.height,
            2 * width <= Self.widest, 4 * width * height <= Self.mostPixels
        else { return true }
        let size = revisions.before.pages[page - 1].size
        let fine = try await pictures(of: page, revisions, hides: coarse.bare != nil, width: 2 * width)
        guard let comparison = fine.comparison(scale: 2) else { return true }
        let place = PixelImage.Frame(
            x: 2 * (frame.x - Self.surroundings), y: 2 * (frame.y - Self.surroundings),
            width: 2 * (frame.width + 2 * Self.surroundings), height: 2 * (frame.height + 2 * Self.surroundings))
        let areas = fine.frames(revisions.areas[page, default: []], ofPageWide: size.width)
        return comparison.findings(permitting: areas, around: place).contains {
            if case .printedMatterVanished = $0 { true } else { false }
        }
    }

    /// - Parameter hides: whether the page is also drawn without its changed annotations
    private func pictures(
        of page: Int, _ revisions: ComparedRevisions, hides: Bool, width: Int
    ) async throws -> ComparedPictures {
        async let after = picture(page, revisions.after, width)
        let before = try await picture(page, revisions.before, width)
        var bare: PixelImage?
        if hides, let source = revisions.bare { bare = try await picture(page, source, width) }
        return ComparedPictures(before: before, after: try await after, bare: bare)
    }

    private func picture(_ page: Int, _ revision: ComparedRevisions.Revision, _ width: Int) async throws -> PixelImage {
        let bytes = revision.bytes
        return try await rasterizer.pixels(ofPage: page, of: PageSource(hash: "") { bytes }, width: width)
    }

    private static let widest = 4000
    private static let mostPixels = 8_000_000

    /// Returns a width that renderers accept, for a picture of at most 8 million pixels.
    private func pixelWidth(_ size: (width: Double, height: Double)) -> Int {
        let (width, height) = (max(1, size.width), max(1, size.height))
        let dots = min(
            dotsPerInch / 72, Double(Self.widest) / width, (Double(Self.mostPixels) / (width * height)).squareRoot())
        return max(1, Int(width * dots))
    }
}

/// The pictures of one page that are compared.
private struct ComparedPictures {
    let before: PixelImage
    let after: PixelImage
    /// The earlier page without the changed annotations.
    let bare: PixelImage?

    func comparison(scale: Int = 1) -> PixelComparison? {
        PixelComparison(before: before, after: after, bare: bare, scale: scale)
    }

    /// Pixels to a point.
    func scale(ofPageWide width: Double) -> Double { Double(before.width) / max(1, width) }

    func frames(_ areas: [PageRect], ofPageWide width: Double) -> [PixelImage.Frame] {
        areas.map { $0.frame(scale: scale(ofPageWide: width), in: before) }
    }
}

extension PageRect {
    /// The rectangle in whole pixels, clipped to the picture.
    fileprivate func frame(scale: Double, in image: PixelImage) -> PixelImage.Frame {
        func pixel(_ value: Double, _ limit: Int, _ rule: FloatingPointRoundingRule) -> Int {
            Int(min(max(0, (value * scale).rounded(rule)), Double(limit)))
        }
        let left = pixel(x, image.width, .down)
        let top = pixel(y, image.height, .down)
        return PixelImage.Frame(
            x: left, y: top, width: pixel(x + width, image.width, .up) - left,
            height: pixel(y + height, image.height, .up) - top)
    }

    fileprivate init(_ frame: PixelImage.Frame, scale: Double) {
        self.init(
            x: Double(frame.x) / scale, y: Double(frame.y) / scale, width: Double(frame.width) / scale,
            height: Double(frame.height) / scale)
    }
}
