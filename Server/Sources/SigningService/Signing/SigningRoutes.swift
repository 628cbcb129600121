import Ceremony
import Envelopes
import Foundation
import HTTPTypes
import Hummingbird
import Metrics
import NIOCore

/// The ways of a signer's browser: `/sign/{ticket}` and everything below `/ceremony/{session}/`.
struct SigningRoutes {
    let configuration: ServiceConfiguration
    let address: ServiceAddress
    let tickets: TicketStore
    let sessions: SessionStore
    /// The host that answers the page of a visit.
    let host: @Sendable (SigningVisit) -> CeremonyHost

    static let cookieName = "countersign_session"

    func add(to table: inout MethodTable) {
        // HEAD is not GET here: asking what is behind a ticket must not use it up.
        table.on(.get, "sign/:ticket", head: false) { try await redeem($0, $1) }
        for path in ["ceremony/:session", "ceremony/:session/**"] {
            table.on(.get, path) { try await attend($0, $1) }
            table.on(.post, path) { try await attend($0, $1) }
            table.on(.put, path) { try await attend($0, $1) }
        }
    }

    /// Trades a ticket for a session.
    private func redeem(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let ticket = Secret(text: try context.parameters.require("ticket"))
        let now = configuration.now()
        switch try await tickets.redeem(ticket, at: now) {
        case .unknown:
            return .page(
                title: "This signing link is not valid",
                "It may have been copied incompletely. Open it again from where you got it.", status: .notFound)
        case .spent(let visit):
            Counter(label: "countersign_tickets_spent_total").increment()
            return .leaving(to: visit, .timeToLiveExpired)
        case .opened(let visit):
            let session = try await sessions.open(visit, at: now)
            let path = "/ceremony/\(session.id.uuidString.lowercased())/"
            var headers: HTTPFields = [:]
            headers[.setCookie] =
                "\(Self.cookieName)=\(session.cookie.text); Path=\(path); HttpOnly; SameSite=Lax"
                + (configuration.isSecure ? "; Secure" : "")
            Counter(label: "countersign_ceremonies_opened_total").increment()
            return .seeOther(path, headers: headers)
        }
    }

    /// Hands a request of the page to the ceremony's host.
    private func attend(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let session = try context.parameters.require("session")
        guard let path = try Self.relativePath(request, session: session) else {
            return Response(status: .permanentRedirect, headers: [.location: "/ceremony/\(session)/"])
        }
        let cookie = request.cookies[Self.cookieName].map { Secret(text: $0.value) }
        let isNavigation = path.isEmpty && request.method == .get
        switch try await sessions.visit(session, cookie: cookie, at: configuration.now()) {
        case .unknown:
            guard !isNavigation else {
                return .page(
                    title: "This signing session has ended", "Open the signing link again from where you got it.",
                    status: .unauthorized)
            }
            return Response(
                .refusal(
                    status: 401, code: "unknown_session",
                    message: "This signing session is not known; open the signing link again."))
        case .timedOut(let visit):
            guard !isNavigation else { return .leaving(to: visit, .sessionTimeout) }
            return Response(.sessionTimeout(returningTo: ReturnAddress(visit.returnURL)))
        case .open(let visit):
            return try await answer(request, context, visit, path: path)
        }
    }

    private func answer(
        _ request: Request, _ context: ServiceContext, _ visit: SigningVisit, path: String
    ) async throws -> Response {
        guard !OriginRule.isForeign(request, base: address.base) else {
            return Response(
                .refusal(status: 403, code: "cross_site", message: "The request comes from another site."))
        }
        let body: Data
        do {
            body = try await request.wholeBody(limit: Self.bodyLimit)
        } catch is NIOTooManyBytesError {
            return Response(
                .refusal(
                    status: 413, code: "body_too_large",
                    message: "The request is larger than anything the page sends."))
        }
        let answer = await host(visit).answer(
            CeremonyRequest(
                method: request.method.rawValue, path: path, query: request.parameters,
                headers: Self.headers(request), body: body, ipAddress: context.remoteAddress,
                userAgent: request.userAgent))
        return Response(answer)
    }

    /// The most bytes that a request of the page may have: a long drawn signature with every point of its strokes.
    private static let bodyLimit = 2 << 20

    /// The path below the session, decoded; nil when the final slash is missing, without which the page's relative
    /// addresses lead elsewhere.
    private static func relativePath(_ request: Request, session: String) throws -> String? {
        let raw = request.uri.path
        let prefix = "/ceremony/\(session)"
        guard raw.hasPrefix(prefix) else { throw HTTPError(.notFound) }
        let rest = raw.dropFirst(prefix.count)
        guard let slash = rest.first else { return nil }
        guard slash == "/", let path = String(rest.dropFirst()).removingPercentEncoding else {
            throw HTTPError(.notFound)
        }
        return path
    }

    private static func headers(_ request: Request) -> [String: String] {
        // The cookie opens the session; nobody behind this point needs it.
        Dictionary(
            request.headers.filter { $0.name != .cookie }.map { ($0.name.canonicalName, $0.value) },
            uniquingKeysWith: { first, second in "\(first), \(second)" })
    }
}

extension Response {
    /// The ceremony's answer, as it goes over the wire.
    fileprivate init(_ answer: CeremonyResponse) {
        var headers: HTTPFields = [:]
        for (name, value) in answer.headers { headers[HTTPField.Name(name)] = value }
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        self.init(
            status: HTTPResponse.Status(code: answer.status), headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
    }

    /// Sends the browser back to the sender; where it may not be sent there, a page says what has happened.
    fileprivate static func leaving(to visit: SigningVisit, _ ending: CeremonyEnding) -> Response {
        guard let location = ReturnAddress(visit.returnURL).location(for: ending) else {
            return .page(
                title: "This signing link or session has ended",
                "Open a new signing link from where you got this one.", status: .gone)
        }
        return .seeOther(location)
    }
}
