import ArgumentParser
import Envelopes
import Essentials
import Foundation

/// The command line's root.
struct Countersign: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "countersign",
        abstract: "Sends documents out for signature, signs PDF files, and verifies their signatures.",
        version: "0.1.0",
        subcommands: [
            DemoCommand.self, ServeCommand.self, SignCommand.self, VerifyCommand.self, RenewCommand.self,
            AccountCommand.self, MailCommand.self, JobsCommand.self, CheckCommand.self,
            BackupCommand.self, RestoreCommand.self, DataCommand.self,
            ConnectCommand.self, KeyCommand.self, AppCommand.self,
            ApplicationCommand.self, IdentityCommand.self, FieldsCommand.self, SampleCommand.self, WordsCommand.self,
        ])
}

@main
enum Main {
    /// Runs a command. Every error becomes one sentence on standard error and an exit status.
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        var settings: ServeSettings?
        do {
            try refuseUnknownCommand(words)
            if let example = try ServeSettings.example(words) { return print(example, terminator: "") }
            settings = try ServeSettings(words)
            var command = try Countersign.parseAsRoot(settings?.words ?? words)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let status as ExitCode {
            exit(status.rawValue)
        } catch let refusal as Refusal {
            Terminal.complain(refusal.sentence)
            exit(refusal.status)
        } catch {
            let status = Countersign.exitCode(for: error)
            switch status {
            case .success:
                print(Countersign.fullMessage(for: error))
            case .validationFailure:
                let text = Countersign.fullMessage(for: error)
                let sentence = text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text
                Terminal.complain(settings?.placed(sentence) ?? sentence)
            default:
                Terminal.complain(Refusal.sentence(for: error))
            }
            exit(status.rawValue)
        }
    }
}

extension Main {
    /// Rejects an unknown command and suggests a similar one.
    private static func refuseUnknownCommand(_ words: [String]) throws {
        var configuration = Countersign.configuration
        for word in words {
            guard !word.hasPrefix("-"), word != "help", !configuration.subcommands.isEmpty else { return }
            let found = configuration.subcommands.first { $0.configuration.commandName == word }
            guard let found else {
                let names = configuration.subcommands.compactMap { $0.configuration.commandName }
                let meant = CommandNames.suggestion(for: word, among: names).map { "; did you mean \($0)?" }
                throw Refusal(
                    "There is no command “\(word)”\(meant ?? ": there are \(names.joined(separator: ", ")).")",
                    status: ExitCode.validationFailure.rawValue)
            }
            configuration = found.configuration
        }
    }
}

/// An error with its own sentence and exit status.
struct Refusal: Error {
    let sentence: String
    let status: Int32

    init(_ sentence: String, status: Int32 = 1) {
        self.sentence = sentence
        self.status = status
    }

    init(_ error: any Error, status: Int32) {
        self.init(Self.sentence(for: error), status: status)
    }

    /// Returns an error's description, on one line.
    static func sentence(for error: any Error) -> String {
        let lines = String(describing: error).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        // Names in it may come from a stranger's file: terminal control characters are replaced.
        return String(
            String.UnicodeScalarView(
                lines.unicodeScalars.map { TextRules.holdsControlCharacter(String($0)) ? " " : $0 }))
    }
}
