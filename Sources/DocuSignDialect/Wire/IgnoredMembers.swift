import Foundation

/// The members of one request that ask for something this service does not do and that changes nothing about who signs
/// what: they are ignored, and the answer names them.
public final class IgnoredMembers {
    static let key: CodingUserInfoKey = {
        // A name that is not empty is a key.
        guard let key = CodingUserInfoKey(rawValue: "countersign.ignored") else { preconditionFailure("no key") }
        return key
    }()

    /// How many are named; lists of tabs have thousands.
    private static let most = 40

    /// Places without the numbers of list entries, in the order in which they were found: `recipients.signers.note`.
    public private(set) var places: [String] = []

    public init() {}

    func note(_ path: [any CodingKey]) {
        let place = path.filter { $0.intValue == nil }.map(\.stringValue).joined(separator: ".")
        guard places.count < Self.most, !places.contains(place) else { return }
        places.append(place)
    }

    /// A place that turned out to mean nothing after the body was read.
    public func note(_ place: String) {
        if !places.contains(place) { places.append(place) }
    }

    /// The value of the header `X-Countersign-Ignored`; `nil` where nothing was ignored.
    public var header: String? { places.isEmpty ? nil : places.joined(separator: ", ") }
}
