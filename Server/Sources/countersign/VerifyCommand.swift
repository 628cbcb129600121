import ArgumentParser
import FileSigning
import Foundation
import GuardedHTTP
import PageComparison
import PageImages
import SignedPDF

struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verifies each signature of a PDF file.",
        discussion: """
            Exit status: 0 valid, 1 invalid or unsigned, 2 unreadable, 3 indeterminate (such as intact, but from an \
            untrusted signer), 4 vouched for (valid, except that a trusted seal vouches for signers who made their \
            certificates on a device), 64 invalid options. A page that a later change touches and that cannot be drawn makes a file \
            indeterminate; the pictures of --pictures do not affect the status.
            """)

    @Argument(help: ArgumentHelp("The file to verify.", valueName: "file.pdf"))
    var file: String

    @OptionGroup var anchors: TrustOptions

    @Flag(help: "Ask the issuers about revocation if the file lacks the answer.")
    var online = false

    @Option(
        help: ArgumentHelp(
            "A folder for pictures of each page that changed after a signature, before and after, with the changes "
                + "outlined in red if the signature does not permit them, amber if doubtful, and green otherwise.",
            valueName: "dir"))
    var pictures: String?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Compare pictures of each page as it was signed and as it is now, and report a doubt if no permitted change "
                + "explains a difference. By default only pages with a later change are compared, if pages can be drawn."
        ))
    var comparePages: Bool?

    @Option(help: ArgumentHelp("A file with the password of an encrypted document.", valueName: "file"))
    var documentPasswordFile: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    /// Rejects a folder for pictures that cannot be created, before the file is read.
    func validate() throws {
        guard let pictures else { return }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: pictures, isDirectory: &isFolder) {
            guard isFolder.boolValue else { throw ValidationError("--pictures \"\(pictures)\" is not a folder.") }
            return
        }
        var parent = URL(filePath: pictures).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: parent.path), parent.path != "/" {
            parent.deleteLastPathComponent()
        }
        guard parent.path != "/" || pictures.split(separator: "/").count == 1,
            FileManager.default.isWritableFile(atPath: parent.path)
        else { throw ValidationError("--pictures \"\(pictures)\" cannot be made: there is no folder to make it in.") }
    }

    func run() async throws {
        var report: VerificationReport
        do {
            _ = try anchors.anchors.certificates { Terminal.complain("--trust: \($0)") }
        } catch {
            throw Refusal("--trust: \(Refusal.sentence(for: error))", status: ExitCode.validationFailure.rawValue)
        }
        do {
            report = try await FileVerifier(trusting: anchors.anchors, asking: online ? WebExchange() : nil)
                .report(
                    on: URL(filePath: file), named: file, at: Date(),
                    documentPasswordFile: documentPasswordFile.map { URL(filePath: $0) })
        } catch {
            throw Refusal(error, status: FileVerifier.unreadableStatus)
        }
        let comparison = await compare(&report)
        if json {
            print(try FileVerifier.json(report))
        } else {
            show(report)
            if let comparison, comparePages == true || !comparison.doubts.isEmpty { show(comparison) }
        }
        await draw(report)
        let status = FileVerifier.status(for: report.verdict)
        if status != 0 { throw ExitCode(status) }
    }

    /// - Returns: `nil` if no page was to be compared or could be drawn; if that was asked for, the reason is written
    ///   to standard error
    private func compare(_ report: inout VerificationReport) async -> PageComparisonResult? {
        // Pictures cannot improve a verdict.
        let isWorthwhile = comparePages ?? FileVerifier.mayPicturesMatter(to: report)
        guard isWorthwhile else { return nil }
        #if os(Linux)
            let renderer: PopplerPageRenderer
            do {
                renderer = try PopplerPageRenderer()
            } catch {
                if comparePages == true { Terminal.complain("No page was compared. \(Refusal.sentence(for: error))") }
                return nil
            }
            do {
                let compared = try await FileVerifier.comparingPages(
                    of: URL(filePath: file), report, with: renderer, onlyChangedPages: comparePages == nil,
                    documentPasswordFile: documentPasswordFile.map { URL(filePath: $0) })
                for problem in compared.result.problems { Terminal.complain(problem.description) }
                if json, compared.result.notCompared > 0 { Terminal.complain(Self.sentence(compared.result)) }
                report = compared.report
                return compared.result
            } catch {
                Terminal.complain("No page was compared. \(Refusal.sentence(for: error))")
            }
        #else
            if comparePages == true { Terminal.complain("Pages are not compared on this system.") }
        #endif
        return nil
    }

    private func show(_ comparison: PageComparisonResult) {
        let terminal = Terminal()
        terminal.line()
        terminal.line(Self.sentence(comparison))
    }

    private static func sentence(_ comparison: PageComparisonResult) -> String {
        guard comparison.compared + comparison.notCompared > 0 else {
            return "Nothing came after a signature; no page had to be compared."
        }
        return "Pages compared before and after each change: \(comparison.compared); not compared: "
            + "\(comparison.notCompared)."
    }

    private func draw(_ report: VerificationReport) async {
        guard let pictures else { return }
        #if os(Linux)
            do {
                let drawn = try await ChangePictures(rasterizer: PopplerPageRenderer())
                    .draw(
                        report, of: URL(filePath: file), into: URL(filePath: pictures),
                        passwordFile: documentPasswordFile.map { URL(filePath: $0) })
                for problem in drawn.problems { Terminal.complain(Refusal.sentence(for: problem)) }
                guard !json else { return }
                let terminal = Terminal()
                terminal.line()
                if drawn.files.isEmpty { terminal.line("No page was changed; no picture was drawn.") }
                for url in drawn.files { terminal.line("Picture: \(url.relativePath)") }
                if drawn.leftOut > 0 { terminal.line("\(drawn.leftOut) more pages were changed and not drawn.") }
            } catch {
                Terminal.complain(Refusal.sentence(for: error))
            }
        #else
            Terminal.complain("Pictures are not drawn on this system.")
        #endif
    }

    private func show(_ report: VerificationReport) {
        let terminal = Terminal()
        let tone: Terminal.Tone =
            switch report.verdict {
            case .valid, .vouched: .good
            case .invalid, .unsigned: .bad
            case .indeterminate: .doubtful
            }
        let parts = report.description.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        if let heading = parts.first { terminal.line(terminal.styled(String(heading), tone)) }
        if parts.count > 1 { terminal.line(String(parts[1])) }
    }
}
