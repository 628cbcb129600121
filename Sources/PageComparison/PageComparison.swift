import Foundation
import PageImages
import SignedPDF

/// Draws the pages of a signed file as they were and as they became with each later revision, and doubts what looks
/// different without a permitted change that explains it.
///
/// The verdict of ``PDFDocument/verifySignatures(trusting:at:asking:)`` comes from the objects in the file. This looks at
/// pixels, so that a gap in those rules still has to get past a second pair of eyes. It can make a verdict doubtful, but
/// no verdict better.
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

    /// - Parameters:
    ///   - dotsPerInch: how finely pages are drawn. Very large pages are drawn more coarsely.
    ///   - mostPages: how many pages of one file are compared, counted for each revision.
    ///   - timeLimit: after this time no further page is compared.
    public init(
        rasterizer: any PageRasterizer, dotsPerInch: Double = 100, mostPages: Int = 200,
        timeLimit: Duration = .seconds(60)
    ) {
        self.rasterizer = rasterizer
        self.dotsPerInch = dotsPerInch
        self.mostPages = mostPages
        self.timeLimit = timeLimit
    }

    /// Compares each signed revision with the next one, and the last one with the whole file.
    ///
    /// Changes that a signature forbids explain nothing: the report says what is wrong with them. Pages on which a change
    /// is reported come first, then all others: a change that the report does not know of is on any of them.
    ///
    /// - Parameter report: what `document` says of its signatures.
    public func doubts(about report: VerificationReport, of document: PDFDocument) async -> PageComparisonResult {
        var result = PageComparisonResult()
        let steps = ComparedStep.steps(in: report)
        let end = ContinuousClock.now + timeLimit
        for isChanged in [true, false] {
            for step in steps where !(isChanged && step.changedPages.isEmpty) {
                let revisions: ComparedRevisions
                do throws(PDFError) {
                    revisions = try ComparedRevisions(step, of: document)
                } catch {
                    guard !isChanged else { continue }
                    result.note(.revisionsUnreadable(error))
                    result.notCompared += 1
                    continue
                }
                if !isChanged { note(revisions, step, in: &result) }
                for page in revisions.pages where step.changedPages.contains(page) == isChanged {
                    guard result.compared < mostPages, ContinuousClock.now < end, !Task.isCancelled else {
                        result.notCompared += 1
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
        let width = pixelWidth(size)
        do {
            async let after = picture(page, revisions.after, width)
            let before = try await picture(page, revisions.before, width)
            var bare: PixelImage?
            if let source = revisions.bare, step.hides(on: page) { bare = try await picture(page, source, width) }
            result.compared += 1
            guard let comparison = PixelComparison(before: before, after: try await after, bare: bare) else {
                result.doubts.append(PageDoubt(.otherSize(page: page), step))
                return
            }
            let scale = Double(before.width) / max(1, size.width)
            let areas = revisions.areas[page, default: []].map { $0.frame(scale: scale, in: before) }
            for finding in comparison.findings(permitting: areas) {
                switch finding {
                case .changeOutside(let frame):
                    result.doubts.append(
                        PageDoubt(.changedElsewhere(page: page, area: PageRect(frame, scale: scale)), step))
                case .printedMatterVanished(let frame):
                    // Without the bare page nobody knows what a changed field showed itself.
                    guard bare != nil || !step.hides(on: page) || revisions.bareIsPlain else { continue }
                    result.doubts.append(
                        PageDoubt(.printedMatterVanished(page: page, area: PageRect(frame, scale: scale)), step))
                }
            }
        } catch {
            result.notCompared += 1
            result.note(.pageNotDrawn(page: page, error as? PageImageError))
        }
    }

    private func picture(_ page: Int, _ revision: ComparedRevisions.Revision, _ width: Int) async throws -> PixelImage {
        let bytes = revision.bytes
        return try await rasterizer.pixels(ofPage: page, of: PageSource(hash: "") { bytes }, width: width)
    }

    /// No picture is wider than renderers draw, or has more than 8 million pixels.
    private func pixelWidth(_ size: (width: Double, height: Double)) -> Int {
        let (width, height) = (max(1, size.width), max(1, size.height))
        let dots = min(dotsPerInch / 72, 4000 / width, (8_000_000 / (width * height)).squareRoot())
        return max(1, Int(width * dots))
    }
}

extension PageRect {
    /// In whole pixels, cut to the picture.
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
