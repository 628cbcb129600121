import ArgumentParser
import Foundation
import SigningService

/// Checks a data directory's envelopes.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks every stored history and document of a data directory.",
        discussion: """
            Reads every event, its hash and its link to the one before, decides every event again, and reads every \
            stored file. Works whether or not a service is running on the data directory. Ends with 1 if \
            something is not as it was stored.
            """)

    @OptionGroup var directory: DataOption

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() async throws {
        let terminal = Terminal()
        let json = json
        var shown = ContinuousClock.now
        let report = try await directory.use { folder in
            try await StoredHistories(existing: folder).check { found in
                guard !json, ContinuousClock.now - shown > .seconds(2) else { return }
                shown = .now
                terminal.line(terminal.styled("\(found.envelopes) envelopes so far…", .faint))
            }
        }
        if json {
            print(try JSONText.of(report))
        } else {
            for problem in report.problems {
                terminal.line((problem.envelopeId.map { "Envelope \($0): " } ?? "") + problem.message)
            }
            let read =
                "\(Self.count(report.envelopes, "envelope")), \(Self.count(report.events, "event")) and "
                + "\(Self.count(report.files, "file")) read"
            terminal.line(
                report.problems.isEmpty
                    ? "\(read): everything is as it was stored."
                    : "\(read); \(Self.count(report.problems.count, "problem")) found.")
        }
        if !report.problems.isEmpty { throw ExitCode.failure }
    }

    private static func count(_ number: Int, _ thing: String) -> String {
        "\(number) \(thing)\(number == 1 ? "" : "s")"
    }
}
