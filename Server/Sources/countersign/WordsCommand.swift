import ArgumentParser
import Foundation
import Translations
import Words

/// What people read: for translators as a file, and back into an operator's own wording.
struct WordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "words", abstract: "Exports and imports the sentences that people read, for translators.",
        subcommands: [Export.self, Import.self])

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Writes the sentences of a language as XLIFF 2.1.",
            discussion: "The languages are \(Language.all.map(\.tag).joined(separator: ", ")).")

        @Argument(help: ArgumentHelp("The language's tag, such as de.", valueName: "language"))
        var tag: String

        @Option(
            help: ArgumentHelp("The folder with your own sentences, as of serve --words.", valueName: "dir"))
        var words: String?

        @Option(help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"))
        var to: String?

        func run() async throws {
            guard let language = Language.all.first(where: { $0.tag.lowercased() == tag.lowercased() }) else {
                throw ValidationError(
                    "Countersign does not speak “\(tag)”; it speaks \(Language.all.map(\.tag).joined(separator: ", "))."
                )
            }
            let wording = try words.map { try WordsCommand.own($0).wording(language) }
            let file = TranslationFile(language, wording)
            guard let to else {
                FileHandle.standardOutput.write(file.xliff)
                return
            }
            do {
                try file.xliff.write(to: URL(filePath: to), options: .atomic)
            } catch {
                throw Refusal("\(to) cannot be written.")
            }
            Terminal().line("Wrote \(file.units.count) sentences to \(to).")
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Reads an XLIFF 2 file into the folder of your own sentences.",
            discussion: "Keeps the sentences that differ from Countersign's own. Writes nothing if one cannot be used.")

        @Argument(help: ArgumentHelp("The file that the translator returned.", valueName: "file"))
        var file: String

        @Option(
            help: ArgumentHelp(
                "The folder with your own sentences, for serve --words; created if missing.", valueName: "dir"))
        var words: String

        func run() async throws {
            let url = URL(filePath: file)
            let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int
            guard let size, size <= TranslationFile.largest, let bytes = try? Data(contentsOf: url) else {
                throw Refusal(
                    "\(file) cannot be read, or is larger than \(TranslationFile.largest >> 20) MB.")
            }
            let translated: TranslationFile
            do {
                translated = try TranslationFile(xliff: bytes)
            } catch {
                throw Refusal(error.description)
            }
            let folder = WordsFolder(URL(filePath: words))
            var wording = try WordsCommand.own(words).wording(translated.language)
            let problems = translated.add(to: &wording)
            guard problems.isEmpty else { throw Refusal(problems.map(\.description).joined(separator: "\n")) }
            do {
                try folder.write(wording)
            } catch {
                throw Refusal("\(words) cannot be written.")
            }
            let count = wording.entries.values.reduce(0) { $0 + $1.count }
            Terminal().line("\(words)/\(translated.language.tag).json has \(count) sentences of your own now.")
        }
    }

    private static func own(_ path: String) throws -> OwnWords { OwnWords(folder: WordsFolder(URL(filePath: path))) }
}

/// A folder of own sentences, whose problems become refusals.
struct OwnWords {
    let folder: WordsFolder

    func wording(_ language: Language) throws -> Wording {
        do {
            return try folder.wording(language)
        } catch {
            throw Refusal(error.description)
        }
    }

    /// Sets all sentences of the folder for this process.
    func use() throws {
        do {
            guard Catalog.use(try folder.read()) else {
                throw Refusal("The sentences of --words came too late; this is a mistake of Countersign.")
            }
        } catch let problems as WordsFolder.Problems {
            throw Refusal(problems.description)
        }
    }
}
