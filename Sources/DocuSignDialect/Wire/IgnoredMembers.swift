import Foundation
import Synchronization

/// The members of one request that ask for something this service does not do and that changes nothing about who signs
/// what: they are ignored, and the answer names them.
public final class IgnoredMembers: Sendable {
    static let key: CodingUserInfoKey = {
        // A name that is not empty is a key.
        guard let key = CodingUserInfoKey(rawValue: "countersign.ignored") else { preconditionFailure("no key") }
        return key
    }()

    /// How many are named; lists of tabs have thousands.
    private static let most = 40

    private let noted = Mutex<[String]>([])

    /// Places without the numbers of list entries, in the order in which they were found: `recipients.signers.note`.
    public var places: [String] { noted.withLock { $0 } }

    public init() {}

    func note(_ path: [any CodingKey]) {
        note(path.filter { $0.intValue == nil }.map(\.stringValue).joined(separator: "."))
    }

    /// A place that turned out to mean nothing after the body was read.
    public func note(_ place: String) {
        noted.withLock { if $0.count < Self.most, !$0.contains(place) { $0.append(place) } }
    }

    /// The value of the header `X-Countersign-Ignored`; `nil` where nothing was ignored.
    public var header: String? {
        let places = places
        return places.isEmpty ? nil : places.joined(separator: ", ")
    }
}
