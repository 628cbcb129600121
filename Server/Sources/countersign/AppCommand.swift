import ArgumentParser
import Foundation
import SigningService

/// Manages apps that act for users through the eSignature API: integration keys.
struct AppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Manages the apps that act for users: integration keys, secrets, RSA keys.",
        discussion: """
            An app acts for users with the eSignature API. Users sign in to it in a browser, or it signs in on its own \
            with an RSA key (JWT grant), after the user has consented. For signing pages in frames, see countersign \
            application.
            """,
        subcommands: [
            Create.self, List.self, Show.self, Remove.self, AddKey.self, RemoveKey.self, AddRedirect.self,
            RemoveRedirect.self, RenewSecret.self, Allow.self, Revoke.self,
        ])

    /// The argument that names an app.
    struct Name: ParsableArguments {
        @Argument(help: ArgumentHelp("The app's integration key, as listed.", valueName: "integration-key"))
        var app: String
    }

    /// The options that name a user.
    struct UserOptions: ParsableArguments {
        @Option(help: "The user's e-mail address.")
        var email: String

        @Option(help: ArgumentHelp("The user's id; needed only if several users have the address.", valueName: "id"))
        var user: String?
    }

    /// Reads a file with a key.
    ///
    /// - Parameter path: the file; `-` for standard input
    static func key(at path: String) throws -> String {
        do {
            let handle = path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
            // One byte more than a key may have, so that a larger file is refused.
            let bytes = try handle.read(upToCount: 16 * 1024 + 1) ?? Data()
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            throw Refusal("The key file “\(path)” cannot be read.")
        }
    }
}

extension AppCommand {
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Registers an app.",
            discussion: """
                An app on people's devices has neither a secret nor a key and uses PKCE instead. Its redirect URIs \
                have its own scheme (com.example.app:/done), https, or a loopback address (http://127.0.0.1/done, \
                with any port).
                """)

        @OptionGroup var directory: DataOption

        @Option(help: "The app's name, as shown on the sign-in page.")
        var name: String

        @Option(help: ArgumentHelp("A redirect URI; may be given several times.", valueName: "uri"))
        var redirect: [String]

        @Option(
            help: ArgumentHelp("A file with an RSA public key (PEM); may be given several times.", valueName: "file"))
        var key: [String] = []

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
            let keys = try key.map { try AppCommand.key(at: $0) }
            let app = try await directory.use {
                try await SignInSettings(existing: $0).register(
                    name: name, redirectURIs: redirect, hasSecret: secret, keys: keys, at: Date())
            }
            try app.show(asJSON: json)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the apps.")

        @OptionGroup var directory: DataOption

        @Flag(help: "Print a JSON list.")
        var json = false

        func run() async throws {
            let apps = try await directory.use { try await SignInSettings(existing: $0).apps() }
            if json { return print(try JSONText.of(apps)) }
            let terminal = Terminal()
            if apps.isEmpty { terminal.line("There are no apps.") }
            for app in apps {
                terminal.line("\(terminal.styled(app.integrationKey, .strong))  “\(app.name)”")
                let keys = "\(app.keys.count) RSA \(app.keys.count == 1 ? "key" : "keys")"
                terminal.line(
                    terminal.styled("  \(app.hasSecret ? "with" : "without") a secret, \(keys)", .faint))
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Shows an app with its keys, and the users for whom it may act on its own.")

        @OptionGroup var directory: DataOption
        @OptionGroup var name: Name

        @Flag(help: "Print one JSON object.")
        var json = false

        func run() async throws {
            let name = name.app
            let app = try await directory.use { try await SignInSettings(existing: $0).app(name) }
            if json { return print(try JSONText.of(app)) }
            let terminal = Terminal()
            func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
            terminal.line("\(terminal.styled(app.integrationKey, .strong))  “\(app.name)”")
            terminal.line("  \(app.hasSecret ? "with" : "without") a secret")
            for address in app.redirectURIs { terminal.line("  redirects to  \(address)") }
            for key in app.keys {
                terminal.line("  RSA key       \(key.id)  \(key.bits) bits, added \(day(key.createdAt))")
            }
            for user in app.users {
                terminal.line("  acts for      \(user.email)  \(user.userId), since \(day(user.createdAt))")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes an app; its access tokens end at once.")

        @OptionGroup var directory: DataOption
        @OptionGroup var name: Name

        func run() async throws {
            let name = name.app
            try await directory.use { try await SignInSettings(existing: $0).removeApp(name) }
            Terminal().line("Removed the app \(name).")
        }
    }
}

extension RegisteredApp {
    /// Prints what the app's developer needs.
    func show(asJSON: Bool) throws {
        if asJSON { return print(try json()) }
        let terminal = Terminal()
        terminal.line("Registered the app \(terminal.styled(name, .strong)).")
        terminal.line("  integration key  \(integrationKey)")
        if let secretKey {
            terminal.line("  secret key       \(secretKey)")
            terminal.line(terminal.styled("The secret is not kept anywhere; write it down now.", .faint))
        }
    }
}
