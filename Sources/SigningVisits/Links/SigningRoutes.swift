import Ceremony
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls
import Words

/// The routes for a signer's browser: `/sign/{ticket}` and everything below `/ceremony/{session}/`.
struct SigningRoutes {
    let configuration: EnvelopeServiceConfiguration
    let base: @Sendable () -> URL
    let tickets: SQLTicketStore
    let sessions: SQLSessionStore
    let visits: VisitOpening
    let proofs: ProofForms
    let observe: ServiceObserver
    let envelope: @Sendable (EnvelopeID) async throws -> Envelope?
    /// Returns the host for the page of a visit.
    let host: @Sendable (TicketTarget) -> CeremonyHost

    var routes: [APIRoute] {
        // HEAD differs from GET here: it must not redeem the ticket.
        [APIRoute(.get, "sign/:ticket", needsToken: false, answersHead: false) { try await redeem($0) }]
            + ["ceremony/:session", "ceremony/:session/**"].flatMap { path in
                [HTTPRequest.Method.get, .post, .put, .delete].map { method in
                    APIRoute(method, path, needsToken: false) { try await attend($0) }
                }
            }
    }

    /// Exchanges a ticket for a session.
    private func redeem(_ request: ServiceCall) async throws -> HTTPReply {
        let ticket = Secret(text: request.parameters["ticket"] ?? "")
        let now = configuration.now()
        switch try await tickets.redeem(ticket, at: now) {
        case .unknown:
            return Self.unknownTicket(request)
        case .spent(let visit):
            observe(.ticketSpent)
            // There is no way back to a visit of another device.
            if visit.isByLink { return Self.unknownTicket(request) }
            return Self.leaving(to: visit, .timeToLiveExpired, request)
        case .opened(let visit):
            if let page = try await endedPage(visit, request) { return page }
            let opened = try await visits.open(
                LinkTarget(envelopeID: visit.envelopeID, recipientID: visit.recipientID),
                returningTo: { visit.isByLink ? TicketTarget.end(of: $0, base: base()) : visit.returnURL },
                visit.vouching, request,
                unless: { try await tickets.redeem(ticket, at: now) == .unknown })
            return opened ?? Self.unknownTicket(request)
        }
    }

    private static func unknownTicket(_ request: ServiceCall) -> HTTPReply {
        LinkPage.deadEnd(.for(nil, request), .unknownTitle, .ticketUnknown, status: 404)
    }

    /// Redirects the browser to the sender; without a valid address, returns a page that says what has happened.
    private static func leaving(
        to visit: TicketTarget, _ ending: CeremonyEnding, _ request: ServiceCall
    ) -> HTTPReply {
        guard let location = ReturnAddress(visit.returnURL).location(for: ending) else {
            return LinkPage.deadEnd(.for(nil, request), .timedOutTitle, .openNew, status: 410)
        }
        return .seeOther(location)
    }

    /// Returns the response for an envelope that was voided or declined; `nil` for any other envelope.
    private func endedPage(_ visit: TicketTarget, _ request: ServiceCall) async throws -> HTTPReply? {
        guard let page = try await linkPage(visit, request), page.closing.over != nil else { return nil }
        return page.deadEnd
    }

    /// Returns what there is to say about a visit's envelope; `nil` if its recipient is no longer there.
    private func linkPage(_ visit: TicketTarget, _ request: ServiceCall) async throws -> LinkPage? {
        guard let envelope = try await envelope(visit.envelopeID), let recipient = envelope.recipient(visit.recipientID)
        else { return nil }
        let ceremony = configuration.ceremony
        return LinkPage(
            envelope: envelope, recipient: recipient, account: try await ceremony.account(of: envelope),
            brand: try await ceremony.brand(envelope), language: try await ceremony.accountLanguage(envelope.accountID),
            configuration: configuration, request)
    }

    /// Passes a request of the page to the ceremony's host.
    private func attend(_ request: ServiceCall) async throws -> HTTPReply {
        let (session, target) = try Self.place(request.head.path ?? "")
        guard let target else { return HTTPReply(status: 308, headers: [.location: "/ceremony/\(session)/"]) }
        let cookie = request.headers.cookies(named: VisitOpening.cookieName).first.map { Secret(text: $0) }
        let path = RequestTarget(target).path
        let isNavigation = (path == "/" || path == "/finished") && request.method == .get
        switch try await sessions.visit(session, cookie: cookie, at: configuration.now()) {
        case .unknown:
            guard !isNavigation else {
                return LinkPage.deadEnd(.for(nil, request), .timedOutTitle, .reopen, status: 401)
            }
            return Self.unknownSession(request)
        case .timedOut(let visit):
            guard !isNavigation else {
                guard visit.isByLink else { return Self.leaving(to: visit, .sessionTimeout, request) }
                let page = try await linkPage(visit, request)
                return FinishedPage.timedOut(page?.say ?? .for(nil, request), brand: page?.brand)
            }
            return .sessionTimeout(returningTo: ReturnAddress(visit.returnURL), in: .of(request))
        case .asking(let visit, let missing):
            if let refusal = refusal(of: request) { return refusal }
            return try await proofs.answer(request, visit, session: session, path: path, missing: missing)
        case .open(let visit):
            switch path {
            case "/finished" where visit.isByLink && [.get, .head].contains(request.method):
                return try await finished(visit, request)
            case ProofForms.codePath, ProofForms.sendingPath: return .seeOther(VisitOpening.path(session))
            default:
                let open = Visit(session: session, cookie: cookie, target: visit)
                return try await answer(request, open, target: target)
            }
        }
    }

    private func finished(_ visit: TicketTarget, _ request: ServiceCall) async throws -> HTTPReply {
        guard let page = try await linkPage(visit, request) else { return LinkPage.unknown(.for(nil, request)) }
        let ceremony = configuration.ceremony
        return FinishedPage(link: page, offersCopies: ceremony.offersCopies, keepsEntries: ceremony.keepsEntries).page()
    }

    /// Refuses a request of another site's page.
    private func refusal(of request: ServiceCall) -> HTTPReply? {
        guard OriginRule.isForeign(request, base: base()) else { return nil }
        return .pageRefusal(status: 403, code: "cross_site", saying: "cross-site", in: .of(request))
    }

    private static func unknownSession(_ request: ServiceCall) -> HTTPReply {
        .pageRefusal(status: 401, code: "unknown_session", saying: "session-unknown", in: .of(request))
    }

    /// An open visit, and how a request has shown that it is theirs.
    private struct Visit {
        let session: String
        let cookie: Secret?
        let target: TicketTarget
    }

    /// Returns the recipient of a visit that is still open; `nil` if it has ended. They are read first: whoever gets the
    /// part after that is another person, and whoever got it before has ended the visit.
    private func person(of visit: Visit) async throws -> Recipient? {
        let person = try await envelope(visit.target.envelopeID)?.recipient(visit.target.recipientID)
        guard case .open = try await sessions.visit(visit.session, cookie: visit.cookie, at: configuration.now())
        else { return nil }
        return person
    }

    private func answer(_ request: ServiceCall, _ visit: Visit, target: String) async throws -> HTTPReply {
        if let refusal = refusal(of: request) { return refusal }
        let limit = configuration.ceremony.bodyLimit(for: target)
        let body: Data
        do {
            body = try await request.body.data(limit: limit)
        } catch is BodyTooLarge {
            return .pageRefusal(
                status: 413, code: "body_too_large", saying: "body-too-large", ["limit": .number(limit)],
                in: .of(request))
        }
        var head = request.head
        head.path = target
        // The cookie has opened the session; the host does not need it.
        head.headerFields[.cookie] = nil
        let call = HTTPCall(head: head, body: body)
        guard request.method != .get, request.method != .head else {
            return await host(visit.target).answer(call, from: request.remoteAddress)
        }
        guard let person = try await person(of: visit) else { return Self.unknownSession(request) }
        return await host(visit.target).answer(call, from: request.remoteAddress, as: person)
    }

    /// Returns the session in a path and the target below it with the query. The target is `nil` if the trailing slash
    /// is missing, since the page's relative addresses would then be wrong.
    private static func place(_ raw: String) throws -> (session: String, target: String?) {
        let target = RequestTarget(raw)
        let prefix = "/ceremony/"
        guard target.path.hasPrefix(prefix), target.relativePath != nil else {
            throw NothingAtPath(path: target.path)
        }
        let session = target.path.dropFirst(prefix.count).prefix { $0 != "/" }
        let below = raw.dropFirst(prefix.count + session.count)
        return (String(session), below.hasPrefix("/") ? String(below) : nil)
    }
}
