import Envelopes
import Foundation
import HTTPMessages
import Ledger
import PageImages
import PageKit
import ServiceCalls
import Words

/// The calls of the page, and what they have in common.
extension CeremonyHost {
    /// Answers every host's calls.
    static let dispatcher = Dispatcher([FramedRoutes(PageFrame(), routes)], otherwise: PageFrame())

    /// No reply of the page names the address of the service.
    static let unnamedBase = URL(filePath: "/")

    private typealias Handler = @Sendable (CeremonyHost, HTTPCall, [String: String]) async throws -> HTTPReply

    private static var routes: [Route<CeremonyHost>] {
        let reads: [Route<CeremonyHost>] = [
            read("session") { host, call, _ in try await host.open(call) },
            read("search") { host, call, _ in try await host.search(call) },
            read("certificate") { host, _, _ in try await host.certificate() },
            read("combined") { host, _, _ in try await host.combined() },
            read("brand/logo") { host, _, _ in try await host.logo() },
            read("documents/:document/file") { host, _, path in try await host.file(path["document"] ?? "") },
            read("documents/:document/pages/:page/image") { host, call, path in
                try await host.image(path["document"] ?? "", path["page"] ?? "", call)
            },
            read("documents/:document/pages/:page/words") { host, call, path in
                try await host.words(path["document"] ?? "", path["page"] ?? "", call)
            },
        ]
        let writes: [Route<CeremonyHost>] = [
            write(.post, "consent") { host, call, _ in try await host.consent(call) },
            write(.post, "signature/preview") { host, call, _ in try await host.preview(call) },
            write(.put, "signature") { host, call, _ in try await host.adopt(call) },
            write(.post, "signature/places") { host, call, _ in try await host.place(call) },
            write(.post, "shown", limit: longestReport) { host, call, _ in try await host.shown(call) },
            write(.post, "finish") { host, call, _ in try await host.finish(call) },
            write(.post, "elsewhere") { host, _, _ in try await host.continueElsewhere() },
            write(.post, "later") { host, call, _ in try await host.later(call) },
            write(.post, "decline") { host, call, _ in try await host.decline(call) },
            write(.post, "delegate") { host, call, _ in try await host.delegate(call) },
            write(.put, "fields/:id") { host, call, path in try await host.fill(path["id"] ?? "", call) },
            write(.put, "marks/:id") { host, call, path in try await host.placeMark(path["id"] ?? "", call) },
            write(.delete, "marks/:id") { host, call, path in try await host.removeMark(path["id"] ?? "", call) },
            attachment(.put) { host, call, path in try await host.attach(path["id"] ?? "", call) },
            write(.delete, "attachments/:id") { host, call, path in try await host.detach(path["id"] ?? "", call) },
        ]
        return reads + writes
            + PageFiles.all.names.map { name in
                read(name) { host, call, _ in await host.pageFile(name, call) }
            } + [
                // The page of another version of the program, which it names by its digest.
                read(":file") { host, call, path in
                    guard PageFiles.all.contains(path["file"] ?? "") else { throw NothingAtPath(path: call.path) }
                    return await host.pageFile(path["file"] ?? "", call)
                }
            ]
    }

    private static func read(_ path: String, _ handler: @escaping Handler) -> Route<CeremonyHost> {
        Route(
            .get, path, needsToken: false,
            contextual: { call, host in
                try await handler(host, HTTPCall(head: call.head), call.parameters)
            })
    }

    /// A call that may change something, as JSON.
    ///
    /// - Parameter limit: the most bytes of a body, if the configuration allows as many
    private static func write(
        _ method: HTTPRequest.Method, _ path: String, limit: Int = .max, _ handler: @escaping Handler
    ) -> Route<CeremonyHost> {
        Route(
            method, path, needsToken: false,
            contextual: { call, host in
                try checkOrigin(call)
                let limit = min(limit, host.configuration.bodyLimit)
                let body = try await body(of: call, limit: limit, refusing: CeremonyError.bodyTooLarge(limit: limit))
                guard call.headers.mediaType == "application/json" else { throw CeremonyError.notJSON }
                return try await handler(host, HTTPCall(head: call.head, body: body), call.parameters)
            })
    }

    /// A call whose body is a file.
    private static func attachment(
        _ method: HTTPRequest.Method, _ handler: @escaping Handler
    ) -> Route<CeremonyHost> {
        Route(
            method, "attachments/:id", needsToken: false,
            contextual: { call, host in
                try checkOrigin(call)
                // A form of another site's page cannot send this type.
                guard call.headers.mediaType == "application/octet-stream" else { throw CeremonyError.notAFile }
                let limit = host.configuration.attachmentLimit
                let body = try await body(
                    of: call, limit: limit, refusing: CeremonyError.attachmentTooLarge(limit: limit))
                return try await handler(host, HTTPCall(head: call.head, body: body), call.parameters)
            })
    }

    /// Refuses what another site's page sends.
    private static func checkOrigin(_ call: ServiceCall) throws(CeremonyError) {
        if call.headers[named: "Sec-Fetch-Site"] == "cross-site" { throw .crossSite }
    }

    private static func body(
        of call: ServiceCall, limit: Int, refusing refusal: CeremonyError
    ) async throws -> Data {
        do {
            return try await call.body.data(limit: limit)
        } catch is BodyTooLarge {
            throw refusal
        }
    }

    private func pageFile(_ name: String, _ request: HTTPCall) async -> HTTPReply {
        guard name.isEmpty || name == PageFolder.main else {
            return PageFiles.all.reply(name, to: request) ?? HTTPReply(status: 404)
        }
        let recipient = try? await envelope().recipient(recipientID)
        let language = language(of: recipient)
        var reply = PageFiles.all.page(in: language, to: request)
        // The browser fetches the session beside the script, unless only the script has the token for it.
        if !configuration.picturesByScript {
            let query = chosenLanguage.map {
                "?lang=\($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
            }
            reply.headers[named: "Link"] = "<session\(query ?? "")>; rel=preload; as=fetch; crossorigin"
        }
        return reply
    }
}

/// What the page's calls have in common: sentences for the person, and the headers that protect the page.
private struct PageFrame: CallFrame {
    /// Refuses paths whose slashes would give the page's relative addresses another base.
    func admit(_ call: inout ServiceCall, to route: Route<CeremonyHost>, _ host: CeremonyHost) async throws {
        let path = call.path
        if path != "/", path.hasSuffix("/") || path.contains("//") { throw NothingAtPath(path: call.path) }
    }

    func reply(to error: any Error, _ call: ServiceCall, _ host: CeremonyHost) async -> HTTPReply {
        await host.refusal(for: error)
    }

    func complete(_ reply: inout HTTPReply, _ call: ServiceCall, _ host: CeremonyHost) {
        reply = reply.compressed(for: HTTPCall(head: call.head)).secured(host.configuration)
    }
}

extension CeremonyHost {
    /// Returns the answer to a call that failed, and reports a failure of the service itself.
    fileprivate func refusal(for error: any Error) async -> HTTPReply {
        let language = language(of: nil)
        switch error {
        case let error as CeremonyError:
            if error.statusAndCode.status >= 500 { configuration.report(error) }
            return error.response(returningTo: returnAddress, in: language)
        case let error as EnvelopeError:
            if case .history = error { break }
            if case .beingChanged(let lock) = error {
                let until = SignedDate.timeOfDay(lock.until, in: zone(in: try? await self.envelope()))
                return CeremonyError.beingChanged(by: lock.by.name, until: until).response(
                    returningTo: returnAddress, in: language)
            }
            let envelope = try? await self.envelope()
            return CeremonyError(error, state: envelope?.state(of: recipientID), envelope: envelope).response(
                returningTo: returnAddress, in: language)
        case let error as PageImageError:
            configuration.report(error)
            return CeremonyError(error).response(returningTo: returnAddress, in: language)
        case is NothingAtPath: return CeremonyError.notFound.response(returningTo: returnAddress, in: language)
        case let error as MethodNotAllowed:
            return CeremonyError.methodNotAllowed(allowed: error.allowed).response(
                returningTo: returnAddress, in: language)
        case StorageError.full:
            configuration.report(error)
            return CeremonyError.storageFull.response(returningTo: returnAddress, in: language)
        case StorageError.unavailable:
            configuration.report(error)
            return .pageRefusal(status: 503, code: "unavailable", saying: "internal-error", in: language)
        case StorageError.conflict: return CeremonyError.busy.response(returningTo: returnAddress, in: language)
        case is CancellationError:
            return .pageRefusal(status: 503, code: "cancelled", saying: "cancelled", in: language)
        default: break
        }
        configuration.report(error)
        return .pageRefusal(status: 500, code: "internal_error", saying: "internal-error", in: language)
    }
}
