import Foundation
import Yams

/// A YAML file with a command's options; each key is an option's long name.
package struct SettingsFile: Sendable {
    /// A problem in a file, in one sentence that names the file, the line, and the key.
    package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    private struct Entry: Sendable {
        let option: SettingsOption
        let line: Int?
        let values: [String]
    }

    private let name: String
    private let entries: [Entry]

    /// - Throws: ``Problem`` if the file is unreadable or invalid
    package init(at path: String, options: [SettingsOption]) throws(Problem) {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Problem(description: "The settings file \(path) cannot be read.")
        }
        guard let text = String(data: bytes, encoding: .utf8) else {
            throw Problem(description: "The settings file \(path) is not UTF-8 text.")
        }
        try self.init(text, named: path, options: options)
    }

    /// - Throws: ``Problem`` if the text is invalid
    package init(_ text: String, named name: String, options: [SettingsOption]) throws(Problem) {
        self.name = name
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            throw Problem(description: Self.sentence(for: error, in: name))
        }
        guard let root else {
            entries = []
            return
        }
        if case .scalar(let scalar) = root, scalar.string.isEmpty {
            entries = []
            return
        }
        guard case .mapping(let mapping) = root else {
            throw Problem(description: "\(name) holds no keys; its lines are like “port: 8080”.")
        }
        var entries: [Entry] = []
        for (key, value) in mapping { entries.append(try Self.entry(key, value, named: name, options: options)) }
        self.entries = entries
    }

    /// Returns the file's options as arguments, without those given on the command line.
    package func arguments(besides given: [String]) -> [String] {
        let options = given.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
            .map { String($0.dropFirst(2).prefix { $0 != "=" }) }
        let said = Set(options).union(options.filter { $0.hasPrefix("no-") }.map { String($0.dropFirst(3)) })
        return entries.filter { !said.contains($0.option.name) }.flatMap { entry -> [String] in
            switch entry.option.kind {
            case .flag: entry.values == ["true"] ? ["--\(entry.option.name)"] : []
            case .value, .list: entry.values.map { "--\(entry.option.name)=\($0)" }
            }
        }
    }

    /// Adds to a sentence the place of the first option in it that the file sets; returns `nil` if the file sets none
    /// of them.
    package func placed(_ sentence: String, besides given: [String]) -> String? {
        let own = Set(arguments(besides: given).map { String($0.dropFirst(2).prefix { $0 != "=" }) })
        // The lines after the first show the command's usage, with options that are not at fault.
        let line = sentence.split(whereSeparator: \.isNewline).first ?? ""
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
        let named = words.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
        guard let name = named.first(where: own.contains),
            let entry = entries.first(where: { $0.option.name == name })
        else { return nil }
        return "\(Self.place(self.name, entry.line)), key \(name): \(sentence)"
    }

    // MARK: Reading

    private static func place(_ name: String, _ line: Int?) -> String {
        line.map { "\(name), line \($0)" } ?? name
    }

    private static func entry(
        _ key: Node, _ value: Node, named name: String, options: [SettingsOption]
    ) throws(Problem) -> Entry {
        let line = key.mark?.line
        let place = place(name, line)
        guard let key = key.scalar?.string, let option = options.first(where: { $0.name == key }) else {
            throw Problem(
                description: "\(place): there is no key “\(key.scalar?.string ?? "?")”; "
                    + "countersign serve --print-config shows all.")
        }
        let values: [String]
        switch (option.kind, value) {
        case (.flag, .scalar(let scalar)) where ["true", "false"].contains(scalar.string): values = [scalar.string]
        case (.flag, _): throw Problem(description: "\(place): the key “\(key)” is either true or false.")
        case (_, .scalar(let scalar)) where !scalar.string.isEmpty: values = [scalar.string]
        case (.value, _): throw Problem(description: "\(place): the key “\(key)” needs one value.")
        case (.list, .sequence(let sequence)):
            values = sequence.compactMap { $0.scalar?.string }.filter { !$0.isEmpty }
            guard values.count == sequence.count else {
                throw Problem(description: "\(place): the key “\(key)” needs a list of values, none of them empty.")
            }
        case (.list, _): throw Problem(description: "\(place): the key “\(key)” needs a list of values.")
        }
        return Entry(option: option, line: line, values: values)
    }

    private static func sentence(for error: any Error, in name: String) -> String {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            "\(place(name, mark.line)): this is not YAML: \(problem)."
        case .duplicatedKeysInMapping(let keys, let context):
            "\(place(name, context.mark.line)): the key “\(keys.first ?? "?")” appears twice."
        default: "\(name) is not YAML: \(String(describing: error).split(whereSeparator: \.isNewline).first ?? "")."
        }
    }
}
