import Essentials

extension IgnoredMembers {
    static let key: CodingUserInfoKey = {
        // A key with a non-empty name is never `nil`.
        guard let key = CodingUserInfoKey(rawValue: "countersign.ignored") else { preconditionFailure("no key") }
        return key
    }()

    /// Adds a member's path, without list indices.
    func note(_ path: [any CodingKey]) {
        note(path.filter { $0.intValue == nil }.map(\.stringValue).joined(separator: "."))
    }
}
