import ArgumentParser
import DescribedErrors
import Foundation
import SigningService

extension AccountCommand {
    /// Lists, adds, and removes the users of an account.
    struct User: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "user", abstract: "Lists, adds, and removes the users of an account.",
            subcommands: [List.self, Add.self, Remove.self])
    }
}

extension AccountCommand.User {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the users of all accounts, or of one.")

        @OptionGroup var directory: DataOption

        @Option(help: ArgumentHelp("The account's id.", valueName: "id"))
        var account: String?

        @Flag(help: "Print a JSON list.")
        var json = false

        func run() async throws {
            let users = try await directory.accounts { try await $0.users(of: account) }
            if json {
                print(try JSONText.of(users))
                return
            }
            let terminal = Terminal()
            if users.isEmpty { terminal.line("There are no users.") }
            var shown: String?
            for user in users {
                if user.accountId != shown {
                    terminal.line("\(terminal.styled(user.accountName, .strong))  \(user.accountId)")
                    shown = user.accountId
                }
                terminal.line("  \(user.userId)  \(user.name) <\(user.email)>")
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Adds a user to an account.",
            discussion: "To give the user access, use countersign account token create or account password.")

        @OptionGroup var directory: DataOption

        @Option(help: ArgumentHelp("The account's id; needed only if there are several accounts.", valueName: "id"))
        var account: String?

        @Option(help: "The user's name.")
        var name: String

        @Option(help: "The user's e-mail address.")
        var email: String

        @Flag(help: "Print one JSON object.")
        var json = false

        func run() async throws {
            let user = try await directory.accounts {
                try await $0.addUser(named: name, email: email, to: account, at: Date())
            }
            if json {
                print(try JSONText.of(user))
                return
            }
            let terminal = Terminal()
            terminal.line(
                "Added \(terminal.styled(user.name, .strong)) <\(user.email)> to the account \(user.accountName).")
            terminal.line("  user id  \(user.userId)")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes a user with their password, access tokens, and apps.",
            discussion: "The user's envelopes remain in the account.")

        @OptionGroup var directory: DataOption

        @Argument(help: "The user's id, as listed.")
        var id: String

        func run() async throws {
            try await directory.accounts { try await $0.removeUser(id) }
            Terminal().line("Removed the user \(id).")
        }
    }
}

/// The commands' JSON format.
enum JSONText {
    static func of(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return VisibleText.json(try encoder.encode(value))
    }
}
