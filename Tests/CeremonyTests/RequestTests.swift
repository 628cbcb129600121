import Envelopes
import Foundation
import Testing

@testable import Ceremony
@testable import PageKit

@Suite("Requests to the ceremony host")
struct RequestTests {
    @Test("Every file of the page is built into the program")
    func pageFiles() async throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        let host = try Scene().host()
        for (folder, files) in [("Ceremony/Page", CeremonyFiles.all), ("PageKit/Files", KitFiles.all)] {
            let folder = sources.appending(path: folder)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
            #expect(Set(names) == Set(files.map(\.name)))
            for name in names where name != PageFolder.main {
                let response = await host.get(name)
                #expect(response.status == 200)
                #expect(try response.body == Data(contentsOf: folder.appendingPathComponent(name)))
            }
        }
        #expect(await host.get("") == host.get("index.html"))
        for path in ["//session", "//index.html", "//", "session/", "%FF", "%"] {
            #expect(await host.get(path).status == 404, "\(path)")
        }
    }

    @Test(
        "Files have the right content type",
        arguments: [
            ("", "text/html; charset=utf-8"), ("app.js", "text/javascript; charset=utf-8"),
            ("base.css", "text/css; charset=utf-8"), ("icon.svg", "image/svg+xml"),
        ])
    func contentTypes(path: String, type: String) async throws {
        let response = try await Scene().host().get(path)
        #expect(response.headers[.contentType] == type)
    }

    @Test("A file that the browser has cached is not sent again")
    func notModified() async throws {
        let host = try Scene().host()
        let tag = try #require(await host.get("app.js").headers[.eTag])
        let again = await host.get("app.js", headers: [.ifNoneMatch: "W/\"x\", \(tag)"])
        #expect(again.status == 304 && again.body.isEmpty && again.headers[.eTag] == tag)
    }

    @Test("Every answer forbids other hosts, inline scripts, sniffing and referrers", arguments: ["", "session", "no"])
    func securityHeaders(path: String) async throws {
        let headers = try await Scene().host().get(path).headers
        let policy = try #require(headers[.contentSecurityPolicy])
        for directive in [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
            "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'",
        ] {
            #expect(policy.components(separatedBy: "; ").contains(directive))
        }
        #expect(headers[.xContentTypeOptions] == "nosniff")
        #expect(headers[named: "Referrer-Policy"] == "no-referrer")
    }

    @Test("The browser may not store a session or a refusal")
    func noStore() async throws {
        let host = try Scene().host()
        #expect(await host.get("session").headers[.cacheControl] == "no-store")
        #expect(await host.get("nowhere").headers[.cacheControl] == "no-store")
    }

    @Test(
        "An unknown address gives 404",
        arguments: [
            "nowhere", "../session", "session/", "documents/9/pages/1/image", "documents/1/pages/3/image",
            "documents/1/pages/0/words", "documents/1/pages/-9223372036854775808/image",
            "documents/1/pages/-9223372036854775808/words", "documents/1/pages/9223372036854775807/image",
            "documents/1/pages/9223372036854775808/words", "documents/1/pages/-1/image", "documents/1/pages/x/image",
            "documents/1/pages/1/other", "Page/app.js",
        ])
    func notFound(path: String) async throws {
        let response = try await Scene().host().get(path)
        #expect(response.status == 404)
        #expect(try Answer(response).error?.code == "not_found")
    }

    @Test(
        "An unsupported method is refused, and the allowed one is named",
        arguments: [
            (HTTPRequest.Method.get, "finish", "POST"), (.post, "session", "GET, HEAD"),
            (.delete, "signature", "PUT"), (.post, "app.js", "GET, HEAD"),
        ])
    func wrongMethod(method: HTTPRequest.Method, path: String, allowed: String) async throws {
        let response = try await Scene().host().send(method, path)
        #expect(response.status == 405)
        #expect(response.headers[.allow] == allowed)
    }

    @Test("HEAD gives the headers without the body")
    func head() async throws {
        let response = try await Scene().host().answer(HTTPCall(.head, "app.js"))
        #expect(response.status == 200 && response.body.isEmpty)
    }

    @Test("A body over the limit, of another type or from another site is refused")
    func refusedBodies() async throws {
        let scene = try Scene()
        let host = scene.host(bodyLimit: 100)
        let large = await host.send(.post, "decline", #"{"reason":"\#(String(repeating: "a", count: 100))"}"#)
        #expect(large.status == 413)
        let form = await host.send(.post, "consent", headers: [.contentType: "text/plain"])
        #expect(form.status == 415)
        let foreign = await host.send(.post, "consent", headers: HTTPFields(["sec-fetch-site": "cross-site"]))
        #expect(foreign.status == 403)
        #expect(try await scene.desk.history().events.count == 2)
    }

    @Test(
        "JSON of the wrong shape is refused by the member's name",
        arguments: [
            ("fields/\(Scene.text)", "{}", "value"), ("fields/\(Scene.text)", #"{"value":7}"#, "value"),
            ("fields/\(Scene.text)", "[]", "object"), ("fields/\(Scene.text)", "{", "JSON"),
            ("signature", #"{"kind":"seal","method":"typed"}"#, "kind"),
            ("signature", #"{"kind":"signature","method":"typed","text":"A"}"#, "face"),
            ("signature", #"{"kind":"signature","method":"drawn","strokes":[[{"x":"1","y":2}]]}"#, "strokes.0.0.x"),
            ("signature", #"{"kind":"signature","method":"drawn","strokes":[[{"x":NaN,"y":2}]]}"#, "JSON"),
        ])
    func wrongShape(path: String, body: String, named: String) async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        let before = try await scene.desk.history().events.count
        let response = await host.send(.put, path, body)
        #expect(response.status == 400)
        let problem = try #require(try Answer(response).error)
        // The facts name it for programs; the sentence is for the person.
        #expect(problem.code == "malformed" && String(decoding: response.body, as: UTF8.self).contains(named))
        #expect(try await scene.desk.history().events.count == before)
    }

    @Test("An unknown recipient is refused")
    func unknownRecipient() async throws {
        let host = try Scene().host("9")
        #expect(await host.get("session").status == 404)
        #expect(await host.get("documents/1/pages/1/image").status == 404)
        #expect(await host.send(.post, "consent").status == 404)
    }
}

@Suite("Redirects of the browser")
struct ReturnAddressTests {
    @Test(
        "The event is added at the end of the query, before the fragment",
        arguments: [
            ("https://a.example/x", "https://a.example/x?event=cancel"),
            ("https://a.example/x?", "https://a.example/x?event=cancel"),
            ("https://a.example/x?a=1&b=%20", "https://a.example/x?a=1&b=%20&event=cancel"),
            ("https://a.example/x#f", "https://a.example/x?event=cancel#f"),
            ("https://a.example/x?a=1#f?g#", "https://a.example/x?a=1&event=cancel#f?g%23"),
            ("com.example.my-app://signed", "com.example.my-app://signed?event=cancel"),
        ])
    func event(address: String, expected: String) throws {
        let url = try #require(URL(string: address))
        #expect(ReturnAddress(url).location(for: .cancel) == expected)
    }

    @Test(
        "A return address that could run a script, open a file or start a program is refused",
        arguments: [
            "javascript:alert(1)", "JavaScript:alert(1)", "file:///x", "about:blank", "view-source:https://a.example/",
            "filesystem:https://a.example/x", "intent://x#Intent;end", "ms-word:ofe%7Cu%7Cx", "https:///x", "/x",
            // Schemes of no app's own: nobody knows what they start.
            "my-app://signed", "tel:112", "x-apple.systempreferences:", ".a://x", "a..b://x", "com.:x",
        ])
    func unfit(address: String) throws {
        #expect(ReturnAddress(URL(string: address)).location(for: .cancel) == nil)
        #expect(ReturnAddress.none.location(for: .decline) == nil)
    }

    @Test("An ended session returns its error and a redirect")
    func timeout() throws {
        let response = HTTPReply.sessionTimeout(returningTo: ReturnAddress(URL(string: "https://a.example")))
        #expect(response.status == 401)
        let problem = try #require(try Answer(response).error)
        #expect(problem.code == "session_timeout")
        #expect(problem.redirect == "https://a.example?event=session_timeout")
        #expect(response.headers[.contentSecurityPolicy] != nil)
    }
}
