import Ceremony
import Countersign
import Foundation
import Testing

@testable import CountersignUI

extension WindowTests {
    @Suite("Frames of a signing page")
    struct FrameTests {
        /// A page with a frame whose script goes somewhere without a click. The page counts what the frame loads, and
        /// the frame says first that its script runs.
        private func server(_ address: String, page: String = "") throws -> PageServer {
            try PageServer([
                "/": .html(
                    """
                    <script>
                    window.told = new Promise((done) => addEventListener('message', done));
                    </script>
                    \(page)<iframe sandbox=allow-scripts src=/frame></iframe>
                    """),
                "/frame": .html(
                    """
                    <script>
                    addEventListener('load', () => setTimeout(() => {
                        parent.postMessage('going', '*');
                        location = '\(address)';
                    }, 0));
                    </script>
                    """),
                "/own": .html("<p>Another page"),
            ])
        }

        /// The page answers after the frame's script has run, and everything that it began has been decided.
        private func settle(_ visitor: Visitor) async throws {
            _ = try await visitor.evaluate("await window.told; return ''")
            for _ in 1...3 {
                _ = try await visitor.evaluate(
                    "await new Promise((done) => setTimeout(done, 100)); return ''")
            }
        }

        @Test(
            "A frame's script can neither end the visit nor start another program",
            arguments: [
                "https://docusignink/?event=signing_complete", "https://app.example/done?event=decline",
                "mailto:a@example.org?body=x", "tel:+31", "http://other.example/", "/own?sessiontimeout",
            ])
        func alone(address: String) async throws {
            let server = try server(address)
            defer { server.close() }
            let visitor = try await Visitor(
                .of(server), GTKPresentation(openOutside: { Issue.record("opened \($0)") }))
            _ = await visitor.loaded()
            try await settle(visitor)
            #expect(try await visitor.evaluate("return location.pathname") == "/")
            visitor.cancel()
            #expect(await visitor.ending == .dismissed)
        }

        @Test("A frame redirected to the return address does not end the visit")
        func redirected() async throws {
            let server = try server("/away")
            server.set("/away", .redirect(to: "https://docusignink/?event=signing_complete"))
            defer { server.close() }
            let visitor = try await Visitor(.of(server))
            _ = await visitor.loaded()
            try await settle(visitor)
            visitor.cancel()
            #expect(await visitor.ending == .dismissed)
        }

        @Test(
            "The page itself ends the visit without a click, also by its server's redirect",
            arguments: [
                ("https://docusignink/?event=signing_complete", "signing_complete"), ("/away", "decline"),
            ])
        func page(address: String, event: String) async throws {
            let server = try PageServer([
                "/": .html("<script>setTimeout(() => { location = '\(address)' }, 100)</script>"),
                "/away": .redirect(to: "https://app.example/done?event=decline"),
            ])
            defer { server.close() }
            #expect(await (try Visitor(.of(server))).ending == .returned(CeremonyEnding(event: event)))
        }

        @Test("A page ends the visit at an address in the app's own scheme")
        func ownScheme() async throws {
            let server = try PageServer([
                "/": .html("<script>setTimeout(() => { location = 'app.example:/done?event=cancel' }, 100)</script>")
            ])
            defer { server.close() }
            let url = try server.url("/")
            let page = SigningPage(
                source: .url(url, renewed: nil),
                policy: .signing(page: url, returnURL: URL(string: "app.example:/done")), loadTimeout: 60,
                closeQuestion: "Leave?")
            #expect(await (try Visitor(page)).ending == .returned(.cancel))
        }

        @Test("A link from the page to another host or a mail program opens outside")
        func outside() async throws {
            for address in ["http://other.example/help", "mailto:help@example.org"] {
                let server = try PageServer([
                    "/": .html("<script>setTimeout(() => { location = '\(address)' }, 100)</script>")
                ])
                defer { server.close() }
                let log = Visitor.Log()
                let visitor = try await Visitor(.of(server), GTKPresentation(openOutside: { log.open($0) }))
                #expect(await log.opened()?.absoluteString == address)
                #expect(try await visitor.evaluate("return location.href") == server.address + "/")
                visitor.cancel()
                #expect(await visitor.ending == .dismissed)
            }
        }
    }
}
