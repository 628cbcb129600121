import Essentials
import Foundation
import PageImages

/// Turns files of other kinds into PDFs: each by a program of the system, in a process of its own, which sees neither a
/// network nor any file but the system's, and leaves nothing behind.
///
/// LibreOffice reads text and offices' files; ImageMagick the pictures that this package does not read itself.
public struct DocumentConverter: Sendable {
    /// How long and how much a program may work.
    public let limits: ConversionLimits
    /// Folders with fonts besides the system's.
    public let fontFolders: [String]
    private let slots: FairSlots

    /// - Parameter fontFolders: absolute paths of folders with fonts besides the system's
    public init(limits: ConversionLimits = ConversionLimits(), fontFolders: [String] = []) {
        self.limits = limits
        self.fontFolders = fontFolders
        slots = FairSlots(count: limits.atOnce, line: limits.line)
    }

    /// Returns a file that LibreOffice reads as a PDF.
    ///
    /// - Throws: ``ConversionProblem``, and `CancellationError`
    package func pdf(from file: Data, _ kind: FileKind, for share: FairShare) async throws -> Data {
        if FileKind.needsPassword(file) { throw ConversionProblem.encrypted(kind) }
        var file = file
        if kind == .text {
            // LibreOffice tells UTF-8 by its mark.
            guard let text = PlainText.decoded(file) else { throw ConversionProblem.unreadable(kind) }
            file = Data([0xEF, 0xBB, 0xBF] + text.utf8)
        }
        return try await run(.libreOffice(kind), on: file, kind, for: share)
    }

    /// Returns the pictures of a file that ImageMagick reads, each as a PNG file, upright.
    ///
    /// - Parameter mostPixels: larger pictures are made smaller
    /// - Throws: ``ConversionProblem``, and `CancellationError`
    package func pictures(
        in file: Data, _ kind: FileKind, keeping mostPixels: Int, for share: FairShare
    ) async throws -> [Data] {
        let pictures = try await run(
            .imageMagick(kind, most: limits.pictures + 1, pixels: mostPixels), on: file, kind, for: share)
        guard let split = PNGStream.files(in: pictures), !split.isEmpty else {
            throw ConversionProblem.unreadable(kind)
        }
        guard split.count <= limits.pictures else { throw ConversionProblem.tooManyPictures(limit: limits.pictures) }
        return split
    }

    private func run(
        _ program: ConvertingProgram, on file: Data, _ kind: FileKind, for share: FairShare
    ) async throws -> Data {
        #if os(Linux)
            do {
                return try await slots.run(for: share) {
                    try await program.output(for: file, limits, fontFolders: fontFolders)
                }
            } catch is FairSlots.Full {
                throw ConversionProblem.busy
            } catch let missing as MissingProgram {
                throw ConversionProblem.programMissing(kind, program: missing.name)
            } catch let failure as LimitedProgram.Failure {
                throw ConversionProblem(failure, kind, limits)
            }
        #else
            throw ConversionProblem.programMissing(kind, program: program.name)
        #endif
    }
}

#if os(Linux)
    extension ConversionProblem {
        fileprivate init(_ failure: LimitedProgram.Failure, _ kind: FileKind, _ limits: ConversionLimits) {
            switch failure {
            case .timedOut: self = .timedOut(kind, seconds: limits.seconds)
            case .failed(let complaint) where complaint.hasPrefix("bwrap: "): self = .notConfined(kind)
            case .failed: self = .unreadable(kind)
            case .notStarted: self = .notConfined(kind)
            }
        }
    }
#endif

/// PNG files one after the other (ISO/IEC 15948 §5).
enum PNGStream {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Returns the files; `nil` if something else is among them.
    static func files(in bytes: Data) -> [Data]? {
        var files: [Data] = []
        var rest = Data(bytes)[...]
        while !rest.isEmpty {
            guard rest.starts(with: signature) else { return nil }
            var place = rest.startIndex + signature.count
            while true {
                guard place + 12 <= rest.endIndex else { return nil }
                let length = rest[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
                let isLast = rest[place + 4..<place + 8].elementsEqual("IEND".utf8)
                place += 12 + length
                guard place <= rest.endIndex else { return nil }
                if isLast { break }
            }
            files.append(Data(rest[..<place]))
            rest = rest[place...]
        }
        return files
    }
}
