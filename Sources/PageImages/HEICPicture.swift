import Foundation

/// Photographs as phones keep them (ISO/IEC 23008-12), which a program of the system turns into JPEG.
public enum HEICPicture {
    /// The program, of the Debian package `libheif-examples`.
    static let program = "/usr/bin/heif-convert"
    private static let brands: Set = ["heic", "heix", "hevc", "heim", "heis", "mif1"]
    private static let quality = 92

    /// Whether a file begins like such a picture (ISO/IEC 14496-12 §4.3) and can be read here.
    public static func canRead(_ data: Data) -> Bool {
        #if os(Linux)
            return begins(data) && FileManager.default.isExecutableFile(atPath: program)
        #else
            return false
        #endif
    }

    package static func begins(_ data: Data) -> Bool {
        let start = Array(data.prefix(12))
        guard start.count == 12, Array("ftyp".utf8) == Array(start[4..<8]) else { return false }
        return brands.contains(String(decoding: start[8..<12], as: UTF8.self))
    }

    #if os(Linux)
        /// Returns the picture as JPEG, upright and without what the phone noted about it.
        ///
        /// - Parameter parent: holds the files of the program meanwhile
        /// - Throws: ``PageImageError``, and `CancellationError`
        public static func jpeg(
            from data: Data, limits: ProgramLimits = ProgramLimits(),
            in parent: URL = FileManager.default.temporaryDirectory
        ) async throws -> Data {
            // The program chooses the format by the name of the file that it writes.
            let folder = parent.appending(path: "countersign-\(UUID().uuidString.lowercased())")
            do {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            } catch {
                throw PageImageError.fileProblem(path: folder.path, reason: "it could not be made")
            }
            defer { try? FileManager.default.removeItem(at: folder) }
            let made = folder.appending(path: "picture.jpg")
            var run = LimitedProgram(
                path: program, arguments: ["-q", String(quality), LimitedProgram.input, made.path], limits: limits,
                directory: folder)
            run.bytes = data
            do {
                _ = try await run.output()
            } catch let failure as LimitedProgram.Failure {
                throw PageImageError(failure, limits)
            }
            guard let file = try? Data(contentsOf: made), let plain = withoutNotes(file) else {
                throw PageImageError.unrenderable(page: 1, reason: "it is no picture, or several")
            }
            return plain
        }
    #endif

    /// Returns a JPEG file without its notes (APP1: Exif and XMP; JEITA CP-3451 §4.5.4). The picture is upright, but some
    /// versions of the program keep the note that it is not.
    ///
    /// - Returns: `nil` for a file that is no JPEG
    static func withoutNotes(_ file: Data) -> Data? {
        let bytes = Array(file)
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var kept = Array(bytes[..<2])
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
            let end = place + 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
            guard end <= bytes.count, end > place + 3 else { return nil }
            if bytes[place + 1] != 0xE1 { kept += bytes[place..<end] }
            place = end
        }
        return Data(kept + bytes[place...])
    }
}

#if os(Linux)
    extension PageImageError {
        fileprivate init(_ failure: LimitedProgram.Failure, _ limits: ProgramLimits) {
            switch failure {
            case .notStarted(let reason): self = .programFailed(reason: reason)
            case .timedOut: self = .timedOut(page: 1, seconds: limits.seconds)
            case .failed(let complaint): self = .unrenderable(page: 1, reason: complaint)
            }
        }
    }
#endif
