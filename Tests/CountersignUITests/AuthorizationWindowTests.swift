import Countersign
import Foundation
import Testing

@testable import CountersignUI

extension WindowTests {
    @Suite("The sign-in page in a window")
    struct AuthorizationWindowTests {
        private static let app = "com.example.shop://in"

        /// Shows a page and does something with its window.
        private func authorize(
            _ server: PageServer, _ act: @escaping @GTKActor @Sendable (AuthorizationWindow) -> Void = { _ in }
        ) async throws -> URL {
            var presenter = GTKAuthorizationPresenter()
            presenter.observed = act
            return try await presenter.authorize(
                at: server.url("/sign-in"), redirectURL: try #require(URL(string: Self.app)))
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

        @Test("Who closes the window, or whose task is cancelled, has given up")
        func closed() async throws {
            let server = try PageServer(["/sign-in": .html("<p>Sign in</p>")])
            defer { server.close() }
            await #expect(throws: CancellationError.self) { try await authorize(server) { $0.end(nil) } }
            let task = Task { try await authorize(server) }
            try await Task.sleep(for: .milliseconds(200))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
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
