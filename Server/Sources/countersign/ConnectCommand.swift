import ArgumentParser
import Foundation
import SigningService

struct ConnectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect", abstract: "Manages the keys that sign webhooks.", subcommands: [Key.self])

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
