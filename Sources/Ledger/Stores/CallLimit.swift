import Foundation

/// How many calls a name may have in a window.
public struct CallLimit: Sendable, Hashable {
    /// Who or what is counted; the same name has one count in the whole database.
    public let name: String
    /// The maximum number of calls within a window.
    public let limit: Int

    /// Allows a name `limit` calls within a window.
    public init(_ name: String, limit: Int) {
        (self.name, self.limit) = (name, limit)
    }
}
