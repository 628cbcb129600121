import ArgumentParser
import Foundation
import SigningService

extension AppCommand {
    struct AddKey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add-key", abstract: "Adds an RSA public key, with which the app signs in on its own.",
            discussion: """
                The key has at least 2048 bits. An app may have several keys, so that a new one works before the old \
                one is removed. The private key stays with the app.
                """)

        @OptionGroup var directory: DataOption
        @OptionGroup var name: Name

        @Argument(help: ArgumentHelp("A file with the public key (PEM); - for standard input.", valueName: "file"))
        var file: String

        func run() async throws {
            let (name, key) = (name.app, try AppCommand.key(at: file))
            let id = try await directory.use {
                try await SignInSettings(existing: $0).addKey(key, to: name, at: Date())
            }
            Terminal().line("Added the key \(id).")
        }
    }

    struct RemoveKey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-key", abstract: "Removes an RSA key at once.",
            discussion: "Access tokens that the app already has work until they expire, at most an hour.")

        @OptionGroup var directory: DataOption
        @OptionGroup var name: Name

        @Argument(help: "The key's id, as shown.")
        var key: String

        func run() async throws {
            let (name, key) = (name.app, key)
            try await directory.use { try await SignInSettings(existing: $0).removeKey(key, of: name) }
            Terminal().line("Removed the key \(key).")
        }
    }

    struct AddRedirect: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add-redirect", abstract: "Adds a redirect URI.")

        @OptionGroup var directory: DataOption
        @OptionGroup var name: Name

        @Argument(help: "The redirect URI.")
        var uri: String

        func run() async throws {
            let (name, uri) = (name.app, uri)
            try await directory.use { try await SignInSettings(existing: $0).addRedirect(uri, to: name) }
            Terminal().line("Added the redirect URI \(uri).")
        }
    }

    struct RemoveRedirect: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-redirect", abstract: "Removes a redirect URI; one has to remain.")

        @OptionGroup var directory: DataOption
        @OptionGroup var name: Name

        @Argument(help: "The redirect URI.")
        var uri: String

        func run() async throws {
            let (name, uri) = (name.app, uri)
            try await directory.use { try await SignInSettings(existing: $0).removeRedirect(uri, of: name) }
            Terminal().line("Removed the redirect URI \(uri).")
        }
    }

    struct RenewSecret: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "renew-secret", abstract: "Gives an app a new secret; the old one no longer works.",
            discussion: "The secret is shown only once. An app without a secret gets one, and has to send it then.")

        @OptionGroup var directory: DataOption
        @OptionGroup var name: Name

        func run() async throws {
            let name = name.app
            print(try await directory.use { try await SignInSettings(existing: $0).renewSecret(of: name) })
        }
    }

    struct Allow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "allow", abstract: "Lets an app act for a user on its own, in place of the user's consent.",
            discussion: "Users consent themselves on the sign-in page, with the scope signature impersonation.")

        @OptionGroup var directory: DataOption
        @OptionGroup var name: Name
        @OptionGroup var user: UserOptions

        func run() async throws {
            let (name, user) = (name.app, user)
            try await directory.use {
                try await SignInSettings(existing: $0).allow(name, email: user.email, userID: user.user, at: Date())
            }
            Terminal().line("The app may act for the user with the address \(user.email).")
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Takes back what a user allowed an app; its access tokens end at once.")

        @OptionGroup var directory: DataOption
        @OptionGroup var name: Name
        @OptionGroup var user: UserOptions

        func run() async throws {
            let (name, user) = (name.app, user)
            try await directory.use {
                try await SignInSettings(existing: $0).revoke(name, email: user.email, userID: user.user, at: Date())
            }
            Terminal().line("The app may no longer act for the user with the address \(user.email).")
        }
    }
}
