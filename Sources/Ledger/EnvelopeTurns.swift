import Envelopes

/// Serializes the writes of one envelope in this process, first come, first served. So a frequent writer cannot force
/// another one to decide again and again.
actor EnvelopeTurns {
    /// The waiting writers of each envelope that is being written.
    private var lines: [EnvelopeID: [CheckedContinuation<Void, Never>]] = [:]

    /// Runs `body` once no other write of this envelope is running.
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
