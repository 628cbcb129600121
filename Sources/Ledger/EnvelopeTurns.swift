import Envelopes

/// Writes of one envelope take turns in this process, in the order in which they came: nobody who asks often makes another
/// one decide again and again.
actor EnvelopeTurns {
    /// Who waits for envelopes that somebody is writing to.
    private var lines: [EnvelopeID: [CheckedContinuation<Void, Never>]] = [:]

    /// Runs `body` when nobody else does for this envelope.
    nonisolated func take<Result: Sendable>(
        _ id: EnvelopeID, _ body: () async throws -> Result
    ) async throws -> Result {
        await begin(id)
        do {
            try Task.checkCancellation()
            let result = try await body()
            await end(id)
            return result
        } catch {
            await end(id)
            throw error
        }
    }

    private func begin(_ id: EnvelopeID) async {
        guard lines[id] != nil else {
            lines[id] = []
            return
        }
        await withCheckedContinuation { lines[id]?.append($0) }
    }

    private func end(_ id: EnvelopeID) {
        guard let line = lines[id], let next = line.first else {
            lines[id] = nil
            return
        }
        lines[id] = Array(line.dropFirst())
        next.resume()
    }
}
