import ArgumentParser
import Foundation
import SigningService

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract:
            "Manages accounts, users, access tokens, passwords, and apps, and the text that signers agree to.",
        subcommands: [
            Create.self, User.self, Token.self, Password.self, App.self, DisclosureCommand.self, MailSettings.self,
            Notices.self,
        ])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Creates an account with one user and an access token.",
            discussion: "Works whether or not the service is running. The access token is shown only once.")

        @OptionGroup var directory: DataOption

        @Option(help: "The name of the account and its user.")
        var name: String

        @Option(help: "The user's e-mail address.")
        var email: String

        @Flag(help: "Print one JSON object.")
        var json = false

        func run() async throws {
            let account = try await directory.use {
                try await AccountCreation.create(in: $0, name: name, email: email, at: Date())
            }
            if json {
                print(try account.json())
                return
            }
            let terminal = Terminal()
            terminal.line("Made the account \(terminal.styled(account.name, .strong)).")
            terminal.line("  account id    \(account.accountId)")
            terminal.line("  user id       \(account.userId)")
            terminal.line("  access token  \(account.accessToken)")
            if let basePath = account.basePath { terminal.line("  base path     \(basePath)") }
            terminal.line(terminal.styled("The token is not kept anywhere; write it down now.", .faint))
        }
    }
}
