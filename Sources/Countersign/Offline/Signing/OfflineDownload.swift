import Envelopes
import Foundation
import HTTPMessages

/// Downloads an envelope from the server for offline signing.
///
/// Needs the server's history of the envelope and the files it refers to, which a Countersign service provides. A
/// server with only the eSignature API has no histories. There, an envelope made on a device can be uploaded, but one
/// that is already on the server has to be signed online.
struct OfflineDownload: Sendable {
    let envelopes: OfflineEnvelopes
    let api: APIClient
    /// The maximum number of problems in a server's envelope that are reported.
    private static let mostProblems = 10

    func obstacles(_ id: EnvelopeID) async throws(CountersignError) -> [OfflineObstacle] {
        do throws(CountersignError) {
            return obstacles(try await history(id).envelope)
        } catch {
            guard case .notPossibleOffline(let obstacles) = error else { throw error }
            return obstacles
        }
    }

    /// Downloads an envelope, replacing an existing copy.
    func download(_ id: EnvelopeID) async throws(CountersignError) {
        guard api.accountID == envelopes.user.accountID else { throw OfflineEnvelopes.foreign }
        let events = envelopes.events
        events.announce(.cachingStarted(id))
        do throws(CountersignError) {
            let history = try await history(id)
            let obstacles = obstacles(history.envelope)
            guard obstacles.isEmpty else { throw .notPossibleOffline(obstacles) }
            var sizes: [BlobHash: Int] = [:]
            for hash in Set(history.events.flatMap(\.body.blobs)) {
                sizes[hash] = try await envelopes.store.blobSize(hash)
                guard sizes[hash] == nil else { continue }
                let reply = try await api.send(APIRequest(.get, ["blobs", hash.rawValue], in: .ownAccount))
                try await envelopes.times.note(reply)
                guard BlobHash(of: reply.body) == hash else {
                    throw .unreadableAnswer(what: "the file \(hash) does not match its hash", trace: reply.trace)
                }
                sizes[hash] = reply.body.count
                _ = try await envelopes.store.store(reply.body)
            }
            let large = envelopes.options.obstacles(toSizes: newest(of: history.envelope, sizes))
            guard large.isEmpty else { throw .notPossibleOffline(large) }
            try await envelopes.store.add(
                history, name: history.envelope.emailSubject, origin: .downloaded,
                confirmedSequence: history.envelope.lastSequence, replacing: true)
        } catch {
            events.announce(.cachingFailed(id, error: error))
            throw error
        }
        events.announce(.cached(id, template: nil, isLocal: false))
    }

    private func history(_ id: EnvelopeID) async throws(CountersignError) -> History {
        let reply = try await api.exchange(
            APIRequest(.get, ["envelopes", id.rawValue, "history"], in: .ownAccount), timeout: nil)
        try await envelopes.times.note(reply)
        if reply.status == 404, !CountersignError(refusal: reply).isAboutTheEnvelope {
            throw .notPossibleOffline([.serverWithoutHistories])
        }
        guard reply.status == 200 else { throw CountersignError(refusal: reply) }
        let history: History
        do throws(HistoryError) {
            history = try History(file: reply.body)
        } catch {
            throw .unreadableAnswer(what: error.description, trace: reply.trace)
        }
        guard history.envelope.id == id else {
            throw .unreadableAnswer(what: "the history belongs to another envelope", trace: reply.trace)
        }
        // People sign what the definition says, so a definition that no service would accept is rejected.
        let problems = history.envelope.definition.problems(whenSending: true)
        guard problems.isEmpty else {
            let sentences = problems.prefix(Self.mostProblems).map(\.description).joined(separator: " ")
            throw .unreadableAnswer(
                what: "the history describes an invalid envelope: \(CountersignError.shown(sentences, 1000))",
                trace: reply.trace)
        }
        return history
    }

    /// Returns the size of each document's newest version, which is the one that gets signed.
    private func newest(of envelope: Envelope, _ sizes: [BlobHash: Int]) -> [DocumentID: Int] {
        var found: [DocumentID: Int] = [:]
        for document in envelope.documents {
            found[document.id] = envelope.latestVersion(of: document.id).flatMap { sizes[$0] }
        }
        return found
    }

    private func obstacles(_ envelope: Envelope) -> [OfflineObstacle] {
        guard envelope.status.isInProcess else { return [.notSignable(envelope.status)] }
        guard !envelopes.local.inTurn(envelope).isEmpty else { return [.nobodyLeftHere] }
        return envelopes.local.obstacles(envelope.definition, needsSigner: true)
    }
}

extension OfflineEnvelopes {
    /// Returns what prevents an envelope on the server from being signed here; empty if nothing does. Only the history
    /// is checked; ``download(_:)`` also checks the documents' sizes.
    public func reasonsNotToDownload(_ id: EnvelopeID) async throws(CountersignError) -> [OfflineObstacle] {
        try await fromServer().obstacles(id)
    }

    /// Downloads an envelope from the server. Replaces an existing copy and any values typed into it. A copy with
    /// signatures that the server lacks stays, as does one that is ready for upload.
    ///
    /// - Throws: ``CountersignError/notPossibleOffline(_:)`` with what ``reasonsNotToDownload(_:)`` returns, or with
    ///   ``OfflineObstacle/documentTooLarge(_:size:limit:)`` for each document that is too large
    public func download(_ id: EnvelopeID) async throws(CountersignError) {
        try await fromServer().download(id)
    }

    private func fromServer() throws(CountersignError) -> OfflineDownload {
        guard let api else { throw .needsLogIn }
        return OfflineDownload(envelopes: self, api: api)
    }
}

extension CountersignError {
    /// Whether the error says that the server has no such envelope. Other errors with this status concern the address.
    fileprivate var isAboutTheEnvelope: Bool {
        if case .refused(_, "ENVELOPE_DOES_NOT_EXIST", _, _) = self { true } else { false }
    }
}
