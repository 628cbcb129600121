import Essentials

/// Makes renewals of a user's tokens take turns within this process.
///
/// Instances are independent, but two with the same store have the same refresh token. Only the order of renewals is
/// shared here.
package enum RenewalTurns {
    private struct Entry {
        weak var turns: Turns?
    }

    private static let entries = Locked<[String: Entry]>([:])

    /// Returns the turns of a user, the same object as long as anybody holds it.
    package static func turns(of userKey: String) -> Turns {
        entries.withLock { entries in
            if let turns = entries[userKey]?.turns { return turns }
            entries = entries.filter { $0.value.turns != nil }
            let turns = Turns()
            entries[userKey] = Entry(turns: turns)
            return turns
        }
    }
}
