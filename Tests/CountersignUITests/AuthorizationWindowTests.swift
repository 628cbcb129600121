import CWebKitGTK
import ClientSupport
import Countersign
import Essentials
import Foundation
import Testing

@testable import CountersignUI

extension WindowTests {
    @Suite("The sign-in page in a window")
    struct AuthorizationWindowTests {
        private static let app = "com.example.shop://in"

        /// Shows a page and does something with its window.
        private func authorize(
            _ server: PageServer, _ path: String = "/sign-in",
            _ act: @escaping @GTKActor @Sendable (SigningWindow) -> Void = { _ in }
        ) async throws -> URL {
            var presenter = GTKSigningPresenter(GTKPresentation(mode: .window(width: 480, height: 640)))
            presenter.observed = act
            return try await PageAuthorizationPresenter(presenter).authorize(
                at: server.url(path), redirectURL: try #require(URL(string: Self.app)))
        }

        @Test(
            "The page leads back to the app, by a script, a link or the server",
            arguments: [
                PageServer.Page.html("<script>location.replace('\(app)#code=x')</script>"),
                .redirect(to: app + "#code=x"),
                .html("<a href='\(app)#code=x'>Back</a><script>document.links[0].click()</script>"),
                .html("<script>location.href = '/next'</script>"),
            ])
        func leadsBack(page: PageServer.Page) async throws {
            let server = try PageServer(["/sign-in": page, "/next": .redirect(to: Self.app + "#code=x")])
            defer { server.close() }
            #expect(try await authorize(server).absoluteString == Self.app + "#code=x")
        }

        @Test("Whoever closes the window, or whose task is cancelled, has given up; a page that fails says why")
        func closed() async throws {
            let server = try PageServer(["/sign-in": .html("<p>Sign in</p>")])
            defer { server.close() }
            await #expect(throws: CancellationError.self) {
                try await authorize(server) { $0.visit.report(.dismissed) }
            }
            let task = Task { try await authorize(server) }
            try await Task.sleep(for: .milliseconds(200))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let gone = try PageServer()
            gone.close()
            await #expect(throws: ClientError.self) { try await authorize(gone) }
        }

        @Test("An app's own view is shown while the page loads")
        func loading() async throws {
            let server = try PageServer(["/sign-in": .silent])
            defer { server.close() }
            let made = Locked(0)
            var presenter = GTKSigningPresenter(
                GTKPresentation(
                    mode: .window(width: 480, height: 640),
                    loading: {
                        made.withLock { $0 += 1 }
                        return gtk_label_new("One moment").map { OpaquePointer($0) }
                    }))
            let (words, found) = AsyncStream<String?>.makeStream()
            presenter.observed = { window in
                found.yield(window.shownWords)
                window.visit.report(.dismissed)
            }
            let app = try #require(URL(string: Self.app))
            await #expect(throws: CancellationError.self) {
                try await PageAuthorizationPresenter(presenter).authorize(at: server.url("/sign-in"), redirectURL: app)
            }
            #expect(made.withLock { $0 } == 1)
            #expect(await words.first { _ in true } == "One moment")
        }

        @Test("Other programs' addresses and other apps' are not opened, and the page stays")
        func elsewhere() async throws {
            let server = try PageServer([
                "/sign-in": .html(
                    """
                    <body><script>
                    for (const address of ['mailto:a@example.org', 'com.example.shop://inside#code=y', 'file:///etc/passwd'])
                        { const link = document.createElement('a'); link.href = address; document.body.append(link); link.click(); }
                    setTimeout(() => location.replace('\(Self.app)?code=z'), 300);
                    </script>
                    """)
            ])
            defer { server.close() }
            #expect(try await authorize(server).absoluteString == Self.app + "?code=z")
            #expect(server.requests.allSatisfy { $0.hasPrefix("GET /sign-in ") || $0.hasPrefix("GET /favicon.ico ") })
        }
    }
}

@Suite("Where a sign-in page may lead")
struct WayBackTests {
    @Test(
        "It ends at the app's address and nowhere else",
        arguments: [
            ("com.example.shop://in", "end"), ("com.example.shop://in#code=x", "end"),
            ("com.example.shop://in?error=y", "end"), ("com.example.shop://inside", "refuse"),
            ("com.example.other://in", "refuse"), ("COM.example.SHOP://in/?code=x", "end"),
            ("com.example.shop://in/x", "refuse"), ("com.example.shop://x@in", "refuse"),
            ("com.example.shop://in:8/", "refuse"), ("com.example.shop:in", "refuse"),
            ("https://accounts.example/", "allow"), ("about:blank", "allow"),
            ("mailto:a@example.org", "refuse"), ("javascript:alert(1)", "refuse"), ("file:///etc/passwd", "refuse"),
        ])
    func addresses(address: String, expected: String) throws {
        let way = WayBack(target: RedirectTarget(try #require(URL(string: "com.example.shop://in"))))
        let request = NavigationRequest(url: try #require(URL(string: address)))
        let decisions: [String: NavigationDecision] = [
            "end": .end(.returned(.other(address))), "refuse": .refuse, "allow": .allow,
        ]
        #expect(way.decide(request) == decisions[expected])
    }

    @Test(
        "What the app's address has in its query stays in front of what the page adds",
        arguments: [
            ("com.example.shop://in?app=1", true), ("com.example.shop://in?app=1&code=x", true),
            ("com.example.shop://in?app=12", false), ("com.example.shop://in?code=x", false),
            ("com.example.shop://in", false),
        ])
    func query(address: String, isReached: Bool) throws {
        let target = RedirectTarget(try #require(URL(string: "com.example.shop://in?app=1")))
        #expect(target.isReached(by: address) == isReached)
    }

    @Test("A frame ends nothing, a new window opens in the same one, and nothing is downloaded")
    func frames() throws {
        let app = try #require(URL(string: "com.example.shop://in"))
        let way = WayBack(target: RedirectTarget(app))
        #expect(way.decide(NavigationRequest(url: app, isMainFrame: false)) == .refuse)
        let page = try #require(URL(string: "https://a.example/"))
        #expect(way.decide(NavigationRequest(url: page, opensWindow: true)) == .loadHere(page))
        #expect(way.decide(NavigationRequest(url: page, isDownload: true)) == .refuse)
    }
}
