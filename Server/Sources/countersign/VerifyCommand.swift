import ArgumentParser
import FileSigning
import Foundation
import SignedPDF

struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Says what each signature of a PDF file is worth.",
        discussion: """
            Exit status: 0 valid, 1 invalid or unsigned, 2 not readable, 3 indeterminate (intact, but from nobody \
            who is trusted, say).
            """)

    @Argument(help: ArgumentHelp("The file to check.", valueName: "file.pdf"))
    var file: String

    @Option(help: ArgumentHelp("A certificate to trust (PEM); may be given several times.", valueName: "ca.pem"))
    var trust: [String] = []

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let report: VerificationReport
        do {
            report = try await FileVerifier(trusting: trust.map { URL(filePath: $0) })
                .report(on: URL(filePath: file), named: file, at: Date())
        } catch {
            throw Refusal(error, status: FileVerifier.unreadableStatus)
        }
        if json {
            print(try FileVerifier.json(report))
        } else {
            show(report)
        }
        let status = FileVerifier.status(for: report.verdict)
        if status != 0 { throw ExitCode(status) }
    }

    private func show(_ report: VerificationReport) {
        let terminal = Terminal()
        let tone: Terminal.Tone =
            switch report.verdict {
            case .valid: .good
            case .invalid, .unsigned: .bad
            case .indeterminate: .doubtful
            }
        let parts = report.description.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        if let heading = parts.first { terminal.line(terminal.styled(String(heading), tone)) }
        if parts.count > 1 { terminal.line(String(parts[1])) }
    }
}
