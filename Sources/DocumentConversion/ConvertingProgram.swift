import Foundation
import PageImages

/// A program that converts its standard input to its standard output, confined by bubblewrap.
///
/// It sees the system's programs, libraries and fonts for reading, and one folder in memory. It has no network, no other
/// process to signal, and no rights; its processes all end with it.
struct ConvertingProgram: Sendable {
    /// The name that people know.
    let name: String
    /// Where it may be.
    let paths: [String]
    /// What a shell does in the folder: `$1` is the program, and the file comes as standard input.
    let script: String
    let arguments: [String]

    private static let bubblewrap = "/usr/bin/bwrap"

    /// - Parameter kind: a kind that LibreOffice reads
    static func libreOffice(_ kind: FileKind) -> Self {
        // Tagged, for people who listen to it; fields of forms become text, so that nothing but the tabs is open.
        let options =
            #"{"UseTaggedPDF":{"type":"boolean","value":"true"},"ExportFormFields":{"type":"boolean","value":"false"}}"#
        let export =
            switch kind {
            case .xlsx, .ods, .xls: "calc_pdf_Export"
            case .pptx, .odp, .ppt: "impress_pdf_Export"
            default: "writer_pdf_Export"
            }
        // Else LibreOffice takes a page for one to be edited as HTML, which has no pages.
        let filter = kind == .html ? ["--infilter=HTML (StarWriter)"] : []
        return Self(
            name: "LibreOffice", paths: ["/usr/bin/soffice", "/usr/bin/libreoffice"],
            script: """
                cat > "document.$2" || exit 1
                program=$1 file=document.$2 to=$3
                shift 3
                "$program" -env:UserInstallation=file:///converting/profile --headless --norestore --nologo --nolockcheck \
                    --nodefault --nofirststartwizard "$@" --convert-to "$to" --outdir /converting/made "/converting/$file" \
                    </dev/null >/dev/null 2>&1
                [ -s made/document.pdf ] && cat made/document.pdf
                """,
            arguments: [kind.rawValue, "pdf:\(export):\(options)"] + filter)
    }

    /// - Parameters:
    ///   - kind: a kind that ImageMagick reads
    ///   - most: the number of pictures that are read
    ///   - pixels: larger pictures are made smaller
    static func imageMagick(_ kind: FileKind, most: Int, pixels: Int) -> Self {
        // Of a moving picture, the first counts; the pages of a fax all do.
        let frames = kind == .tiff ? "[0-\(most - 1)]" : "[0]"
        return Self(
            name: "ImageMagick", paths: ["/usr/bin/magick", "/usr/bin/convert"],
            script: """
                cat > picture || exit 1
                "$1" -limit memory 512MiB -limit map 512MiB -limit disk 0 -limit thread 1 "$2:picture$3" -auto-orient \
                    -colorspace sRGB -background white -alpha remove -alpha off -resize "$4@>" -depth 8 +adjoin \
                    -define png:exclude-chunks=all 'png:page-%06d.png' >/dev/null 2>&1
                for page in page-*.png; do [ -s "$page" ] && cat "$page"; done
                """,
            arguments: [kind.rawValue, frames, String(pixels)])
    }

    #if os(Linux)
        /// - Throws: ``MissingProgram``, `LimitedProgram.Failure` and `CancellationError`
        func output(
            for file: Data, _ limits: ConversionLimits, fontFolders: [String]
        ) async throws -> Data {
            let files = FileManager.default
            guard let program = paths.first(where: files.isExecutableFile) else {
                throw MissingProgram(name: name)
            }
            guard files.isExecutableFile(atPath: Self.bubblewrap) else { throw MissingProgram(name: "bubblewrap") }
            let run = LimitedProgram(
                path: Self.bubblewrap,
                arguments: confinement(limits, fontFolders: fontFolders) + [
                    "/bin/sh", "-c", script, "convert", program,
                ]
                    + arguments,
                limits: ProgramLimits(
                    seconds: Double(limits.seconds), cpuSeconds: limits.seconds, addressSpace: limits.addressSpace,
                    outputBytes: limits.writtenBytes),
                directory: files.temporaryDirectory, bytes: file)
            return try await run.output()
        }

        private func confinement(_ limits: ConversionLimits, fontFolders: [String]) -> [String] {
            var words = ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"]
            words += ["--ro-bind", "/usr", "/usr"]
            for folder in ["lib", "lib64", "bin"] { words += ["--symlink", "usr/\(folder)", "/\(folder)"] }
            // Settings of the programs and of fontconfig, and what it knows of the fonts; no file of the service.
            for path in [
                "/etc/fonts", "/etc/libreoffice", "/etc/alternatives", "/etc/ImageMagick-6", "/etc/ImageMagick-7",
                "/etc/ld.so.cache", "/var/cache/fontconfig",
            ] {
                words += ["--ro-bind-try", path, path]
            }
            words += ["--proc", "/proc", "--dev", "/dev"]
            words += ["--size", String(limits.writtenBytes), "--tmpfs", "/converting"]
            for (number, folder) in fontFolders.enumerated() {
                words += ["--ro-bind", folder, "/converting/.fonts/\(number)"]
            }
            words += ["--symlink", "converting", "/tmp", "--remount-ro", "/", "--chdir", "/converting"]
            for (name, value) in [
                "HOME": "/converting", "PATH": "/usr/bin", "LC_ALL": "C.UTF-8", "TMPDIR": "/converting",
            ].sorted(
                by: { $0.key < $1.key })
            {
                words += ["--setenv", name, value]
            }
            return words
        }
    #endif
}

/// A program is not where it would be.
struct MissingProgram: Error {
    let name: String
}
