import Envelopes
import Foundation
import HTTPMessages

/// Taking an envelope from the server, to be signed without a network.
///
/// Needs the server's history of the envelope and the files that it names, which ours hands out. A server that speaks
/// the eSignature API only has no histories to give: an envelope there can be made on a device and handed over, and one
/// that it has already is signed online.
struct OfflineDownload: Sendable {
    let envelopes: OfflineEnvelopes
    let api: APIClient
    /// How many of the faults of a server's envelope are told.
    private static let mostProblems = 10

    func obstacles(_ id: EnvelopeID) async throws(CountersignError) -> [OfflineObstacle] {
        do throws(CountersignError) {
            return obstacles(try await history(id).envelope)
        } catch {
            guard case .notPossibleOffline(let obstacles) = error else { throw error }
            return obstacles
        }
    }

    /// Takes an envelope in place of a copy that is there.
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
                    throw .unreadableAnswer(what: "the file \(hash) has another hash", trace: reply.trace)
                }
                sizes[hash] = reply.body.count
                _ = try await envelopes.store.store(reply.body)
            }
            let large = envelopes.options.obstacles(toSizes: newest(of: history.envelope, sizes))
            guard large.isEmpty else { throw .notPossibleOffline(large) }
            try await envelopes.store.add(
                history, name: history.envelope.emailSubject, origin: .downloaded,
                handedOver: history.envelope.lastSequence, replacing: true)
        } catch {
            events.announce(.cachingFailed(id, error: error.description))
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
            throw .unreadableAnswer(what: "the history is another envelope's", trace: reply.trace)
        }
        // What is signed here is made of the definition: one that no service would have taken is not believed.
        let problems = history.envelope.definition.problems(whenSending: true)
        guard problems.isEmpty else {
            let sentences = problems.prefix(Self.mostProblems).map(\.description).joined(separator: " ")
            throw .unreadableAnswer(
                what: "the history is of an envelope that cannot be: \(CountersignError.shown(sentences, 1000))",
                trace: reply.trace)
        }
        return history
    }

    /// How large each document is in its newest version, which is what gets signed.
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
    /// What keeps an envelope of the server from being signed here; empty when it can be, as far as its history tells:
    /// how large its documents are shows in ``download(_:)``.
    public func obstacles(toDownloading id: EnvelopeID) async throws(CountersignError) -> [OfflineObstacle] {
        try await fromServer().obstacles(id)
    }

    /// Takes an envelope from the server, in place of a copy that is here and of what was typed into it. One with
    /// signatures that the server does not have stays, and so does one that is ready to be handed over.
    ///
    /// - Throws: ``CountersignError/notPossibleOffline(_:)`` with what ``obstacles(toDownloading:)`` gives, and with
    ///   ``OfflineObstacle/documentTooLarge(_:size:limit:)`` for each document that is.
    public func download(_ id: EnvelopeID) async throws(CountersignError) {
        try await fromServer().download(id)
    }

    private func fromServer() throws(CountersignError) -> OfflineDownload {
        guard let api else { throw .needsLogIn }
        return OfflineDownload(envelopes: self, api: api)
    }
}

extension CountersignError {
    /// Whether the server has no such envelope; any other answer of the kind is about the address.
    fileprivate var isAboutTheEnvelope: Bool {
        if case .refused(_, "ENVELOPE_DOES_NOT_EXIST", _, _) = self { true } else { false }
    }
}
