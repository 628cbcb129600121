import ArgumentParser
import Foundation
import Mail
import SigningService

/// Shows the messages that a service without a mail server has written, and takes in those that come back.
struct MailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "Shows messages of a service without a mail server, and takes in returned ones.",
        subcommands: [List.self, Show.self, Bounce.self, SecretCommand.self])

    /// Says that there is no message, or none to an address.
    fileprivate static func none(to address: String?) -> String {
        guard let address else { return "There are no messages." }
        return "There is no message to \(HeaderText.line(address)); countersign mail list shows all."
    }

    /// Returns the folder of messages in an existing data directory.
    fileprivate static func folder(_ directory: DataOption) async throws -> MailFolder {
        try await directory.use { MailFolder(try DataDirectory(existing: $0).mail) }
    }
}

extension MailCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the messages, the oldest first.")

        @OptionGroup var directory: DataOption

        @Option(help: ArgumentHelp("List only messages to this address.", valueName: "address"))
        var to: String?

        @Flag(help: "Print a JSON list.")
        var json = false

        private struct Entry: Encodable {
            let name: String
            let date: String
            let to: String
            let subject: String
        }

        func run() async throws {
            let folder = try await MailCommand.folder(directory)
            let entries = try (to.map(folder.messages(to:)) ?? folder.messages()).map {
                Entry(
                    name: $0.name, date: HeaderText.line($0.date), to: HeaderText.line($0.to),
                    subject: HeaderText.line($0.subject))
            }
            if json {
                print(try JSONText.of(entries))
                return
            }
            let terminal = Terminal()
            if entries.isEmpty { terminal.line(MailCommand.none(to: to)) }
            for entry in entries {
                terminal.line(terminal.styled(entry.name, .strong))
                terminal.line("  \(entry.to)  \(entry.subject)")
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Shows a message's headers and its plain text.")

        @OptionGroup var directory: DataOption

        @Argument(help: "The message's name, as listed; the newest message by default.")
        var name: String?

        @Option(help: ArgumentHelp("Show the newest message to this address.", valueName: "address"))
        var to: String?

        @Flag(help: "Print the message's HTML alone.")
        var html = false

        @Flag(help: "Print the message as it is stored.")
        var raw = false

        func validate() throws {
            guard !html || !raw else { throw ValidationError("--html and --raw exclude each other.") }
            guard name == nil || to == nil else { throw ValidationError("Give a message's name or --to, not both.") }
        }

        func run() async throws {
            let folder = try await MailCommand.folder(directory)
            guard let mail = try chosen(in: folder) else {
                throw Refusal(name.map { "There is no message “\($0)”." } ?? MailCommand.none(to: to))
            }
            if raw { return FileHandle.standardOutput.write(mail.bytes) }
            let terminal = Terminal()
            if html { return terminal.line(HeaderText.paragraphs(mail.html)) }
            for header in ["From", "Reply-To", "To", "Date", "Subject"] {
                guard let value = mail.header(header) else { continue }
                terminal.line("\(terminal.styled("\(header):", .faint)) \(HeaderText.line(value))")
            }
            for file in mail.attachments {
                terminal.line("\(terminal.styled("Attached:", .faint)) \(HeaderText.line(file))")
            }
            terminal.line("\n\(HeaderText.paragraphs(mail.text))")
        }

        private func chosen(in folder: MailFolder) throws -> StoredMail? {
            if let name { return try folder.message(named: name) }
            if let to { return try folder.newest(to: to) }
            return try folder.newest()
        }
    }
}
