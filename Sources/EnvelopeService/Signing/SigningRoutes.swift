import Ceremony
import DocuSignDialect
import Envelopes
import Foundation
import Ledger

/// The ways of a signer's browser: `/sign/{ticket}` and everything below `/ceremony/{session}/`.
struct SigningRoutes {
    let configuration: EnvelopeServiceConfiguration
    let base: @Sendable () -> URL
    let tickets: any TicketStore
    let sessions: any SessionStore
    let observe: ServiceObserver
    let envelope: @Sendable (EnvelopeID) async throws -> Envelope?
    /// The host that answers the page of a visit.
    let host: @Sendable (SigningVisit) -> CeremonyHost

    static let cookieName = "countersign_session"

    var routes: [APIRoute] {
        // HEAD is not GET here: asking what is behind a ticket must not use it up.
        [APIRoute("GET", "sign/:ticket", needsToken: false, answersHead: false) { try await redeem($0) }]
            + ["ceremony/:session", "ceremony/:session/**"].flatMap { path in
                ["GET", "POST", "PUT"].map { method in
                    APIRoute(method, path, needsToken: false) { try await attend($0) }
                }
            }
    }

    /// Trades a ticket for a session.
    private func redeem(_ request: APIRequest) async throws -> APIAnswer {
        let ticket = Secret(text: request.parameters["ticket"] ?? "")
        let now = configuration.now()
        switch try await tickets.redeem(ticket, at: now) {
        case .unknown:
            return .page(
                title: "This signing link is not valid",
                "It may have been copied incompletely. Open it again from where you got it.", status: 404)
        case .spent(let visit):
            observe(.ticketSpent)
            return .leaving(to: visit, .timeToLiveExpired)
        case .opened(let visit):
            if let over = try await over(visit) { return over }
            let session = try await sessions.open(visit, at: now)
            let path = "/ceremony/\(session.id.uuidString.lowercased())/"
            let cookie =
                "\(Self.cookieName)=\(session.cookie.text); Path=\(path); HttpOnly; SameSite=Lax"
                + (configuration.isSecure ? "; Secure" : "")
            observe(.ceremonyOpened)
            return .seeOther(path, headers: ["set-cookie": cookie])
        }
    }

    /// What the browser shows for an envelope that was voided or declined; nil for any other envelope.
    private func over(_ visit: SigningVisit) async throws -> APIAnswer? {
        guard let envelope = try await envelope(visit.envelopeID) else { return nil }
        switch envelope.status {
        case .voided:
            let reason = envelope.voidedReason.map { " The reason they gave: “\($0)”" } ?? ""
            return .page(
                title: "These documents were withdrawn",
                "\(envelope.sender.name) no longer asks for your signature.\(reason)", status: 410)
        case .declined:
            return .page(
                title: "Signing has ended", "Somebody has declined to sign; nobody can sign any more.", status: 410)
        default: return nil
        }
    }

    /// Hands a request of the page to the ceremony's host.
    private func attend(_ request: APIRequest) async throws -> APIAnswer {
        let (session, path) = try Self.place(request.path)
        guard let path else { return APIAnswer(status: 308, headers: ["location": "/ceremony/\(session)/"]) }
        let cookie = request.cookie(Self.cookieName).map { Secret(text: $0) }
        let isNavigation = path.isEmpty && request.method == "GET"
        switch try await sessions.visit(session, cookie: cookie, at: configuration.now()) {
        case .unknown:
            guard !isNavigation else {
                return .page(
                    title: "This signing session has ended", "Open the signing link again from where you got it.",
                    status: 401)
            }
            return APIAnswer(
                .refusal(
                    status: 401, code: "unknown_session",
                    message: "This signing session is not known; open the signing link again."))
        case .timedOut(let visit):
            guard !isNavigation else { return .leaving(to: visit, .sessionTimeout) }
            return APIAnswer(.sessionTimeout(returningTo: ReturnAddress(visit.returnURL)))
        case .open(let visit):
            return try await answer(request, visit, path: path)
        }
    }

    private func answer(_ request: APIRequest, _ visit: SigningVisit, path: String) async throws -> APIAnswer {
        guard !OriginRule.isForeign(request, base: base()) else {
            return APIAnswer(
                .refusal(status: 403, code: "cross_site", message: "The request comes from another site."))
        }
        let body: Data
        do {
            body = try await request.body.data(limit: Self.bodyLimit)
        } catch is BodyTooLarge {
            return APIAnswer(
                .refusal(
                    status: 413, code: "body_too_large",
                    message: "The request is larger than anything the page sends."))
        }
        // The cookie opens the session; nobody behind this point needs it.
        let headers = request.headers.filter { $0.key != "cookie" }
        let answer = await host(visit).answer(
            CeremonyRequest(
                method: request.method, path: path, query: request.query, headers: headers, body: body,
                ipAddress: request.remoteAddress, userAgent: request.userAgent))
        return APIAnswer(answer)
    }

    /// The most bytes that a request of the page may have: a long drawn signature with every point of its strokes.
    private static let bodyLimit = 2 << 20

    /// The session that a path names, and the path below it, decoded; nil when the final slash is missing, without
    /// which the page's relative addresses lead elsewhere.
    private static func place(_ raw: String) throws -> (session: String, path: String?) {
        let prefix = "/ceremony/"
        guard raw.hasPrefix(prefix) else { throw APIError.nothing(at: raw) }
        let rest = raw.dropFirst(prefix.count)
        let session = String(rest.prefix { $0 != "/" })
        guard let slash = rest.firstIndex(of: "/") else { return (session, nil) }
        guard let path = String(rest[rest.index(after: slash)...]).removingPercentEncoding else {
            throw APIError.nothing(at: raw)
        }
        return (session, path)
    }
}

extension APIError {
    /// What is answered for a path that there is not.
    static func nothing(at path: String) -> APIError {
        APIError(.resourceNotFound, "There is nothing at \(path).")
    }
}

extension APIRequest {
    /// The first cookie of a name (RFC 6265 §4.2).
    fileprivate func cookie(_ name: String) -> String? {
        for pair in (headers["cookie"] ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2, parts[0] == name { return parts[1] }
        }
        return nil
    }
}

extension APIAnswer {
    /// The ceremony's answer, as it goes over the wire.
    fileprivate init(_ answer: CeremonyResponse) {
        self.init(status: answer.status, headers: answer.headers, body: answer.body)
        if headers["cache-control"] == nil { headers["cache-control"] = "no-store" }
    }

    /// Sends the browser back to the sender; where it may not be sent there, a page says what has happened.
    fileprivate static func leaving(to visit: SigningVisit, _ ending: CeremonyEnding) -> APIAnswer {
        guard let location = ReturnAddress(visit.returnURL).location(for: ending) else {
            return .page(
                title: "This signing link or session has ended",
                "Open a new signing link from where you got this one.", status: 410)
        }
        return .seeOther(location)
    }
}
