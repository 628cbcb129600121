import Foundation

/// A command's option that a settings file may set; the key is the option's long name.
package struct SettingsOption: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// `true` or `false`.
        case flag
        /// One value.
        case value
        /// A list, or a single value.
        case list
    }

    /// The long name, without dashes.
    package let name: String
    package let kind: Kind
    /// The placeholder for the value in the help.
    package let valueName: String?
    package let defaultValue: String?
    /// One or two sentences.
    package let help: String

    package init(
        name: String, kind: Kind, valueName: String? = nil, defaultValue: String? = nil, help: String = ""
    ) {
        self.name = name
        self.kind = kind
        self.valueName = valueName
        self.defaultValue = defaultValue
        self.help = help
    }
}

extension SettingsOption {
    /// Returns the options of a command, from ArgumentParser's JSON description of it.
    ///
    /// - Parameter absent: the names of options that no file sets
    package static func all(describedBy json: String, except absent: Set<String>) throws -> [SettingsOption] {
        struct Description: Decodable {
            struct Command: Decodable { let arguments: [Argument]? }
            struct Name: Decodable {
                let kind: String
                let name: String
            }
            struct Argument: Decodable {
                let kind: String
                let isRepeating: Bool
                let names: [Name]?
                let valueName: String?
                let defaultValue: String?
                let abstract: String?
            }
            let command: Command
        }
        let arguments = try JSONDecoder().decode(Description.self, from: Data(json.utf8)).command.arguments ?? []
        let options = arguments.compactMap { argument -> SettingsOption? in
            guard argument.kind != "positional", let name = argument.names?.first(where: { $0.kind == "long" })?.name
            else { return nil }
            let kind: Kind = argument.kind == "flag" ? .flag : argument.isRepeating ? .list : .value
            return SettingsOption(
                name: name, kind: kind, valueName: argument.valueName, defaultValue: argument.defaultValue,
                help: argument.abstract ?? "")
        }
        let names = Set(options.map(\.name))
        // An invertible flag has a second name.
        return options.filter { option in
            let isOpposite = option.name.hasPrefix("no-") && names.contains(String(option.name.dropFirst(3)))
            return !isOpposite && !absent.contains(option.name)
        }
    }
}
