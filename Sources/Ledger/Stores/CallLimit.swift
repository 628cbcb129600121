import Foundation

/// How many calls a name may have in a window.
public struct CallLimit: Sendable, Hashable {
    public let name: String
    public let limit: Int

    public init(_ name: String, limit: Int) {
        (self.name, self.limit) = (name, limit)
    }
}
