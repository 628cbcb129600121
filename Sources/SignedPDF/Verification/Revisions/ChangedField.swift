import DescribedErrors
import Foundation

/// The description of a field for people.
public struct ChangedField: Sendable, Hashable, Codable {
    /// The fully qualified field name, which permissions refer to.
    public var name: String
    /// The alternate name for people (`/TU`), if any.
    public var label: String?
    /// The number of the page that shows the field, from 1.
    public var page: Int?

    /// Takes the texts of the file as they are.
    public init(_ name: String, label: String? = nil, page: Int? = nil) {
        self.name = name
        self.label = label
        self.page = page
    }
}
