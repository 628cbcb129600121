import ArgumentParser
import Delivery
import Foundation
import Mail
import SigningService

extension MailCommand {
    /// Takes in a message that came back.
    struct Bounce: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "bounce", abstract: "Takes in a message that came back to the return address.",
            discussion: """
                For a mail server that hands messages to a program: it reads one message, and marks the recipient whose \
                message could not be delivered. Other messages change nothing. Works whether or not the service is \
                running.
                """)

        @OptionGroup var directory: DataOption

        @Option(
            name: .customLong("for"),
            help: ArgumentHelp(
                "The address that the message was delivered to. (default: as its headers say)", valueName: "address"))
        var address: String?

        @Argument(help: "The file with the message; - for standard input.")
        var file = "-"

        @Flag(help: "Print one JSON object.")
        var json = false

        private struct Report: Encodable {
            let outcome: String
            let message: String
        }

        func run() async throws {
            let message = try self.message()
            let (address, directory) = (address, directory)
            let outcome = try await directory.use {
                try await BounceIntake(existing: $0).take(message, deliveredTo: address)
            }
            guard !outcome.isRefusal || json else { throw Refusal(outcome.sentence) }
            if json {
                print(try JSONText.of(Report(outcome: outcome.rawValue, message: outcome.sentence)))
                if outcome.isRefusal { throw ExitCode(1) }
            } else {
                Terminal().line(outcome.sentence)
            }
        }

        /// Reads as much as counts, and the rest of standard input, so that no mail server finds a closed pipe.
        private func message() throws -> Data {
            guard file != "-" else { return try Self.read(.standardInput) }
            guard let handle = FileHandle(forReadingAtPath: file) else {
                throw Refusal("\(file) cannot be read.")
            }
            return try Self.read(handle)
        }

        private static func read(_ handle: FileHandle) throws -> Data {
            var message = Data()
            while let part = try handle.read(upToCount: 1 << 16), !part.isEmpty {
                message.append(part.prefix(max(0, ReturnedMessage.readBytes - message.count)))
            }
            return message
        }
    }

    /// Makes the secret for `POST /mail/bounces`.
    struct SecretCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "secret", abstract: "Makes the secret for POST /mail/bounces; an earlier one ends.",
            discussion: "Works whether or not the service is running. The secret is shown only once.")

        @OptionGroup var directory: DataOption

        func run() async throws {
            let secret = try await directory.use { try await BounceIntake(existing: $0).newSecret() }
            print(secret.text)
        }
    }
}
