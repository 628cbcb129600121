import ArgumentParser
import Foundation
import SigningService

/// Creates, lists, and revokes API keys.
struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apikey", abstract: "Creates, lists, and revokes API keys for /api/v1.",
        subcommands: [Create.self, List.self, Revoke.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Creates an API key for an account.",
            discussion: "Works whether or not the service is running. The key is shown only once.")

        @OptionGroup var directory: DataOption

        @Option(help: ArgumentHelp("The account's id.", valueName: "id"))
        var account: String

        @Option(help: "The key's purpose.")
        var name: String

        @Option(help: "The e-mail address of the user who acts; the account's first user by default.")
        var email: String?

        @Option(help: ArgumentHelp("The API application that the key is for.", valueName: "id"))
        var application: String?

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            let (id, key) = try await directory.accounts {
                try await $0.makeKey(
                    named: name, account: account, email: email, application: application, at: Date())
            }
            print(json ? try JSONText.of(["apiKey": key.text, "id": id]) : key.text)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the API keys with their accounts and last use.")

        @OptionGroup var directory: DataOption

        @Flag(help: "Print a JSON list.")
        var json = false

        func run() async throws {
            let keys = try await directory.accounts { try await $0.keys() }
            if json { return print(try JSONText.of(keys)) }
            let terminal = Terminal()
            if keys.isEmpty { terminal.line("There are no API keys.") }
            func day(_ date: Date?) -> String? { date?.formatted(.iso8601.year().month().day()) }
            for key in keys {
                terminal.line("\(terminal.styled(key.id, .strong))  “\(key.name)”  \(key.email)")
                terminal.line(
                    terminal.styled(
                        "  account \(key.accountId), " + (key.applicationId.map { "application \($0), " } ?? "")
                            + "made \(day(key.createdAt) ?? ""), "
                            + (day(key.lastUsedAt).map { "last used \($0)" } ?? "never used")
                            + (day(key.revokedAt).map { ", revoked \($0)" } ?? ""), .faint))
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revokes an API key at once.")

        @OptionGroup var directory: DataOption

        @Argument(help: "The key's id, as listed.")
        var id: String

        func run() async throws {
            try await directory.accounts { try await $0.revokeKey(id, at: Date()) }
            Terminal().line("Revoked the API key \(id).")
        }
    }
}
