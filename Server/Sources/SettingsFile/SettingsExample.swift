import Foundation

/// A sample settings file with every key, each commented out and explained.
package struct SettingsExample: Sendable {
    package let text: String

    package init(_ options: [SettingsOption]) {
        let head = """
            # Settings of `countersign serve --config FILE`. Each key is an option's long name; an option on the command
            # line counts in place of the key. Take away a # and the space after it to set a key.
            """
        text = ([head] + options.map(Self.entry)).joined(separator: "\n\n") + "\n"
    }

    private static func entry(_ option: SettingsOption) -> String {
        let comment = wrapped(option.help).map { "# \($0)" }.joined(separator: "\n")
        let value =
            switch option.kind {
            case .flag: "# \(option.name): \(option.defaultValue ?? "false")"
            case .value: "# \(option.name): \(option.defaultValue ?? placeholder(option))"
            case .list: "# \(option.name):\n#   - \(placeholder(option))"
            }
        return comment + "\n" + value
    }

    private static func placeholder(_ option: SettingsOption) -> String {
        "\"\((option.valueName ?? "value").uppercased())\""
    }

    private static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < 100 {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
