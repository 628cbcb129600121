import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import PageKit
import ServiceCalls

/// Downloads and uploads of an envelope's history.
struct HistoryRoutes {
    let limits: CommitLimits
    let ledger: EnvelopeLedger
    let commit: HistoryCommit

    private static let history = "\(OwnCalls.account)/envelopes/:envelopeId/history"

    var routes: [APIRoute] {
        [
            APIRoute(.get, Self.history) { try await show($0) },
            APIRoute(.put, Self.history) { try await take($0) },
        ]
    }

    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        let history = try await ledger.history(ledger.envelope(named: request).id)
        let tag = Self.tag(history.envelope)
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) {
            return HTTPReply(status: 304, headers: [.eTag: tag])
        }
        return .bytes(try history.file, type: "application/json; charset=utf-8", headers: [.eTag: tag])
    }

    /// The response to an upload: the state of the envelope afterward.
    private struct Taken: Encodable {
        let envelopeId: String
        let status: String
        let lastSequence: Int
        let lastHash: String
        let documents: [String: String]
        let isNew: Bool
        /// The stored events after the device's last one, each in canonical form. Their links prove to the device that
        /// the service has its events, and they include the seal.
        let following: [String]
    }

    private func take(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let name = request.parameters["envelopeId"] ?? ""
        guard let id = EnvelopeID(rawValue: name) else {
            throw APIError(.envelopeDoesNotExist, "There is no envelope \(name.prefix(64)).")
        }
        guard request.headers.mediaType == "application/json" else {
            throw APIError(
                status: 415, errorCode: APIError.Code.invalidRequestBody.rawValue,
                message: "The request's body is \(request.headers.mediaType ?? "of no stated type"); it has to be "
                    + "application/json.")
        }
        let file = try await request.body.data(limit: limits.historySize)
        let (envelope, isNew) = try await commit.take(file, of: id, from: identity)
        // One line per event, plus one before and one after them.
        let sent = file.count(where: { $0 == UInt8(ascii: "\n") }) - 2
        let following = try await ledger.events.events(of: id).dropFirst(sent).map {
            String(decoding: try $0.canonicalBytes(), as: UTF8.self)
        }
        var documents: [String: String] = [:]
        for document in envelope.documents {
            documents[document.id.rawValue] = envelope.latestVersion(of: document.id)?.rawValue
        }
        return try .json(
            Taken(
                envelopeId: envelope.id.rawValue, status: envelope.status.rawValue,
                lastSequence: envelope.lastSequence, lastHash: envelope.lastHash.rawValue, documents: documents,
                isNew: isNew, following: following), headers: [.eTag: Self.tag(envelope)])
    }

    private static func tag(_ envelope: Envelope) -> String { "\"\(envelope.lastHash)\"" }
}
