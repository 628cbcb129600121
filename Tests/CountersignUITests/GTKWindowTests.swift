import Countersign
import Foundation
import Testing

@testable import CountersignUI

/// What a window keeps, shows and allows.
extension WindowTests.GTKPresenterTests {
    @Test("Cookies last for one visit and are gone in the next")
    func cookies() async throws {
        var page = PageServer.Page.html("<p>Sign here")
        page.headers["Set-Cookie"] = "session=1; Max-Age=86400"
        let server = try PageServer(["/": page, "/next": .html("<p>Next")])
        defer { server.close() }
        for visit in 0..<2 {
            let visitor = try await Visitor(.of(server))
            _ = await visitor.loaded()
            await visitor.run(leave("/next"))
            _ = await visitor.loaded()
            visitor.cancel()
            _ = await visitor.ending
            let cookies = server.requests.filter { $0.hasPrefix("GET / ") || $0.hasPrefix("GET /next") }
                .map { $0.lowercased().contains("cookie: session=1") }
            #expect(cookies.suffix(2) == [false, true], "visit \(visit)")
        }
    }

    @Test("Frames from the page's own server load")
    func frames() async throws {
        let server = try PageServer([
            "/": .html("<iframe src=/frame></iframe>"), "/frame": .html("<p>In the frame"),
        ])
        defer { server.close() }
        let visitor = try await Visitor(.of(server))
        _ = await visitor.loaded()
        #expect(
            try await visitor.evaluate("return frames[0].document.body.innerText.trim()") == "In the frame")
        visitor.cancel()
        _ = await visitor.ending
    }

    @Test("A kiosk fills the screen, saves no files and opens no other program")
    func kiosk() async throws {
        let server = try PageServer([
            "/": .html("<a id=a href=/file>File</a><a id=b href=http://other.example/>Other</a>"),
            "/file": .init(headers: ["Content-Type": "application/octet-stream"], body: "bytes"),
        ])
        defer { server.close() }
        let visitor = try await Visitor(.of(server), GTKPresentation(mode: .kiosk))
        _ = await visitor.loaded()
        await visitor.run("document.querySelector('#a').click(); document.querySelector('#b').click(); return ''")
        #expect(try await visitor.evaluate("return location.href") == server.address + "/")
        #expect(await visitor.coversScreen())
        await visitor.window.pressClose()
        try await visitor.whenAsking { $0.press(yes: true) }
        #expect(await visitor.ending == .cancelled)
    }

    @Test("Two pages can be shown side by side, each with its own ending")
    func twoWindows() async throws {
        let server = try PageServer(["/": .html("<p>Sign here")])
        defer { server.close() }
        let first = try await Visitor(.of(server))
        let second = try await Visitor(.of(server))
        _ = await first.loaded()
        _ = await second.loaded()
        await second.run(leave("https://docusignink/?event=decline"))
        #expect(await second.ending == .returned(.decline))
        await first.run(leave("https://docusignink/?event=signing_complete"))
        #expect(await first.ending == .returned(.signingComplete))
    }
}
