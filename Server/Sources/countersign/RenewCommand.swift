import ArgumentParser
import FileSigning
import Foundation
import SignedPDF

struct RenewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew", abstract: "Extends the life of a signed PDF file.",
        discussion: """
            Adds what the validation of its last timestamp will need, and a new timestamp over everything, before the \
            certificate or the algorithm of the last one ends. Does nothing if there is time enough; then no authority \
            needs to be named.

            Exit status: 0 renewed or nothing needs doing, 1 not renewed, 64 wrong options, or no --timestamp-url \
            although one is needed.
            """)

    @Argument(help: ArgumentHelp("The signed file.", valueName: "file.pdf"))
    var file: String

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The renewed file; the same one unless given.", valueName: "out.pdf"))
    var output: String?

    @OptionGroup var timestamps: TimestampOptions

    @OptionGroup var anchors: TrustOptions

    @Option(help: ArgumentHelp("A file that holds the password of an encrypted document.", valueName: "file"))
    var documentPasswordFile: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Renew if the last timestamp holds no longer than this.", valueName: "days"))
    var within = 90.0

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard within >= 0, within <= 36_500 else {
            throw ValidationError("--within \(within) is not between 0 and 36500 days.")
        }
    }

    func run() async throws {
        let renewer = FileRenewer(
            URL(filePath: file), output: output.map { URL(filePath: $0) },
            services: LevelOrder(level: .archive, authorities: timestamps.authorities, known: anchors.anchors),
            margin: within * 86_400,
            documentPasswordFile: documentPasswordFile.map { URL(filePath: $0) }, over: WebExchange())
        let outcome: FileRenewer.Outcome
        do {
            outcome = try await renewer.renew(at: Date())
        } catch let error as FileSigningError {
            guard case .authorityMissing = error else { throw error }
            throw Refusal(error, status: ExitCode.validationFailure.rawValue)
        }
        if json {
            print(try RenewalText.json(outcome))
        } else {
            Terminal().line(RenewalText.describe(outcome, file: output ?? file))
        }
    }
}
