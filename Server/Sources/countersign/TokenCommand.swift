import ArgumentParser
import Foundation
import SigningService

extension AccountCommand {
    /// Lists, creates, and revokes the operators' access tokens.
    struct Token: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "token", abstract: "Lists, creates, and revokes access tokens.",
            subcommands: [List.self, Create.self, Revoke.self])
    }
}

extension AccountCommand.Token {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the access tokens with their users and last use.")

        @OptionGroup var directory: DataOption

        @Flag(help: "Print a JSON list.")
        var json = false

        func run() async throws {
            let tokens = try await directory.accounts { try await $0.tokens() }
            if json {
                print(try JSONText.of(tokens))
                return
            }
            let terminal = Terminal()
            if tokens.isEmpty { terminal.line("There are no access tokens.") }
            func day(_ date: Date?) -> String? { date?.formatted(.iso8601.year().month().day()) }
            for token in tokens {
                let name = token.name.isEmpty ? "" : "  “\(token.name)”"
                terminal.line("\(terminal.styled(token.id, .strong))  \(token.email)\(name)")
                terminal.line(
                    terminal.styled(
                        "  made \(day(token.createdAt) ?? ""), "
                            + (day(token.lastUsedAt).map { "last used \($0)" } ?? "never used")
                            + (day(token.expiresAt).map { ", ends \($0)" } ?? ""), .faint))
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Creates another access token for a user.",
            discussion: "Works whether or not the service is running. The token is shown only once.")

        @OptionGroup var directory: DataOption

        @Option(help: "The user's e-mail address.")
        var email: String

        @Option(help: ArgumentHelp("The user's id; needed only if several users have the address.", valueName: "id"))
        var user: String?

        @Option(help: "The token's purpose.")
        var name = ""

        @Option(help: ArgumentHelp("The token's lifetime in days; unlimited by default.", valueName: "number"))
        var days: Int?

        func validate() throws {
            if let days, !(1...36_500).contains(days) {
                throw ValidationError("--days \(days) is not between 1 and 36500.")
            }
        }

        func run() async throws {
            let token = try await directory.accounts {
                try await $0.makeToken(
                    named: name, email: email, userID: user, life: days.map { TimeInterval($0) * 86_400 }, at: Date())
            }
            print(token.text)
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revokes an access token at once.")

        @OptionGroup var directory: DataOption

        @Argument(help: "The token's id, as listed.")
        var id: String

        func run() async throws {
            try await directory.accounts { try await $0.revokeToken(id) }
            Terminal().line("Revoked the access token \(id).")
        }
    }
}
