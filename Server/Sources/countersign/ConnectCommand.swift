import ArgumentParser
import Foundation
import SigningService

struct ConnectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect", abstract: "Lists webhooks, and manages the keys that sign them.",
        subcommands: [List.self, Key.self])

    /// Lists the webhooks of an account.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists an account's webhooks, and says which are paused.",
            discussion: "PUT …/connect with a webhook's connectId resumes it, and so does …/connect/…/retry_queue.")

        @OptionGroup var directory: DataOption

        @Option(help: ArgumentHelp("The account's id.", valueName: "id"))
        var account: String

        @Flag(help: "Print a JSON list.")
        var json = false

        func run() async throws {
            let account = account
            let webhooks = try await directory.use { try await ConnectList(existing: $0).webhooks(of: account) }
            if json {
                print(try JSONText.of(webhooks))
                return
            }
            let terminal = Terminal()
            if webhooks.isEmpty { terminal.line("The account has no webhooks.") }
            func time(_ date: Date) -> String { date.formatted(.iso8601) }
            for webhook in webhooks {
                let state =
                    webhook.pausedAt.map { "paused \(time($0))" } ?? webhook.failingSince.map {
                        "failing since \(time($0))"
                    }
                    ?? (webhook.isEnabled ? "enabled" : "switched off")
                terminal.line("\(terminal.styled(String(webhook.id), .strong))  \(webhook.name)  \(webhook.url)")
                terminal.line(terminal.styled("  \(state)", .faint))
            }
        }
    }

    /// Lists, creates, and revokes the keys of an account.
    struct Key: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "key", abstract: "Lists, creates, and revokes the HMAC keys of an account.",
            subcommands: [List.self, Create.self, Revoke.self])
    }
}

/// The options for an account's keys.
struct ConnectKeyOptions: ParsableArguments {
    @OptionGroup var directory: DataOption

    @Option(help: ArgumentHelp("The account's id.", valueName: "id"))
    var account: String

    @OptionGroup var secrets: SecretKeyOption

    func use<Value>(_ body: (ConnectKeys) async throws -> Value) async throws -> Value {
        try await directory.use { try await body(ConnectKeys(existing: $0, keyFile: secrets.file)) }
    }
}

extension ConnectCommand.Key {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists an account's keys, without their texts.")

        @OptionGroup var options: ConnectKeyOptions

        @Flag(help: "Print a JSON list.")
        var json = false

        func run() async throws {
            let account = options.account
            let keys = try await options.use { try await $0.list(of: account) }
            if json {
                print(try JSONText.of(keys))
                return
            }
            let terminal = Terminal()
            if keys.isEmpty { terminal.line("The account has no keys.") }
            for key in keys {
                terminal.line(
                    "\(terminal.styled(String(key.id), .strong))  X-DocuSign-Signature-\(key.header)  "
                        + "made \(key.createdAt.formatted(.iso8601.year().month().day()))")
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Creates a key, which signs every webhook from now on.",
            discussion: "Works whether or not the service is running. The key is shown only once.")

        @OptionGroup var options: ConnectKeyOptions

        @Flag(help: "Print one JSON object.")
        var json = false

        func run() async throws {
            let account = options.account
            let key = try await options.use { try await $0.create(for: account, at: Date()) }
            print(json ? try JSONText.of(key) : key.key)
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revokes a key at once; later keys move up by one header.")

        @OptionGroup var options: ConnectKeyOptions

        @Argument(help: "The key's id, as listed.")
        var id: Int

        func run() async throws {
            let account = options.account
            try await options.use { try await $0.revoke(id, of: account) }
            Terminal().line("Revoked the key \(id).")
        }
    }
}
