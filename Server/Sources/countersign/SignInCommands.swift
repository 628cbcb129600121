import ArgumentParser
import Foundation
import SigningService

extension AccountCommand {
    /// Sets the password with which a user signs in from apps.
    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password", abstract: "Gives a user a password for signing in from apps.",
            discussion: "The password is read from standard input. Apps that the user has let in have to ask again.")

        @OptionGroup var directory: DataOption

        @Option(help: "The user's e-mail address.")
        var email: String

        @Option(help: ArgumentHelp("The user's id, where several users have the address.", valueName: "id"))
        var user: String?

        func run() async throws {
            guard let password = HiddenInput.line(prompt: "New password for \(email): ") else {
                throw Refusal("No password was given on standard input.")
            }
            try await directory.use {
                try await SignInSettings(existing: $0).setPassword(password, email: email, userID: user, at: Date())
            }
            Terminal().line("The user with the address \(email) signs in with the new password.")
        }
    }

    /// Registers an application that may act for users.
    struct App: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "app", abstract: "Registers an app that users may sign in from: an integration key.",
            discussion: """
                An app on people's devices has no secret and proves itself with PKCE. Its redirect addresses are of \
                its own scheme (com.example.app:/done), of https, or of this machine (http://127.0.0.1/done; the \
                port may be any).
                """)

        @OptionGroup var directory: DataOption

        @Option(help: "The app's name, as people read it when they sign in.")
        var name: String

        @Option(help: ArgumentHelp("Where people come back to; may be given several times.", valueName: "uri"))
        var redirect: [String]

        @Flag(help: "The app runs on a server and keeps a secret; it is shown this once.")
        var secret = false

        @Flag(help: "Print one JSON object.")
        var json = false

        func validate() throws {
            for text in redirect {
                if let reason = RedirectURI.fault(text) { throw ValidationError("--redirect \"\(text)\": \(reason).") }
            }
        }

        func run() async throws {
            let app = try await directory.use {
                try await SignInSettings(existing: $0).register(
                    name: name, redirectURIs: redirect, hasSecret: secret, at: Date())
            }
            if json {
                print(try app.json())
                return
            }
            let terminal = Terminal()
            terminal.line("Registered the app \(terminal.styled(app.name, .strong)).")
            terminal.line("  integration key  \(app.integrationKey)")
            if let secret = app.secretKey {
                terminal.line("  secret key       \(secret)")
                terminal.line(terminal.styled("The secret is not kept anywhere; write it down now.", .faint))
            }
        }
    }
}
