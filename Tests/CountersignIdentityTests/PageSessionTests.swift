import Foundation
import Testing

@testable import CountersignIdentity

@Suite("Pages in an app's own web view")
struct PageSessionTests {
    let scene = IdentityScene()

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test("The app's website gets the access token, and nothing once nobody is signed in")
    func token() async throws {
        let identity = try await scene.signedIn()
        let session = try PageSession(identity, origins: [try url("https://shop.example")])
        for sender in ["https://shop.example", "https://SHOP.example:443/basket?x#y"] {
            let token = try await session.answer(to: "access_token", from: try url(sender), isMainFrame: true)
            #expect(token == identity.snapshot.accessToken && token != nil)
        }
        try await identity.signOut()
        #expect(
            try await session.answer(to: "access_token", from: try url("https://shop.example"), isMainFrame: true)
                == nil)
    }

    @Test(
        "Other websites, frames and other messages get nothing",
        arguments: [
            ("https://evil.example", true, "access_token"), ("http://shop.example", true, "access_token"),
            ("https://shop.example:444", true, "access_token"),
            ("https://shop.example.evil.example", true, "access_token"),
            ("https://shop.example", false, "access_token"), ("https://shop.example", true, "refresh_token"),
            ("file:///shop.example", true, "access_token"), ("about:blank", true, "access_token"),
        ])
    func foreign(sender: String, isMainFrame: Bool, message: String) async throws {
        let session = try PageSession(try await scene.signedIn(), origins: [try url("https://shop.example/")])
        await #expect(throws: IdentityError.foreignLink) {
            try await session.answer(to: message, from: try url(sender), isMainFrame: isMainFrame)
        }
    }

    @Test(
        "A website without encryption is no website of an app's",
        arguments: [("http://shop.example", false), ("file:///x", false), ("http://localhost:3000", true)])
    func origins(text: String, isUsable: Bool) async throws {
        let identity = try await scene.app()
        let isMade = (try? PageSession(identity, origins: [try url(text)])) != nil
        #expect(isMade == isUsable)
    }
}
