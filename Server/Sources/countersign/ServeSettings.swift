import ArgumentParser
import SettingsFile

/// The settings file of `serve`: its keys become arguments before the command line's own are read, so that each option has
/// one default and one rule.
struct ServeSettings {
    private let file: SettingsFile
    private let given: [String]

    /// - Parameter words: the command line without the program.
    /// - Throws: ``Refusal``. Nothing is here where the words name no file.
    init?(_ words: [String]) throws {
        guard words.first == "serve", let path = Self.path(in: words) else { return nil }
        given = words
        do {
            file = try SettingsFile(at: path, options: Self.options)
        } catch let problem as SettingsFile.Problem {
            throw Refusal(problem.description, status: ExitCode.validationFailure.rawValue)
        }
    }

    /// The command line with what the file adds.
    var words: [String] { given.prefix(1) + file.arguments(besides: given) + given.dropFirst() }

    /// A sentence about what the command line or the file says, with the place in the file if it is from there.
    func placed(_ sentence: String) -> String { file.placed(sentence, besides: given) ?? sentence }

    /// What `serve --print-config` prints; nil for any other command line.
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
