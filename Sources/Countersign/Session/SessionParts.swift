import Locks

/// What other folders keep for the length of a session, one of each type.
final class SessionParts: Sendable {
    private let parts = Locked<[ObjectIdentifier: any Sendable]>([:])

    /// The session's part of this type, made when it is first asked for.
    func part<Part: Sendable, Failure: Error>(
        _ type: Part.Type, make: () throws(Failure) -> Part
    ) throws(Failure) -> Part {
        if let made = parts.withLock({ $0[ObjectIdentifier(type)] as? Part }) { return made }
        let new = try make()
        // Whoever was quicker is kept, so that everybody has the same one.
        return parts.withLock { parts in
            if let made = parts[ObjectIdentifier(type)] as? Part { return made }
            parts[ObjectIdentifier(type)] = new
            return new
        }
    }
}
