import ArgumentParser
import Foundation
import IdentityService
import SigningService

/// Manages the applications whose users sign in with the service.
struct IdentityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity", abstract: "Manages the applications whose users sign in without passwords.",
        subcommands: [App.self])

    struct App: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "app", abstract: "Creates, lists, changes, and deletes applications.",
            discussion: "Works whether or not the service is running.",
            subcommands: [Create.self, List.self, Settings.self, Rotate.self, Delete.self])
    }
}

extension IdentityCommand.App {
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Creates an application; its secret is shown only once.")

        @OptionGroup var directory: DataOption

        @Option(help: "The application's name, which people see when they sign in.")
        var name: String

        @Flag(help: "Print one JSON object.")
        var json = false

        func run() async throws {
            let name = name
            let made = try await directory.use { try await IdentityApps($0).create(named: name, at: Date()) }
            try show(made, "Made the application \(name).", json: json)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the applications with their public keys.")

        @OptionGroup var directory: DataOption

        @Flag(help: "Print a JSON list.")
        var json = false

        private struct Listed: Encodable {
            let appId: String
            let appKey: String
            let name: String
        }

        func run() async throws {
            let found = try await directory.use { try await IdentityApps(existing: $0).list() }
            if json {
                return print(try JSONText.of(found.map { Listed(appId: $0.id, appKey: $0.key, name: $0.name) }))
            }
            let terminal = Terminal()
            if found.isEmpty { terminal.line("There are no applications.") }
            for app in found {
                terminal.line("\(terminal.styled(app.id, .strong))  “\(app.name)”")
                terminal.line(terminal.styled("  app key \(app.key)", .faint))
            }
        }
    }

    struct Settings: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "settings", abstract: "Shows an application's settings, or replaces them by those of a file.")

        @OptionGroup var directory: DataOption

        @Argument(help: "The application's id, as listed.")
        var id: String

        @Option(help: ArgumentHelp("A JSON file with the new settings.", valueName: "file"))
        var set: String?

        func run() async throws {
            let (id, set) = (id, set)
            let app = try await directory.use { folder in
                let apps = try IdentityApps(existing: folder)
                if let set {
                    guard let bytes = FileManager.default.contents(atPath: set) else {
                        throw ValidationError("The file \(set) cannot be read.")
                    }
                    try await apps.set(bytes, of: id)
                }
                return try await apps.app(id)
            }
            print(try JSONText.of(app.settings))
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate", abstract: "Replaces an application's key and secret; the old ones end at once.")

        @OptionGroup var directory: DataOption

        @Argument(help: "The application's id, as listed.")
        var id: String

        @Flag(help: "Print one JSON object.")
        var json = false

        func run() async throws {
            let id = id
            let made = try await directory.use { try await IdentityApps(existing: $0).rotate(id) }
            try show(made, "The application \(id) has a new key and secret.", json: json)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Deletes an application with its users, their profiles, and sessions.")

        @OptionGroup var directory: DataOption

        @Argument(help: "The application's id, as listed.")
        var id: String

        func run() async throws {
            let id = id
            try await directory.use { try await IdentityApps(existing: $0).delete(id) }
            Terminal().line("Deleted the application \(id) and its users.")
        }
    }
}

private func show(_ made: AppCredentials, _ sentence: String, json: Bool) throws {
    if json { return print(try JSONText.of(made)) }
    let terminal = Terminal()
    terminal.line(sentence)
    terminal.line("  app id      \(made.appId)")
    terminal.line("  app key     \(made.appKey)")
    terminal.line("  app secret  \(made.appSecret)")
    terminal.line(
        terminal.styled("The secret is not kept anywhere; write it down now. It is for servers only.", .faint))
}
