import DescribedErrors
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
    var words: String { "“\(QuotedText.plain(label ?? name))”\(page.map { " on page \($0)" } ?? "")" }
}
