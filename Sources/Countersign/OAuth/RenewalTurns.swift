import Locks

/// Whose turn it is to renew a user's tokens, in this process.
///
/// Instances know nothing of each other, but two with one store have one refresh token between them. Nothing is shared
/// here but the order in which they show it.
enum RenewalTurns {
    private struct Entry {
        weak var turns: Turns?
    }

    private static let entries = Locked<[String: Entry]>([:])

    /// The turns of a user; the same for as long as somebody holds them.
    static func turns(of userKey: String) -> Turns {
        entries.withLock { entries in
            if let turns = entries[userKey]?.turns { return turns }
            entries = entries.filter { $0.value.turns != nil }
            let turns = Turns()
            entries[userKey] = Entry(turns: turns)
            return turns
        }
    }
}
