import ArgumentParser
import FileSigning
import Foundation
import GuardedHTTP
import SignedPDF

struct RenewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew", abstract: "Extends the validity of a signed PDF file.",
        discussion: """
            Adds the validation data for its last timestamp, and a new timestamp over everything, before the \
            certificate or the algorithm of the last one expires. Does nothing if there is enough time; then no \
            authority needs to be given.

            Exit status: 0 renewed or not needed, 1 not renewed, 64 invalid options, or no --timestamp-url although \
            one is needed.
            """)

    @Argument(help: ArgumentHelp("The signed file.", valueName: "file.pdf"))
    var file: String

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The renewed file; the signed file is replaced by default.", valueName: "out.pdf"))
    var output: String?

    @OptionGroup var timestamps: TimestampOptions

    @OptionGroup var anchors: TrustOptions

    @Option(help: ArgumentHelp("A file with the password of an encrypted document.", valueName: "file"))
    var documentPasswordFile: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Renew if the last timestamp is valid for no longer than this.", valueName: "days"))
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
