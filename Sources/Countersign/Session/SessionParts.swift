import Essentials

/// Objects that other folders keep for the length of a session, one per type.
final class SessionParts: Sendable {
    private let parts = Locked<[ObjectIdentifier: any Sendable]>([:])

    /// Returns the session's object of this type, creating it at first use.
    func part<Part: Sendable, Failure: Error>(
        _ type: Part.Type, make: () throws(Failure) -> Part
    ) throws(Failure) -> Part {
        if let made = parts.withLock({ $0[ObjectIdentifier(type)] as? Part }) { return made }
        let new = try make()
        // If two callers raced, the first object is kept and both get it.
        return parts.withLock { parts in
            if let made = parts[ObjectIdentifier(type)] as? Part { return made }
            parts[ObjectIdentifier(type)] = new
            return new
        }
    }
}
