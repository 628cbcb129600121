import ArgumentParser
import Foundation
import PostgreSQL
import SigningService

/// Moves a service's data.
struct DataCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "data", abstract: "Moves a service's data.", subcommands: [Copy.self])

    struct Copy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "copy", abstract: "Copies a data directory into a PostgreSQL database.",
            discussion: """
                Stop the service first. Nothing in the data directory changes. A copy that was broken off goes on when \
                the command is given again. At the end both sides are compared row by row, and each file is checked \
                against its hash.
                """)

        @OptionGroup var directory: DataOption

        @Option(
            help: ArgumentHelp(
                "The database's address, such as postgresql://countersign@db.example.org/countersign.",
                valueName: "url"))
        var to: String

        @OptionGroup var secrets: SecretKeyOption

        func validate() throws {
            do {
                _ = try PostgreSQLAddress(to)
            } catch {
                throw ValidationError("--to: \(error.description)")
            }
        }

        func run() async throws {
            let terminal = Terminal()
            var shown = ContinuousClock.now
            let done = try await directory.use { folder in
                try await DataCopy(from: folder, to: PostgreSQLAddress(to), secretKey: secrets.file).run { done in
                    guard ContinuousClock.now - shown > .seconds(2) else { return }
                    shown = .now
                    terminal.line(
                        terminal.styled(
                            "\(done.files) files and \(done.rows) rows copied, \(done.compared) rows compared…",
                            .faint))
                }
            }
            let key = secrets.secretKey ?? "\(directory.data)/secrets.key"
            terminal.line("\(done.files) files and \(done.rows) rows copied. Both sides agree.")
            terminal.line("Start each node with a data directory of its own, with --database and --secret-key \(key)")
        }
    }
}
