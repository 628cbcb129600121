import Countersign
import Foundation
import Testing

@testable import CountersignUI
@testable import EmbeddedSigningDemo

extension WindowTests {
    @Suite("The embedded signing demo")
    struct EmbeddedSigningDemoTests {
        private func document(_ server: PageServer, _ status: String) -> PageServer.Page {
            .init(
                headers: ["Content-Type": "application/json"],
                body: """
                    {"id":"d1","status":"Sent","name":"lease.pdf","recipients":[{"id":"1","status":"\(status)",
                     "embedded_signing_url":"\(server.address)/e/1"}]}
                    """)
        }

        @Test("The button creates a document from a file, presents it, and says that it has been signed")
        func signs() async throws {
            let server = try EmbeddedPageTests.server(says: "completed")
            defer { server.close() }
            server.set("/api/v1/documents", document(server, "sent"))
            server.set("/api/v1/documents/d1", document(server, "completed"))
            try await withFolder { folder in
                let file = folder.appending(path: "lease.pdf")
                try Data("%PDF-1.7".utf8).write(to: file)
                var form = DemoForm()
                form.server = server.address
                form.apiKey = "old"
                form.file = file
                let home = try #require(await HomeWindow.open(form))
                await home.enter(apiKey: "new-key")
                await home.press()
                #expect(await said(by: home) == "Your document has been signed.")
                let heads = server.requests.filter { $0.contains("/api/v1/documents") }
                #expect(heads.count == 2)
                #expect(heads.allSatisfy { $0.lowercased().contains("x-api-key: new-key") })
                await home.close()
            }
        }

        @Test("A refused key is shown on the home screen, and another can be tried")
        func refused() async throws {
            let server = try PageServer()
            defer { server.close() }
            server.set(
                "/api/v1/documents",
                .init(
                    status: 401, headers: [:],
                    body: #"{"message":"Bad key.","meta":{"error":"api_key_unauthorized_error"}}"#))
            var form = DemoForm()
            (form.server, form.apiKey) = (server.address, "bad")
            (form.source, form.address) = (.address, "https://files.example/lease.pdf")
            let home = try #require(await HomeWindow.open(form))
            await home.press()
            #expect(await said(by: home) == "Bad key.")
            await home.close()
        }

        /// Waits for a sentence that is no news of progress.
        private func said(by home: HomeWindow) async -> String {
            while !Task.isCancelled {
                let said = await home.said
                if !said.isEmpty, !said.hasSuffix("…") { return said }
                try? await Task.sleep(for: .milliseconds(20))
            }
            return ""
        }
    }
}
