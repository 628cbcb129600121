import Foundation

/// A field as people are told about it.
struct ChangedField: Sendable, Hashable {
    /// The full name, which permissions are about.
    var name: String
    /// What the form calls it for people (`/TU`), if it does.
    var label: String?
    /// The page it is seen on, from 1.
    var page: Int?

    init(_ name: String, label: String? = nil, page: Int? = nil) {
        self.name = name
        self.label = label
        self.page = page
    }

    /// “Name” on page 2.
    var words: String { "“\(Self.plain(label ?? name))”\(page.map { " on page \($0)" } ?? "")" }

    /// A text from the file as a part of one line: an attacker must not write lines of the report.
    static func plain(_ text: String) -> String { plain(text, longest: 80) }

    static func plain(_ text: String, longest: Int) -> String {
        let scalars = text.unicodeScalars.prefix(2 * longest + 40).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            // Some scripts need the joiners.
            case .format where scalar == "\u{200C}" || scalar == "\u{200D}": scalar
            case .control, .format, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        let line = String(String.UnicodeScalarView(scalars))
        return line.count > longest ? line.prefix(longest - 1) + "…" : line
    }
}
