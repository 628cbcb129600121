import ArgumentParser
import Foundation
import SigningService

extension AccountCommand {
    /// Sets the password with which a user signs in from apps.
    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password", abstract: "Sets a user's password for signing in from apps.",
            discussion: "Reads the password from standard input. Authorized apps have to ask the user again.")

        @OptionGroup var directory: DataOption

        @Option(help: "The user's e-mail address.")
        var email: String

        @Option(help: ArgumentHelp("The user's id; needed only if several users have the address.", valueName: "id"))
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
            commandName: "app", abstract: "Registers an app from which users may sign in (an integration key).",
            discussion: """
                An app on people's devices has no secret and uses PKCE instead. Its redirect URIs have its own scheme \
                (com.example.app:/done), https, or a loopback address (http://127.0.0.1/done, with any port).
                """)

        @OptionGroup var directory: DataOption

        @Option(help: "The app's name, as shown on the sign-in page.")
        var name: String

        @Option(help: ArgumentHelp("A redirect URI; may be given several times.", valueName: "uri"))
        var redirect: [String]

        @Flag(help: "Create a secret, which is shown only once; for an app on a server.")
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
            try app.show(asJSON: json)
        }
    }
}
