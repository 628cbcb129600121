import Ceremony
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls
import Words

/// The signing page inside the sender's product: everything below `/embedded/{envelope}/{recipient}/`.
///
/// The page needs no cookie. Its script reads the key from the address's fragment, exchanges it for a session (`POST
/// visit`), keeps the session's token in memory, and sends it as a header with each request. A page of another site
/// cannot send that header, since no answer allows it to.
struct EmbeddedRoutes {
    let configuration: EnvelopeServiceConfiguration
    let base: @Sendable () -> URL
    let ledger: EnvelopeLedger
    let sessions: SQLSessionStore
    /// Returns the origins whose pages may show an envelope's page.
    let origins: @Sendable (Envelope) async throws -> [EmbeddingOrigin]
    let links: EmbeddedLinks
    let proofs: EmbeddedProofs
    let observe: ServiceObserver
    /// Returns the host for the page of a visit.
    let host: @Sendable (LinkTarget, CeremonyConfiguration) -> CeremonyHost

    private static let bodyLimit = 4096

    var routes: [APIRoute] {
        ["embedded/:envelope/:recipient", "embedded/:envelope/:recipient/**"].flatMap { path in
            [HTTPRequest.Method.get, .post, .put, .delete].map { method in
                APIRoute(method, path, needsToken: false) { try await answer($0) }
            }
        }
    }

    /// One request.
    private struct Asked {
        let target: LinkTarget
        let envelope: Envelope
        /// The path below the page's address, without a slash at its beginning.
        let path: String
        let origins: [EmbeddingOrigin]
        let configuration: CeremonyConfiguration
        let request: ServiceCall
    }

    private func answer(_ request: ServiceCall) async throws -> HTTPReply {
        guard let id = EnvelopeID(rawValue: (request.parameters["envelope"] ?? "").lowercased()) else {
            return LinkPage.unknown(.for(nil, request))
        }
        let recipient = RecipientID(rawValue: request.parameters["recipient"] ?? "")
        let raw = request.head.path ?? ""
        // The path's first three parts, then what is below them with the query.
        let parts = raw.split(separator: "/", maxSplits: 4, omittingEmptySubsequences: false)
        let path = parts.count == 5 ? String(parts[4].prefix { $0 != "?" }) : ""
        if [.get, .head].contains(request.method), CeremonyHost.isPartOfPage(path),
            !OriginRule.isForeign(request, base: base())
        {
            return await file(path, of: LinkTarget(envelopeID: id, recipientID: recipient), request)
        }
        guard let envelope = try await ledger.events.envelope(id) else {
            return LinkPage.unknown(.for(nil, request))
        }
        guard parts.count == 5, RequestTarget(raw).relativePath != nil else {
            return HTTPReply(status: 308, headers: [.location: EmbeddedLinks.path(of: recipient, in: id)])
        }
        let origins = try await origins(envelope)
        var ceremony = configuration.ceremony
        ceremony.frameAncestors = FrameAncestors(origins).directive
        ceremony.picturesByScript = true
        let below = String(parts[4])
        let asked = Asked(
            target: LinkTarget(envelopeID: id, recipientID: recipient), envelope: envelope, path: path,
            origins: origins, configuration: ceremony, request: request)
        return try await answer(asked, "/" + below)
    }

    private func answer(_ asked: Asked, _ target: String) async throws -> HTTPReply {
        if OriginRule.isForeign(asked.request, base: base()) {
            return refusal(403, "cross_site", "cross-site", asked)
        }
        if [.get, .head].contains(asked.request.method), CeremonyHost.isPageFile(asked.path) {
            let refusal = asked.path.isEmpty ? EmbeddingRefusal(asked.request, asked.envelope, asked.origins) : nil
            guard let refusal else { return try await page(asked, target) }
            return refusal.page(.for(asked.envelope.recipient(asked.target.recipientID), asked.request))
        }
        switch (asked.request.method, asked.path) {
        case (.get, "embedding"):
            return try HTTPReply.json(Embedding(origins: asked.origins.map(\.text), id: asked.envelope.id.rawValue))
                .secured(asked.configuration)
        case (.post, "visit"): return try await visit(asked)
        default: break
        }
        let session = EmbeddedSession(asked.request)
        switch try await sessions.visit(session.id, cookie: session.secret, at: configuration.now()) {
        case .open(let visit) where isOwn(visit, asked):
            return try await page(asked, target)
        case .asking(let visit, let missing) where isOwn(visit, asked):
            let reply = try await proofs.answer(
                asked.request, visit, session: session.id, path: asked.path, missing: missing)
            return reply.secured(asked.configuration)
        case .timedOut(let visit) where isOwn(visit, asked):
            return .sessionTimeout(
                returningTo: .none, configuration: asked.configuration, in: .of(asked.request))
        default:
            return refusal(401, "unknown_session", "open-again", asked)
        }
    }

    private func isOwn(_ visit: TicketTarget, _ asked: Asked) -> Bool {
        visit.envelopeID == asked.target.envelopeID && visit.recipientID == asked.target.recipientID
    }

    private struct Embedding: Encodable {
        /// The origins whose pages may hear from the page.
        let origins: [String]
        let id: String
    }

    // MARK: Beginning

    /// Exchanges the address's key for a session.
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
        else { return refusal(400, "malformed", "malformed", asked) }
        guard links.opens(key, for: asked.target.recipientID, in: asked.envelope),
            let recipient = asked.envelope.recipient(asked.target.recipientID)
        else {
            return refusal(404, "unknown_address", "address-unknown", asked)
        }
        let visit = TicketTarget(
            envelopeID: asked.target.envelopeID, recipientID: asked.target.recipientID, returnURL: base())
        let session = try await sessions.open(
            visit, id: UUID.random(), asking: recipient.askedIdentifications, at: configuration.now())
        // A correction from now on ends the session; an earlier one has changed the key.
        guard let newest = try await ledger.events.envelope(asked.envelope.id),
            links.opens(key, for: asked.target.recipientID, in: newest)
        else {
            return refusal(404, "unknown_address", "address-unknown", asked)
        }
        observe(.ceremonyOpened)
        let token = "\(session.id.uuidString.lowercased()).\(session.cookie.text)"
        return try HTTPReply.json(Answer(token: token)).secured(asked.configuration)
    }

    // MARK: The page

    /// Returns a file that the page loads. It is everybody's and never shown in a frame, so no envelope is read.
    private func file(_ path: String, of target: LinkTarget, _ request: ServiceCall) async -> HTTPReply {
        var head = request.head
        head.path = "/" + path
        head.headerFields[.cookie] = nil
        var ceremony = configuration.ceremony
        ceremony.frameAncestors = FrameAncestors([]).directive
        return await host(target, ceremony).answer(HTTPCall(head: head, body: Data()))
    }

    private func page(_ asked: Asked, _ target: String) async throws -> HTTPReply {
        let limit = asked.configuration.bodyLimit(for: target)
        let body: Data
        do {
            body = try await asked.request.body.data(limit: limit)
        } catch is BodyTooLarge {
            return refusal(413, "body_too_large", "body-too-large", asked, ["limit": .number(limit)])
        }
        var head = asked.request.head
        head.path = target
        head.headerFields[.cookie] = nil
        return await host(asked.target, asked.configuration).answer(
            HTTPCall(head: head, body: body), from: asked.request.remoteAddress,
            // Read before the session was looked up.
            as: asked.envelope.recipient(asked.target.recipientID))
    }

    /// - Parameter key: the key of the sentence among the refusals
    private func refusal(
        _ status: Int, _ code: String, _ key: String, _ asked: Asked, _ facts: [String: Fact] = [:]
    ) -> HTTPReply {
        HTTPReply.pageRefusal(status: status, code: code, saying: key, facts, in: .of(asked.request))
            .secured(asked.configuration)
    }
}
