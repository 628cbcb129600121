import Accounts
import ArgumentParser
import Foundation
import SigningService

/// Creates, lists, and deletes API applications.
struct ApplicationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "application", abstract: "Creates, lists, and deletes API applications, which embed signing.",
        subcommands: [Create.self, List.self, Delete.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Creates an API application for an account.",
            discussion: """
                Only pages of its origins may show its signing pages in a frame. Web views that load a page from a \
                string, or from a file, have the origin null; allowing it allows every page to show the frame. An app \
                with pages of its own scheme names that scheme, such as app://.
                """)

        @OptionGroup var directory: DataOption

        @Option(help: ArgumentHelp("The account's id.", valueName: "id"))
        var account: String

        @Option(help: "The application's name.")
        var name: String

        @Option(
            help: ArgumentHelp(
                "An origin whose pages may embed signing; may be given several times.", valueName: "https://host"))
        var origin: [String] = []

        @Flag(help: "Print one JSON object.")
        var json = false

        func run() async throws {
            let made = try await directory.use {
                try await Applications(existing: $0).create(
                    named: name, account: account, origins: origin, at: Date())
            }
            print(json ? try JSONText.of(made) : made.id)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the API applications with their origins.")

        @OptionGroup var directory: DataOption

        @Option(help: ArgumentHelp("The account's id; every account by default.", valueName: "id"))
        var account: String?

        @Flag(help: "Print a JSON list.")
        var json = false

        func run() async throws {
            let account = account
            let found = try await directory.use { try await Applications(existing: $0).list(of: account) }
            if json { return print(try JSONText.of(found)) }
            let terminal = Terminal()
            if found.isEmpty { terminal.line("There are no API applications.") }
            for application in found {
                terminal.line("\(terminal.styled(application.id, .strong))  “\(application.name)”")
                let origins =
                    application.origins.isEmpty ? "no page may embed it" : application.origins.joined(separator: ", ")
                terminal.line(terminal.styled("  account \(application.accountId), \(origins)", .faint))
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Deletes an API application; no page may show its signing pages then.")

        @OptionGroup var directory: DataOption

        @Argument(help: "The application's id, as listed.")
        var id: String

        func run() async throws {
            let id = id
            try await directory.use { try await Applications(existing: $0).delete(id) }
            Terminal().line("Deleted the API application \(id).")
        }
    }
}
