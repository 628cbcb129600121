import Ceremony
import Composing
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import PageImages
import PageKit
import ServiceCalls
import Words

/// The routes for a sender's browser: `/compose/{ticket}` and everything below `/composing/{visit}/`.
struct ComposingRoutes {
    let work: EnvelopeWork
    private let previews = DraftPreviews()

    init(work: EnvelopeWork) {
        self.work = work
    }

    private static let cookieName = "countersign_composing"

    var routes: [APIRoute] {
        // HEAD differs from GET here: it must not redeem the ticket.
        [APIRoute(.get, "compose/:ticket", needsToken: false, answersHead: false) { try await redeem($0) }]
            + ["composing/:visit", "composing/:visit/**"].flatMap { path in
                [HTTPRequest.Method.get, .post, .put, .delete].map { method in
                    APIRoute(method, path, needsToken: false) { try await attend($0) }
                }
            }
    }

    /// Exchanges a ticket for a visit.
    private func redeem(_ request: ServiceCall) async throws -> HTTPReply {
        let ticket = Secret(text: request.parameters["ticket"] ?? "")
        switch try await work.stores.composing.open(ticket, at: work.configuration.now()) {
        case .unknown: return Self.deadEnd(request, status: 404)
        case .spent(let target): return Self.leaving(target, .error, request)
        case .opened(_, let id, let cookie):
            let path = "/composing/\(id)/"
            let header =
                "\(Self.cookieName)=\(cookie.text); Path=\(path); HttpOnly; SameSite=Lax"
                + (work.configuration.isSecure ? "; Secure" : "")
            let language = (request.query["locale"] ?? request.query["lang"]).flatMap(Language.of)
            return .seeOther(path + (language.map { "?lang=\($0.tag)" } ?? ""), headers: [.setCookie: header])
        }
    }

    /// Passes a request of the page to its host.
    private func attend(_ request: ServiceCall) async throws -> HTTPReply {
        let raw = request.head.path ?? ""
        let (visit, below) = try Self.place(raw)
        guard let below else { return HTTPReply(status: 308, headers: [.location: "/composing/\(visit)/"]) }
        let cookie = request.headers.cookies(named: Self.cookieName).first.map { Secret(text: $0) }
        let isPage = RequestTarget(below).path == "/" && request.method == .get
        let configuration = work.configuration
        let found = try await work.stores.composing.visit(
            visit, cookie: cookie, at: configuration.now(), idleLife: configuration.composingIdleLife,
            life: configuration.sessionLife)
        switch found {
        case .unknown:
            return isPage ? Self.deadEnd(request, status: 401) : .composingEnded(returningTo: .none)
        case .timedOut(let target):
            return isPage
                ? Self.leaving(target, .sessionEnd, request)
                : .composingEnded(returningTo: ReturnAddress(URL(string: target.returnURL)))
        case .open(let target) where target.isEmbedded:
            // That visit has a token, and no cookie of a browser.
            return isPage ? Self.deadEnd(request, status: 401) : .composingEnded(returningTo: .none)
        case .open(let target):
            if OriginRule.isForeign(request, base: work.base()) { return .composingRefused(.foreign) }
            guard try await configuration.hasUser(target.sender.userID, target.accountID) else {
                return isPage
                    ? Self.deadEnd(request, status: 401)
                    : .composingEnded(returningTo: ReturnAddress(URL(string: target.returnURL)))
            }
            if let preview = PreviewPath(below) { return try await show(preview, of: visit, target, request) }
            var settings = work.composingSettings
            settings.showsPreviews = true
            let reply = try await work.composingReply(to: request, target, below, settings)
            // What ends the page ends what it shows.
            if reply.status == 200, request.method == .post, ["/send", "/keep", "/discard"].contains(below) {
                await previews.end(visit)
            }
            return reply
        }
    }

    /// Answers a request of a recipient's signing page before anything is sent.
    private func show(
        _ path: PreviewPath, of visit: String, _ target: ComposingTarget, _ request: ServiceCall
    ) async throws -> HTTPReply {
        let drafts = LedgerDrafts(work: work, target: target, request: request)
        let begins = request.method == .get && RequestTarget(path.below).path == "/"
        let host: CeremonyHost
        do {
            host = try await previews.host(
                DraftPreviews.Key(account: target.accountID, visit: visit, recipient: path.recipient),
                at: work.configuration.now(), anew: begins
            ) { [work] in
                try await DraftPreview(work: work, draft: drafts.draft(), target: target).host(
                    ofRecipient: path.recipient)
            }
        } catch let error as DraftError {
            return begins ? Self.deadEnd(request, status: 422, saying: "review.previewNot") : .composingRefused(error)
        }
        let body: Data
        do {
            body = try await request.body.data(limit: work.configuration.ceremony.bodyLimit(for: path.below))
        } catch is BodyTooLarge {
            return .composingRefused(.tooLarge(limit: work.configuration.ceremony.bodyLimit(for: path.below)))
        }
        var head = request.head
        head.path = path.below
        head.headerFields[.cookie] = nil
        return await host.answer(HTTPCall(head: head, body: body))
    }

    /// Returns the visit in a path and the target below it with the query; `nil` if the trailing slash is missing.
    private static func place(_ raw: String) throws -> (visit: String, below: String?) {
        let target = RequestTarget(raw)
        let prefix = "/composing/"
        guard target.path.hasPrefix(prefix), target.relativePath != nil else { throw NothingAtPath(path: target.path) }
        let visit = target.path.dropFirst(prefix.count).prefix { $0 != "/" }
        let below = raw.dropFirst(prefix.count + visit.count)
        return (String(visit), below.hasPrefix("/") ? String(below) : nil)
    }

    // MARK: Dead ends

    private static func leaving(
        _ target: ComposingTarget, _ ending: ComposingEnding, _ request: ServiceCall
    ) -> HTTPReply {
        guard let address = ReturnAddress(URL(string: target.returnURL)).location(event: ending.rawValue) else {
            return deadEnd(request, status: 410)
        }
        return .seeOther(address)
    }

    /// A page for a browser whose address opens nothing any more.
    ///
    /// - Parameter key: what it says, in the section of the composing page
    private static func deadEnd(
        _ request: ServiceCall, status: Int, saying key: String = "ended.linkUsed"
    ) -> HTTPReply {
        let language = request.readerLanguage
        let catalog = Catalog.of(language)
        func say(_ key: String) -> String { catalog.sentence(.composing, key) ?? "" }
        var page = PlainPage(
            title: say("ended.title"), body: "<p>\(PlainPage.escaped(say(key)))</p>")
        page.language = language.tag
        page.isRightToLeft = language.isRightToLeft
        return page.answer(status: status)
    }
}

extension EnvelopeWork {
    /// The ways to the composing page: by ticket, and embedded in the sender's product.
    package var composingRoutes: [APIRoute] {
        ComposingRoutes(work: self).routes + EmbeddedComposing(work: self).routes
    }

    /// The settings of a page before a visit has its own.
    var composingSettings: ComposingConfiguration {
        var settings = ComposingConfiguration()
        settings.fileLimit = configuration.documentLimit
        settings.report = { [report = configuration.report] in report($0, nil) }
        return settings
    }

    /// Passes a request of a visit to the page's host.
    ///
    /// - Parameter below: the target relative to the page's address, with a slash in front
    func composingReply(
        to request: ServiceCall, _ target: ComposingTarget, _ below: String, _ settings: ComposingConfiguration
    ) async throws -> HTTPReply {
        var settings = settings
        settings.sends = target.sends
        settings.beginsWithFields = target.beginsWithFields
        let host = ComposingHost(
            store: LedgerDrafts(work: self, target: target, request: request), renderer: workshop.renderer,
            share: FairShare(account: target.accountID, visitor: target.sender.userID),
            returnAddress: ReturnAddress(URL(string: target.returnURL)), configuration: settings)
        let limit = host.bodyLimit(for: below)
        let body: Data
        do {
            body = try await request.body.data(limit: limit)
        } catch is BodyTooLarge {
            return .composingRefused(.tooLarge(limit: limit))
        }
        var head = request.head
        head.path = below
        // The cookie has opened the visit; the host does not need it.
        head.headerFields[.cookie] = nil
        return await host.answer(HTTPCall(head: head, body: body))
    }
}

/// The address of a preview below a visit: `/preview/{number}/…`.
private struct PreviewPath {
    let recipient: Int
    /// The target below it, with the query.
    let below: String

    init?(_ target: String) {
        let prefix = "/preview/"
        guard target.hasPrefix(prefix) else { return nil }
        let digits = target.dropFirst(prefix.count).prefix { $0 != "/" }
        let below = target.dropFirst(prefix.count + digits.count)
        guard digits.count <= 3, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let recipient = Int(digits),
            below.hasPrefix("/")
        else {
            return nil
        }
        self.recipient = recipient
        self.below = String(below)
    }
}
