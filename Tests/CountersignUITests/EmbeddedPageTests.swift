import Ceremony
import Countersign
import Foundation
import Testing

@testable import CountersignUI

extension WindowTests {
    /// A stand-in for the embed script and the page in its frame: the page says what its address says.
    @Suite("The bundled page with an embed script")
    struct EmbeddedPageTests {
        static let script = """
            window.SignWellEmbed = class {
                constructor(options) { this.options = options; }
                open() {
                    const frame = document.createElement("iframe");
                    frame.src = this.options.url;
                    addEventListener("message", (e) => {
                        if (e.source === frame.contentWindow) this.options.events[e.data]({ id: "1" });
                    });
                    document.getElementById(this.options.containerId).append(frame);
                }
            };
            """

        static func server(says event: String) throws -> PageServer {
            try PageServer([
                "/embedded.js": .init(headers: ["Content-Type": "text/javascript"], body: script),
                "/e/1": .html("<p>Sign here<script>parent.postMessage('\(event)', '*')</script>"),
            ])
        }

        private func ending(_ server: PageServer) async throws -> SigningPageEnding {
            let embedded = try EmbeddedPage(signingURL: try server.url("/e/1"))
            let page = SigningPage(
                source: .embedded(embedded), policy: .signing(page: embedded.baseURL, returnURL: nil))
            return await GTKSigningPresenter(GTKPresentation(mode: .window(width: 360, height: 640))).present(page)
        }

        @Test(
            "An event of the embed script ends the visit",
            arguments: [
                ("completed", SigningPageEnding.returned(.signingComplete)), ("declined", .returned(.decline)),
                ("closed", .cancelled),
            ])
        func event(_ event: String, _ expected: SigningPageEnding) async throws {
            let server = try Self.server(says: event)
            defer { server.close() }
            #expect(try await ending(server) == expected)
        }

        @Test("A missing embed script ends the visit with a sentence")
        func noScript() async throws {
            let server = try PageServer()
            defer { server.close() }
            #expect(try await ending(server) == .failed(reason: "The embed script could not be loaded."))
        }

        @Test("A frame that posts to the app itself cannot end the visit")
        func forged() async throws {
            let server = try Self.server(says: "none")
            defer { server.close() }
            let forged = #"window.webkit?.messageHandlers?.countersign?.postMessage('{"event":"completed"}')"#
            server.set("/e/1", .html("<script>\(forged); parent.postMessage('declined', '*')</script>"))
            #expect(try await ending(server) == .returned(.decline))
        }
    }
}
