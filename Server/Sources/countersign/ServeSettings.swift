import ArgumentParser
import SettingsFile

/// The settings file of `serve`. Its keys become arguments before the command line's own are parsed, so that each
/// option has one default and one rule.
struct ServeSettings {
    private let file: SettingsFile
    private let given: [String]

    /// Returns `nil` if the words name no file.
    ///
    /// - Parameter words: the command line without the program's name
    /// - Throws: ``Refusal`` if the file cannot be used
    init?(_ words: [String]) throws {
        guard words.first == "serve", let path = Self.path(in: words) else { return nil }
        given = words
        do {
            file = try SettingsFile(at: path, options: Self.options)
        } catch let problem as SettingsFile.Problem {
            throw Refusal(problem.description, status: ExitCode.validationFailure.rawValue)
        }
    }

    /// The command line with the file's options added.
    var words: [String] { given.prefix(1) + file.arguments(besides: given) + given.dropFirst() }

    /// Returns a sentence about an option, with its place if it comes from the file.
    func placed(_ sentence: String) -> String { file.placed(sentence, besides: given) ?? sentence }

    /// Returns the output of `serve --print-config`; `nil` for any other command line.
    static func example(_ words: [String]) throws -> String? {
        guard words.first == "serve", words.contains("--print-config") else { return nil }
        return SettingsExample(try options).text
    }

    private static var options: [SettingsOption] {
        get throws {
            try SettingsOption.all(
                describedBy: ServeCommand._dumpHelp(), except: ["config", "print-config", "help", "version"])
        }
    }

    private static func path(in words: [String]) -> String? {
        guard let index = words.lastIndex(where: { $0 == "--config" || $0.hasPrefix("--config=") }) else { return nil }
        if words[index].hasPrefix("--config=") { return String(words[index].dropFirst("--config=".count)) }
        return words.indices.contains(index + 1) ? words[index + 1] : nil
    }
}
