import DescribedErrors
import Foundation

/// A field as people are told about it.
public struct ChangedField: Sendable, Hashable, Codable {
    /// The full name, which permissions are about.
    public var name: String
    /// What the form calls it for people (`/TU`), if it does.
    public var label: String?
    /// The page it is seen on, from 1.
    public var page: Int?

    public init(_ name: String, label: String? = nil, page: Int? = nil) {
        self.name = name
        self.label = label
        self.page = page
    }
}
