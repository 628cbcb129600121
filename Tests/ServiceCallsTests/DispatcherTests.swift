import Foundation
import HTTPMessages
import ServiceCalls
import Testing

@Suite("Calls find their routes, and errors their frames")
struct DispatcherTests {
    /// A frame whose answers say which one made them.
    private struct Frame: CallFrame {
        var name: String
        var places: [String] = []
        var hidesMethods = false

        struct Stranger: Error {}

        func admit(_ call: inout ServiceCall, to route: APIRoute, _: Void) async throws {
            call.answerHeaders[named: "X-Calls-Left"] = "7"
            guard route.needsToken else { return }
            guard call.headers[.authorization] != nil else { throw Stranger() }
            call.applicationID = "app"
        }

        func reply(to error: any Error, _ call: ServiceCall, _: Void) async -> HTTPReply {
            let status =
                switch error {
                case is NothingAtPath: 404
                case is MethodNotAllowed: 405
                case is Stranger: 401
                default: 500
                }
            return .bytes(Data("\(name): \(type(of: error))".utf8), type: "text/plain", status: status)
        }

        func complete(_ reply: inout HTTPReply, _ call: ServiceCall, _: Void) {
            reply.headers[named: "X-Frame"] = name
        }
    }

    private struct Broken: Error {}

    private static func route(
        _ method: HTTPRequest.Method, _ path: String, needsToken: Bool = false, answersHead: Bool = true
    ) -> APIRoute {
        APIRoute(method, path, needsToken: needsToken, answersHead: answersHead) { call in
            let names = call.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return .bytes(
                Data("\(method) \(path) \(names.joined(separator: " "))\(call.applicationID ?? "")".utf8),
                type: "text/plain")
        }
    }

    private static let dispatcher = Dispatcher(
        [
            FramedRoutes(
                Frame(name: "a", hidesMethods: true),
                [
                    route(.get, "a/:id/b"), route(.post, "a/:id/b"), route(.get, "a/fixed/b"), route(.put, "c/**"),
                    route(.get, "a/fixed/other"), route(.get, "once", answersHead: false),
                    route(.get, "kept", needsToken: true),
                    APIRoute(.get, "broken", needsToken: false) { _ in throw Broken() },
                ]),
            FramedRoutes(
                Frame(name: "b", places: ["b", "named/:app"]),
                [route(.get, "b/:x"), route(.get, "named/:app/y"), route(.get, "b/kept", needsToken: true)]),
        ], otherwise: Frame(name: "rest"), traceHeader: "X-Trace")

    private func answer(
        _ method: HTTPRequest.Method, _ path: String, token: Bool = false
    ) async -> HTTPReply {
        var headers: HTTPFields = [:]
        if token { headers[.authorization] = "Bearer x" }
        return await Self.dispatcher.answer(
            ServiceCall(HTTPCall(method, path, headers: headers), base: URL(filePath: "/")))
    }

    private func text(_ method: HTTPRequest.Method, _ path: String, token: Bool = false) async -> String {
        String(decoding: await answer(method, path, token: token).body, as: UTF8.self)
    }

    @Test("A name in the pattern matches one part of the path, percent-decoded")
    func names() async {
        #expect(await text(.post, "/a/x%2Fy/b?z=1") == "POST a/:id/b id=x/y")
        #expect(await answer(.get, "/a/x/y/b").status == 404)
        #expect(await answer(.get, "/a/x").status == 404)
        // What cannot be decoded is nowhere.
        for part in ["%FF", "%", "%4"] { #expect(await answer(.get, "/a/\(part)/b").status == 404, "\(part)") }
    }

    @Test(
        "The pattern that spells a part out wins, whatever their order; where it leads nowhere, the other one is tried")
    func order() async {
        #expect(await text(.get, "/a/fixed/b") == "GET a/fixed/b ")
        #expect(await text(.get, "/a/fixed/other") == "GET a/fixed/other ")
        #expect(await text(.get, "/b/other") == "GET b/:x x=other")
        #expect(Self.dispatcher.destination(.get, "/a/fixed/b").pattern == "/a/fixed/b")
        #expect(Self.dispatcher.destination(.get, "/a/7/b").pattern == "/a/{id}/b")
        #expect(Self.dispatcher.destination(.get, "/nowhere").pattern == nil)
    }

    @Test("An open end matches one or more parts")
    func openEnd() async {
        #expect(await answer(.put, "/c/x").status == 200)
        #expect(await answer(.put, "/c/x/y/z").status == 200)
        #expect(await answer(.put, "/c").status == 404)
    }

    @Test("Another method is answered with 405, the path's methods, and the frame's error")
    func methods() async {
        let wrong = await answer(.delete, "/a/7/b")
        #expect(wrong.status == 405 && wrong.headers[.allow] == "GET, HEAD, POST")
        #expect(String(decoding: wrong.body, as: UTF8.self) == "a: MethodNotAllowed")
        #expect(await answer(.head, "/once").headers[.allow] == "GET")
        #expect(!Self.dispatcher.destination(.get, "/once").isRead)
        #expect(Self.dispatcher.destination(.get, "/kept").isRead)
        #expect(!Self.dispatcher.destination(.post, "/a/7/b").isRead)
    }

    @Test("Unknown paths get the errors of the frame in whose place they are")
    func places() async {
        for (path, frame) in [
            ("/b", "b"), ("/b/x/y/z", "b"), ("/named/7/q", "b"), ("/named", "rest"), ("/a/x", "rest"), ("/", "rest"),
        ] {
            let reply = await answer(.get, path)
            #expect(reply.status == 404 && reply.headers[named: "X-Frame"] == frame, "\(path)")
            #expect(String(decoding: reply.body, as: UTF8.self) == "\(frame): NothingAtPath")
        }
    }

    @Test("Who asks is found out first; only a frame that hides methods asks before it refuses one")
    func admission() async {
        #expect(await text(.get, "/kept", token: true) == "GET kept app")
        #expect(await answer(.get, "/kept").status == 401)
        #expect(await answer(.post, "/kept").status == 401)
        #expect(await answer(.post, "/kept", token: true).status == 405)
        #expect(await answer(.get, "/b/kept").status == 401)
        #expect(await answer(.post, "/b/kept").status == 405)
    }

    @Test("Every answer has its call's trace, and its frame's headers, also an error")
    func headers() async {
        for (path, status) in [("/kept", 401), ("/broken", 500), ("/a/7/b", 200)] {
            let call = ServiceCall(HTTPCall(.get, path), base: URL(filePath: "/"))
            let reply = await Self.dispatcher.answer(call)
            #expect(reply.status == status && reply.headers[named: "X-Trace"] == call.trace, "\(path)")
            #expect(reply.headers[named: "X-Calls-Left"] == "7" && reply.headers[named: "X-Frame"] == "a")
            #expect(reply.headers[.xContentTypeOptions] == "nosniff")
        }
    }

    @Test("HEAD gets the headers of GET without the body")
    func head() async {
        let (get, head) = (await answer(.get, "/a/7/b"), await answer(.head, "/a/7/b"))
        #expect(head.status == 200 && head.bodyCount == 0)
        #expect(head.headers[.contentLength] == String(get.bodyCount))
        #expect(await answer(.head, "/broken").bodyCount == 0)
    }
}
