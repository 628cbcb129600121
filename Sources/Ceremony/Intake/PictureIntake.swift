import Envelopes
import Essentials
import Foundation
import PageImages
import SignedPDF

#if os(Linux)
    import Glibc
#endif

/// Takes in pictures from outside: few at once, each account and person in turn, on threads that answer nobody.
///
/// A file's header is read first, and a picture beyond the limits is never decoded. PNG files are decoded row by row by
/// code of this package, so that only the picture that is kept is in memory. The pixels of JPEG files are never decoded
/// here: those to be made smaller are drawn by the renderer, in a program of its own under limits.
public struct PictureIntake: Sendable {
    /// The limits on one picture's pixels.
    public let limits: PictureLimits
    /// The number of pictures that are decoded at once.
    public let atOnce: Int
    /// How many further pictures of one account may wait.
    public let line: Int
    private let slots: FairSlots

    /// - Parameters:
    ///   - atOnce: the number of pictures that are decoded at once
    ///   - line: how many further pictures of one account may wait; more are refused
    public init(limits: PictureLimits = PictureLimits(), atOnce: Int = 2, line: Int = 20) {
        self.limits = limits
        self.atOnce = atOnce
        self.line = line
        slots = FairSlots(count: atOnce, line: line)
    }

    /// Returns a picture for a PDF, of at most ``PictureLimits/keptPixels``.
    ///
    /// - Throws: `PDFError.invalidImage`, `FairSlots.Full`, errors of the renderer and `CancellationError`
    package func image(
        _ bytes: Data, for share: FairShare, renderer: any PageRenderer
    ) async throws -> RasterImage {
        let limits = limits
        let bytes = try await plain(bytes, for: share)
        let header = try PictureHeader(bytes)
        try header.check(limits)
        if header.format == .jpeg, header.pixels > limits.keptPixels {
            return try RasterImage(
                await drawn(bytes, keeping: limits.keptPixels, for: share, renderer: renderer), limits)
        }
        return try await slots.run(for: share) {
            try await Self.onOwnThread { try RasterImage(bytes, limits) }
        }
    }

    /// Returns a photograph of a phone as JPEG, and other files as they are.
    private func plain(_ bytes: Data, for share: FairShare) async throws -> Data {
        #if os(Linux)
            guard HEICPicture.canRead(bytes) else { return bytes }
            return try await slots.run(for: share) { try await HEICPicture.jpeg(from: bytes) }
        #else
            return bytes
        #endif
    }

    /// Returns a picture written anew as a file of the same format, of at most `mostPixels`.
    ///
    /// - Throws: as ``image(_:for:renderer:)`` does
    package func file(
        _ bytes: Data, keeping mostPixels: Int, for share: FairShare, renderer: any PageRenderer
    ) async throws -> Data {
        let header = try PictureHeader(bytes)
        try header.check(limits)
        if header.format == .jpeg {
            return try await drawn(bytes, keeping: mostPixels, for: share, renderer: renderer)
        }
        let kept = PictureLimits(decodedBytes: limits.decodedBytes, keptPixels: mostPixels)
        return try await slots.run(for: share) {
            try await Self.onOwnThread { try PixelGrid(png: bytes, kept).upright.png() }
        }
    }

    /// The largest width that every renderer draws, in pixels.
    private static let widest = 4000.0

    /// Returns a JPEG as the renderer draws it: upright, decoded and encoded again.
    private func drawn(
        _ bytes: Data, keeping mostPixels: Int, for share: FairShare, renderer: any PageRenderer
    ) async throws -> Data {
        let image = try RasterImage(bytes, limits)
        let size = image.shownSize
        let shrinking = min(
            1, (Double(mostPixels) / (size.width * size.height)).squareRoot(), Self.widest / size.width)
        // The page is as wide as a sheet of paper, whatever the picture is.
        let page = (width: 600.0, height: 600 * size.height / size.width)
        var composition = PDFComposition(DocumentInformation(title: "Picture"))
        composition.addPage(width: page.width, height: page.height)
        composition.image(image, in: PageRect(x: 0, y: 0, width: page.width, height: page.height))
        let file = try composition.data()
        let source = PageSource(hash: BlobHash(of: file).rawValue, for: share) { file }
        return try await renderer.image(ofPage: 1, of: source, width: max(1, Int(size.width * shrinking)))
    }

    /// Runs `body` while a picture of the account counts as being decoded; for tests.
    func whileDecoding(for share: FairShare, _ body: @Sendable () async throws -> Void) async throws {
        try await slots.run(for: share, body)
    }

    /// Runs work on a thread of its own, which steps back for those that answer.
    private static func onOwnThread<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                #if os(Linux)
                    // Of a thread, Linux lowers the priority alone (setpriority(2)).
                    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, 10)
                #endif
                continuation.resume(with: Swift.Result { try work() })
            }
        }
    }
}
