import Envelopes
import Foundation
import HTTPMessages
import PageImages
import PageKit
import ServiceCalls
import Words

/// The calls of the page, and what they have in common.
extension ComposingHost {
    static let dispatcher = Dispatcher([FramedRoutes(PageFrame(), routes)], otherwise: PageFrame())
    /// No reply of the page names the address of the service.
    static let unnamedBase = URL(filePath: "/")

    private typealias Handler = @Sendable (ComposingHost, HTTPCall, [String: String]) async throws -> HTTPReply

    private static var routes: [Route<ComposingHost>] {
        [
            read("draft") { host, _, _ in try await host.show() },
            read("files/:file/pages/:page/image") { host, call, path in
                try await host.image(path["file"] ?? "", path["page"] ?? "", call)
            },
            read("files/:file/pages/:page/words") { host, call, path in
                try await host.words(path["file"] ?? "", path["page"] ?? "", call)
            },
            read("files/:file/places") { host, call, path in try await host.places(path["file"] ?? "", call) },
            read("templates") { host, call, _ in try await host.templates(call) },
            read("people") { host, _, _ in try await host.people() },
            write(.post, "templates") { host, call, _ in try await host.makeTemplate(call) },
            write(.post, "templates/:template/use") { host, _, path in
                try await host.useTemplate(path["template"] ?? "")
            },
            write(.put, "draft") { host, call, _ in try await host.save(call) },
            write(.post, "pick") { host, _, _ in try await host.pick() },
            write(.post, "send") { host, call, _ in try await host.send(call) },
            write(.post, "keep") { host, _, _ in try await host.keep() },
            write(.post, "discard") { host, _, _ in try await host.discard() },
            // A form of another site's page cannot send this type.
            write(.put, "files/:file", as: "application/octet-stream") { host, call, path in
                try await host.add(path["file"] ?? "", call)
            },
        ]
            + ComposingPage.all.names.map { name in read(name) { host, call, _ in host.pageFile(name, call) } }
            + [
                // The page of another version of the program, which it names by its digest.
                read(":file") { host, call, path in
                    guard ComposingPage.all.contains(path["file"] ?? "") else { throw DraftError.notFound }
                    return host.pageFile(path["file"] ?? "", call)
                }
            ]
    }

    private static func read(_ path: String, _ handler: @escaping Handler) -> Route<ComposingHost> {
        Route(
            .get, path, needsToken: false,
            contextual: { call, host in try await handler(host, HTTPCall(head: call.head), call.parameters) })
    }

    private static func write(
        _ method: HTTPRequest.Method, _ path: String, as type: String = "application/json",
        _ handler: @escaping Handler
    ) -> Route<ComposingHost> {
        Route(
            method, path, needsToken: false,
            contextual: { call, host in
                if call.headers[named: "Sec-Fetch-Site"] == "cross-site" { throw DraftError.foreign }
                guard call.headers.mediaType == type else { throw DraftError.malformed }
                let limit = host.bodyLimit(for: call.path)
                do {
                    let body = try await call.body.data(limit: limit)
                    return try await handler(host, HTTPCall(head: call.head, body: body), call.parameters)
                } catch is BodyTooLarge {
                    throw DraftError.tooLarge(limit: limit)
                }
            })
    }

    private func pageFile(_ name: String, _ request: HTTPCall) -> HTTPReply {
        guard name.isEmpty || name == PageFolder.main else {
            return ComposingPage.all.reply(name, to: request) ?? HTTPReply(status: 404)
        }
        let wishes = [request.target.query["lang"]].compactMap(\.self)
        let accepted = Language.accepted(request.headers[.acceptLanguage] ?? "")
        return ComposingPage.all.page(in: .best(for: wishes + accepted), to: request)
    }
}

/// The files of the composing page.
enum ComposingPage {
    static let all = PageFolder(ComposingFiles.all, saying: .composing)
}

/// What the page's calls have in common: codes for refusals, and the headers that protect the page.
private struct PageFrame: CallFrame {
    /// Refuses paths whose slashes would give the page's relative addresses another base.
    func admit(_ call: inout ServiceCall, to route: Route<ComposingHost>, _ host: ComposingHost) async throws {
        if call.path != "/", call.path.hasSuffix("/") || call.path.contains("//") { throw DraftError.notFound }
    }

    func reply(to error: any Error, _ call: ServiceCall, _ host: ComposingHost) async -> HTTPReply {
        switch error {
        case DraftError.changed(let draft):
            let problems = (try? await host.problems(of: draft)) ?? []
            return .refusal(409, "changed", draft: DraftView(draft, problems: problems, host.configuration))
        case let error as DraftError: return error.reply
        case is NothingAtPath: return .refusal(404, "not-found")
        case is MethodNotAllowed: return .refusal(405, "not-found")
        case is CancellationError: return .refusal(503, "busy")
        default:
            host.configuration.report(error)
            return .refusal(500, "internal")
        }
    }

    func complete(_ reply: inout HTTPReply, _ call: ServiceCall, _ host: ComposingHost) {
        reply = reply.compressed(for: HTTPCall(head: call.head)).secured(host.configuration)
    }
}

extension HTTPReply {
    /// Returns an error response in the form that the page reads: `{"error":{"code",…}}`.
    fileprivate static func refusal(
        _ status: Int, _ code: String, facts: [String: String] = [:], problems: [DraftProblem]? = nil,
        draft: DraftView? = nil, redirect: String? = nil
    ) -> HTTPReply {
        struct Answer: Encodable {
            struct Detail: Encodable {
                let code: String
                let facts: [String: String]
                let problems: [ProblemView]?
                let draft: DraftView?
                let redirect: String?
            }
            let error: Detail
        }
        let detail = Answer.Detail(
            code: code, facts: facts, problems: problems?.map(ProblemView.init), draft: draft, redirect: redirect)
        return (try? json(Answer(error: detail), status: status)) ?? HTTPReply(status: status)
    }

    /// Returns the response to a request of a visit that has ended, for the carrier that keeps the visits.
    package static func composingEnded(returningTo address: ReturnAddress) -> HTTPReply {
        refusal(401, "ended", redirect: address.location(event: ComposingEnding.sessionEnd.rawValue))
            .secured(ComposingConfiguration())
    }

    /// Returns the response to a request of another site's page, or to one that is too large.
    package static func composingRefused(_ error: DraftError) -> HTTPReply {
        error.reply.secured(ComposingConfiguration())
    }

    /// Returns a carrier's own response with the headers that protect the page.
    package func composing(_ configuration: ComposingConfiguration) -> HTTPReply { secured(configuration) }

    fileprivate func secured(_ configuration: ComposingConfiguration) -> HTTPReply {
        var reply = self
        reply.headers[.contentSecurityPolicy] = configuration.contentSecurityPolicy
        reply.headers[.xContentTypeOptions] = "nosniff"
        reply.headers[named: "Referrer-Policy"] = "no-referrer"
        reply.headers[.crossOriginResourcePolicy] = "same-origin"
        if reply.headers[.cacheControl] == nil { reply.headers[.cacheControl] = "no-store" }
        return reply
    }
}

extension DraftError {
    fileprivate var reply: HTTPReply {
        switch self {
        case .notFound: .refusal(404, "not-found")
        case .malformed: .refusal(400, "malformed")
        case .foreign: .refusal(403, "foreign")
        case .tooLarge(let limit): .refusal(413, "too-large", facts: ["megabytes": String(limit >> 20)])
        case .changed: .refusal(409, "changed")
        case .notADraft: .refusal(409, "not-a-draft")
        case .notInProcess: .refusal(409, "not-in-process")
        case .locked(let name): .refusal(409, "locked", facts: ["name": name])
        case .fileRefused(let refusal): .refusal(422, "file-\(refusal.rawValue)")
        case .fileExists: .refusal(409, "file-exists")
        case .incomplete(let problems): .refusal(422, "incomplete", problems: problems)
        case .tooManyMessages: .refusal(422, "too-many-messages")
        case .templateRefused: .refusal(422, "template")
        case .sendingNotOffered: .refusal(403, "sending-not-offered")
        case .notSent: .refusal(422, "not-sent")
        case .sendingRefused(let reason): .refusal(422, "sending-refused", facts: ["reason": reason])
        }
    }
}
