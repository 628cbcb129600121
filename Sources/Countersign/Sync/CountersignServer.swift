import Envelopes
import Foundation
import HTTPMessages

/// A Countersign service: it accepts the device's own history and the blobs it refers to.
package struct CountersignServer: SyncServer {
    let calls: any AuthorizedCalls
    /// The default maximum number of bytes of a document in one request.
    package static let usualPartSize = 4 << 20

    /// The maximum number of bytes in one request.
    private let partSize: Int

    package init(calls: any AuthorizedCalls, partSize: Int = usualPartSize) {
        self.calls = calls
        self.partSize = max(1, partSize)
    }

    package var takesBlobs: Bool { true }
    package var keepsHistories: Bool { true }

    // MARK: Asking

    package func state(of envelope: PendingEnvelope, _ history: History) async throws -> ServerState? {
        let reply = try await calls.syncing(APIRequest(.get, self.history(envelope.id), in: .ownAccount))
        if reply.status == 404 { return nil }
        if let failure = SyncFailure(reply) { throw failure }
        let theirs: History
        do {
            theirs = try History(file: reply.body)
        } catch {
            throw SyncFailure.busy(message: "The server's history of the envelope cannot be read: \(error)", after: nil)
        }
        return Self.compare(history, theirs, file: reply.body)
    }

    static func compare(_ ours: History, _ theirs: History, file: Data) -> ServerState {
        let common = zip(ours.events, theirs.events).prefix { $0.hash == $1.hash }.count
        if common == ours.events.count {
            return .complete(receipt(for: ours, from: theirs))
        }
        if common == theirs.events.count { return .beginning(sequence: common) }
        let status = theirs.envelope.status
        let ended = status == .voided || status == .declined
        let how = ended ? "was \(status.rawValue)" : "changed"
        return .other(
            SyncEngine.Conflict(
                ended ? .ended : .changedOnServer,
                message: "The envelope \(how) on the server while it was signed on this device.", serverHistory: file))
    }

    /// Returns a receipt from the server's history, which begins with ours.
    private static func receipt(for ours: History, from theirs: History) -> SyncReceipt {
        let envelope = theirs.envelope
        var documents: [String: String] = [:]
        for document in envelope.documents {
            documents[document.id.rawValue] = envelope.latestVersion(of: document.id)?.rawValue
        }
        return SyncReceipt(
            serverID: envelope.id.rawValue, status: envelope.status.rawValue, lastSequence: envelope.lastSequence,
            lastHash: envelope.lastHash.rawValue,
            confirmedHash: theirs.events[ours.events.count - 1].hash.rawValue, documents: documents)
    }

    // MARK: Sending

    private struct Upload: Decodable {
        var received: Int
        var complete: Bool
    }

    package func upload(_ hash: BlobHash, from store: any SyncStore) async throws {
        let bytes = try await store.blob(hash)
        let path = ["uploads", hash.rawValue]
        var offset = 0
        // A small blob is uploaded at once. For a large one, an earlier attempt may have uploaded some parts.
        if bytes.count > partSize {
            let reply = try await calls.syncing(APIRequest(.get, path, in: .ownAccount))
            if reply.status != 404 {
                if let failure = SyncFailure(reply) { throw failure }
                let upload = try Self.upload(reply)
                if upload.complete { return }
                offset = min(max(0, upload.received), bytes.count)
            }
        }
        // Each round gains at least a byte or says where to continue. A server that does neither is given up.
        var rounds = bytes.count / partSize * 2 + 8
        while rounds > 0 {
            rounds -= 1
            let end = min(offset + partSize, bytes.count)
            let range = end > offset ? "bytes \(offset)-\(end - 1)/\(bytes.count)" : "bytes */\(bytes.count)"
            let part = bytes.subdata(in: bytes.startIndex + offset..<bytes.startIndex + end)
            let reply = try await calls.syncing(
                APIRequest(
                    .put, path, in: .ownAccount,
                    headers: [.contentRange: range, .contentType: "application/octet-stream"], body: part))
            if reply.status == 409 {
                offset = min(max(0, try Self.upload(reply).received), bytes.count)
                continue
            }
            if reply.status == 413, let refusal = try await refusal(ofSize: bytes.count) { throw refusal }
            if let failure = SyncFailure(reply) { throw failure }
            let upload = try Self.upload(reply)
            if upload.complete { return }
            offset = min(max(0, upload.received), bytes.count)
        }
        throw SyncFailure.busy(message: "The server did not accept the document \(hash).", after: nil)
    }

    private struct Greeting: Decodable {
        struct Uploads: Decodable { var totalSize: Int }
        var uploads: Uploads
    }

    /// Returns the failure after a file of this size was rejected as too large. If the service itself accepts no file
    /// of that size, the envelope can never be uploaded as it is, and the user has to know. Returns `nil` for any other
    /// rejection, which may come from an intermediary and concern the part.
    private func refusal(ofSize size: Int) async throws -> SyncFailure? {
        let reply = try await calls.syncing(APIRequest(.get, ["countersign", "v1"], in: .root))
        guard reply.status == 200,
            let limit = try? JSONDecoder().decode(Greeting.self, from: reply.body).uploads.totalSize, size > limit
        else { return nil }
        return .conflict(
            SyncEngine.Conflict(
                .refused,
                message: "A file of the envelope has \(size) bytes, and the server accepts at most \(limit). "
                    + "The envelope stays on this device and can be exported."))
    }

    private static func upload(_ reply: HTTPReply) throws -> Upload {
        do {
            return try JSONDecoder().decode(Upload.self, from: reply.body)
        } catch {
            throw SyncFailure.busy(message: "The server's answer to a part of a document cannot be read.", after: nil)
        }
    }

    private struct Commit: Decodable {
        var envelopeId: String
        /// The server's events after ours, each in canonical form.
        var following: [String]?
    }

    package func commit(
        _ history: History, of envelope: PendingEnvelope, from store: any SyncStore
    ) async throws -> SyncReceipt {
        let file: Data
        do {
            file = try history.file
        } catch {
            throw SyncFailure.conflict(SyncEngine.Conflict(.refused, message: "\(error)"))
        }
        let reply = try await calls.syncing(
            APIRequest(
                .put, self.history(envelope.id), in: .ownAccount, headers: [.contentType: "application/json"],
                body: file))
        if let failure = SyncFailure(reply) { throw failure }
        guard let answer = try? JSONDecoder().decode(Commit.self, from: reply.body),
            EnvelopeID(rawValue: answer.envelopeId) == envelope.id
        else {
            // The server most likely accepted the upload; the next attempt asks.
            throw SyncFailure.unreachable(reason: "the server's answer cannot be read")
        }
        if let theirs = Self.whole(history, and: answer.following ?? []) {
            return Self.receipt(for: history, from: theirs)
        }
        // The answer does not prove that the server has the history, so ask for it.
        switch try await state(of: envelope, history) {
        case .complete(let receipt): return receipt
        case .other(let conflict): throw SyncFailure.conflict(conflict)
        case .beginning, nil:
            throw SyncFailure.unreachable(reason: "the server confirmed the envelope but does not have it")
        }
    }

    /// Returns our history with the events that the server says follow it. The links prove that the server has ours,
    /// and the rules that the rest is possible. Returns `nil` if they do not, or if nothing follows: a server records
    /// whose events it accepts.
    private static func whole(_ history: History, and following: [String]) -> History? {
        guard !following.isEmpty else { return nil }
        var whole = history
        do {
            let first = history.envelope.lastSequence + 1
            try whole.append(
                following.enumerated().map {
                    try Event(canonicalBytes: Data($0.element.utf8), expectedSequence: first + $0.offset)
                })
        } catch {
            return nil
        }
        return whole
    }

    private func history(_ id: EnvelopeID) -> [String] { ["envelopes", id.rawValue, "history"] }
}
