import Ceremony
import Composing
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import PageKit
import ServiceCalls
import Words

/// The composing page inside the sender's product: everything below `/embedded-edit/{envelope}/`.
///
/// Like the embedded signing page it needs no cookie: its script exchanges the key in the address's fragment for a visit
/// (`POST visit`), keeps the visit's token in memory, and sends it as a header with each request. A product may show it to
/// its own customers, so it has nothing of the account but the draft.
struct EmbeddedComposing {
    let work: EnvelopeWork

    private static let bodyLimit = 4096

    var routes: [APIRoute] {
        ["embedded-edit/:envelope", "embedded-edit/:envelope/**"].flatMap { path in
            [HTTPRequest.Method.get, .post, .put, .delete].map { method in
                APIRoute(method, path, needsToken: false) { try await answer($0) }
            }
        }
    }

    private struct Asked {
        let envelope: Envelope
        let origins: [EmbeddingOrigin]
        let settings: ComposingConfiguration
        let request: ServiceCall
    }

    private func answer(_ request: ServiceCall) async throws -> HTTPReply {
        guard let id = EnvelopeID(rawValue: (request.parameters["envelope"] ?? "").lowercased()),
            let envelope = try await work.ledger.events.envelope(id)
        else { return .composingRefused(.notFound) }
        let raw = request.head.path ?? ""
        let prefix = EditingLinks.path(of: id)
        guard raw.hasPrefix(prefix), RequestTarget(raw).relativePath != nil else {
            return HTTPReply(status: 308, headers: [.location: prefix])
        }
        let origins = try await work.embeddingOrigins(of: envelope)
        var settings = work.composingSettings
        settings.frameAncestors = FrameAncestors(origins).directive
        settings.picturesByScript = true
        (settings.offersAccount, settings.makesTemplates) = (false, false)
        let below = "/" + raw.dropFirst(prefix.count)
        return try await answer(
            Asked(envelope: envelope, origins: origins, settings: settings, request: request), below)
    }

    private func answer(_ asked: Asked, _ below: String) async throws -> HTTPReply {
        let request = asked.request
        if OriginRule.isForeign(request, base: work.base()) { return .composingRefused(.foreign) }
        let path = String(RequestTarget(below).path.dropFirst())
        if [.get, .head].contains(request.method), ComposingHost.isPageFile(path) {
            if path.isEmpty, let refusal = EmbeddingRefusal(request, asked.envelope, asked.origins) {
                return refusal.page(PageSentences(request.readerLanguage))
            }
            return try await work.composingReply(to: request, target(asked), below, asked.settings)
        }
        switch (request.method, path) {
        case (.get, "embedding"):
            struct Embedding: Encodable {
                let origins: [String]
                let id: String
            }
            return try HTTPReply.json(
                Embedding(origins: asked.origins.map(\.text), id: asked.envelope.id.rawValue)
            ).composing(asked.settings)
        case (.post, "visit"): return try await visit(asked)
        default: break
        }
        let session = EmbeddedSession(request)
        let configuration = work.configuration
        let found = try await work.stores.composing.visit(
            session.id, cookie: session.secret, at: configuration.now(), idleLife: configuration.composingIdleLife,
            life: configuration.sessionLife)
        guard case .open(let target) = found, target.envelopeID == asked.envelope.id, target.isEmbedded,
            try await configuration.hasUser(target.sender.userID, target.accountID)
        else { return .composingEnded(returningTo: .none) }
        // Sending again is answered as before: the first answer may have got lost.
        guard asked.envelope.status == .created || (request.method, path) == (.post, "send") else {
            return .composingRefused(.notADraft)
        }
        return try await work.composingReply(to: request, target, below, asked.settings)
    }

    /// Exchanges the address's key for a visit.
    private func visit(_ asked: Asked) async throws -> HTTPReply {
        struct Body: Decodable {
            let key: String
        }
        struct Answer: Encodable {
            let token: String
        }
        guard asked.request.headers.mediaType == "application/json",
            let body = try? await asked.request.body.data(limit: Self.bodyLimit),
            let key = try? JSONDecoder().decode(Body.self, from: body).key
        else { return .composingRefused(.malformed) }
        guard work.editingLinks.opens(key, asked.envelope) else { return .composingRefused(.notFound) }
        guard asked.envelope.status == .created else { return .composingRefused(.notADraft) }
        let target = target(asked)
        guard try await work.configuration.hasUser(target.sender.userID, target.accountID) else {
            return .composingRefused(.notFound)
        }
        let composing = work.stores.composing
        let now = work.configuration.now()
        let ticket = try await composing.issue(target, at: now, life: work.configuration.ticketLife)
        guard case .opened(_, let id, let cookie) = try await composing.open(ticket, at: now) else {
            return .composingRefused(.notFound)
        }
        return try HTTPReply.json(Answer(token: "\(id).\(cookie.text)")).composing(asked.settings)
    }

    private func target(_ asked: Asked) -> ComposingTarget {
        ComposingTarget(
            envelopeID: asked.envelope.id, accountID: asked.envelope.accountID, sender: asked.envelope.sender,
            returnURL: nil, beginsWithFields: !asked.envelope.documents.isEmpty)
    }
}

extension ServiceCall {
    /// The language for the answer: the one in the address, or else the browser's.
    var readerLanguage: Language {
        let wishes = [query["locale"], query["lang"]].compactMap(\.self)
        return .best(for: wishes + Language.accepted(headers[.acceptLanguage] ?? ""))
    }
}
