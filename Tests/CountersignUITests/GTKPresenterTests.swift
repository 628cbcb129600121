import Ceremony
import Countersign
import Foundation
import Testing

@testable import CountersignUI

/// Everything here opens windows, so it runs one test after the other; `scripts/with-display` gives it a display.
@Suite("Windows", .serialized) struct WindowTests {}

extension WindowTests {
    @Suite("Signing pages of a server")
    struct GTKPresenterTests {
        func leave(_ address: String) -> String { "location.assign('\(address)'); return ''" }

        @Test(
            "A page that reaches its return URL ends the visit with the event",
            arguments: [
                ("https://app.example/done?event=signing_complete", "signing_complete"),
                ("https://app.example/done?event=decline", "decline"),
                ("https://docusignink/?event=Cancel", "cancel"),
            ])
        func returned(_ address: String, _ event: String) async throws {
            let server = try PageServer(["/": .html("<p>Sign here")])
            defer { server.close() }
            let visitor = try await Visitor(.of(server))
            #expect(await visitor.loaded() == server.address + "/")
            await visitor.run(leave(address))
            #expect(await visitor.ending == .returned(CeremonyEnding(event: event)))
        }

        @Test("An expired link that redirects to the return URL ends the visit")
        func expiredLink() async throws {
            let server = try PageServer(["/": .redirect(to: "https://app.example/done?event=ttl_expired")])
            defer { server.close() }
            #expect(await (try Visitor(.of(server))).ending == .returned(.timeToLiveExpired))
        }

        @Test("With an unknown return URL, a redirect to another host with a known event ends the visit")
        func unknownReturn() async throws {
            let server = try PageServer([
                "/": .html("<p>Sign here"), "/expired": .redirect(to: "https://app.example/done?event=ttl_expired"),
                "/leave": .redirect(to: "/leave?event=signing_complete"),
                "/leave?event=signing_complete": .redirect(to: "myapp://signed?event=signing_complete"),
            ])
            defer { server.close() }
            for (path, event) in [("/", "signing_complete"), ("/expired", "ttl_expired")] {
                var page = try SigningPage.of(server, path)
                page.policy = .signing(page: try server.url(path), returnURL: nil, endsAtOtherHosts: true)
                let visitor = try await Visitor(page)
                if path == "/" {
                    _ = await visitor.loaded()
                    await visitor.run(leave("/leave"))
                }
                #expect(await visitor.ending == .returned(CeremonyEnding(event: event)))
            }
            #expect(server.requests.contains { $0.contains("/leave?event=signing_complete") })
        }

        @Test("A session timeout page of the server ends the visit as timed out")
        func sessionTimeout() async throws {
            let server = try PageServer(["/": .html("<p>Sign here")])
            defer { server.close() }
            let visitor = try await Visitor(.of(server))
            _ = await visitor.loaded()
            await visitor.run(leave("/Member/SessionTimeout.aspx"))
            #expect(await visitor.ending == .timedOut)
        }

        @Test("A silent server ends the visit after the load timeout")
        func loadTimeout() async throws {
            let server = try PageServer(["/": .silent])
            defer { server.close() }
            let visitor = try await Visitor(.of(server, timeout: 1))
            #expect(
                await visitor.ending == .failed(reason: "The signing page did not load within 1 seconds."))
        }

        @Test("An unreachable server ends the visit with the reason")
        func noServer() async throws {
            let server = try PageServer()
            let page = try SigningPage.of(server)
            server.close()
            guard case .failed(let reason, _) = await (try Visitor(page)).ending else {
                Issue.record("did not fail")
                return
            }
            #expect(reason.hasPrefix("127.0.0.1 could not be loaded: "))
        }

        @Test("When the web process dies, the page reloads from a new URL; if it dies again, the visit fails")
        func deadWebProcess() async throws {
            let server = try PageServer(["/": .html("<p>First"), "/again": .html("<p>Second")])
            defer { server.close() }
            let again = try server.url("/again")
            let visitor = try await Visitor(.of(server, renewed: { again }))
            #expect(await visitor.loaded() == server.address + "/")
            await visitor.window.endWebProcess()
            #expect(await visitor.loaded() == again.absoluteString)
            #expect(try await visitor.evaluate("return document.body.innerText.trim()") == "Second")
            await visitor.window.endWebProcess()
            #expect(await visitor.ending == .failed(reason: "The signing page was lost twice."))
        }

        @Test("When the web process dies and there is no other URL, the visit fails")
        func deadForGood() async throws {
            let server = try PageServer(["/": .html("<p>First")])
            defer { server.close() }
            let visitor = try await Visitor(.of(server))
            _ = await visitor.loaded()
            await visitor.window.endWebProcess()
            #expect(
                await visitor.ending
                    == .failed(reason: "The signing page was lost, and its address works only once."))
        }

        @Test("A link to another host opens outside, and the page stays")
        func wrongHost() async throws {
            let server = try PageServer(["/": .html("<a href='http://other.example/help'>Help</a>")])
            defer { server.close() }
            let log = Visitor.Log()
            let visitor = try await Visitor(
                .of(server), GTKPresentation(openOutside: { log.open($0) }))
            _ = await visitor.loaded()
            await visitor.run("document.querySelector('a').click(); return ''")
            #expect(await log.opened()?.absoluteString == "http://other.example/help")
            #expect(try await visitor.evaluate("return location.href") == server.address + "/")
            visitor.cancel()
            #expect(await visitor.ending == .dismissed)
        }

        @Test("A page that redirects to another host at once fails without contacting it")
        func wrongHostAtOnce() async throws {
            let other = try PageServer(["/": .html("<p>Not the page")])
            let server = try PageServer(["/": .redirect(to: other.address + "/")])
            defer {
                other.close()
                server.close()
            }
            let visitor = try await Visitor(
                .of(server), GTKPresentation(openOutside: { Issue.record("opened \($0)") }))
            #expect(
                await visitor.ending
                    == .failed(reason: "The signing page led to 127.0.0.1, which is not part of it."))
            #expect(other.requests.isEmpty)
        }

        @Test("A new window opens in place for the page's host, and outside for another")
        func newWindows() async throws {
            let server = try PageServer([
                "/": .html(
                    "<a id=own target=_blank href=/terms>Terms</a><a id=far target=_blank href=http://far.example/>Far</a>"
                ),
                "/terms": .html("<p>Terms"),
            ])
            defer { server.close() }
            let log = Visitor.Log()
            let visitor = try await Visitor(.of(server), GTKPresentation(openOutside: { log.open($0) }))
            _ = await visitor.loaded()
            await visitor.run("document.querySelector('#far').click(); return ''")
            #expect(await log.opened()?.absoluteString == "http://far.example/")
            await visitor.run("document.querySelector('#own').click(); return ''")
            #expect(await visitor.loaded() == server.address + "/terms")
            visitor.cancel()
            _ = await visitor.ending
        }

        @Test("Addresses that run scripts or open files do nothing")
        func refused() async throws {
            let server = try PageServer(["/": .html("<p id=p>Sign here")])
            defer { server.close() }
            let visitor = try await Visitor(.of(server), GTKPresentation(openOutside: { Issue.record("opened \($0)") }))
            _ = await visitor.loaded()
            for address in ["file:///etc/passwd", "data:text/html,x", "ftp://other.example/", "unknown:x"] {
                await visitor.run(leave(address))
            }
            let href = try await visitor.evaluate(
                "await new Promise((done) => setTimeout(done, 200)); return location.href")
            #expect(href == server.address + "/")
            visitor.cancel()
            _ = await visitor.ending
        }

        @Test("An offered file is saved in the app's folder under a safe and unused name")
        func download() async throws {
            let file = PageServer.Page(
                headers: [
                    "Content-Type": "application/pdf", "Content-Disposition": "attachment; filename=\"../signed.pdf\"",
                ], body: "%PDF-1.7 signed")
            let server = try PageServer([
                "/": .html("<a id=a href=/file>File</a><a id=b href=/plain download=notes.txt>Notes</a>"),
                "/file": file, "/plain": .html("notes"),
            ])
            defer { server.close() }
            try await withFolder { folder in
                let log = Visitor.Log()
                let visitor = try await Visitor(
                    .of(server), GTKPresentation(downloads: .folder(folder), downloaded: { log.keep($0) }))
                _ = await visitor.loaded()
                for expected in ["signed.pdf", "signed 2.pdf"] {
                    await visitor.run("document.querySelector('#a').click(); return ''")
                    let kept = try #require(await log.downloaded())
                    #expect(kept.lastPathComponent == expected)
                    #expect(kept.deletingLastPathComponent().lastPathComponent == folder.lastPathComponent)
                    #expect(try String(contentsOf: kept, encoding: .utf8) == "%PDF-1.7 signed")
                }
                #expect(try await visitor.evaluate("return location.href") == server.address + "/")
                visitor.cancel()
                _ = await visitor.ending
            }
        }

        @Test("The close control asks first; staying keeps the page, leaving ends the visit")
        func closing() async throws {
            let server = try PageServer([
                "/": .html("<script>addEventListener('beforeunload', (e) => e.preventDefault())</script><p>Busy")
            ])
            defer { server.close() }
            let visitor = try await Visitor(.of(server))
            _ = await visitor.loaded()
            await visitor.window.pressClose()
            try await visitor.whenAsking { $0.press(yes: false) }
            #expect(try await visitor.evaluate("return document.body.innerText.trim()") == "Busy")
            await visitor.window.closeByWindowManager()
            try await visitor.whenAsking { $0.press(yes: true) }
            #expect(await visitor.ending == .cancelled)
        }

        @Test("The close control works while a page is loading")
        func closingWhileLoading() async throws {
            let server = try PageServer(["/": .silent])
            defer { server.close() }
            let visitor = try await Visitor(.of(server))
            await visitor.window.pressClose()
            try await visitor.whenAsking { $0.press(yes: true) }
            #expect(await visitor.ending == .cancelled)
        }

        @Test("Cancelling the task closes the window, even with an open question")
        func dismissal() async throws {
            let server = try PageServer(["/": .html("<p>Sign here")])
            defer { server.close() }
            let visitor = try await Visitor(.of(server))
            _ = await visitor.loaded()
            await visitor.window.pressClose()
            try await visitor.whenAsking { _ in }
            visitor.cancel()
            #expect(await visitor.ending == .dismissed)
        }
    }
}

extension Visitor {
    /// Waits until the question is shown, then answers it.
    func whenAsking(_ answer: @GTKActor @Sendable (SigningWindow) -> Void) async throws {
        while await !window.isAsking {
            try Task.checkCancellation()
            await Task.yield()
        }
        await answer(window)
    }

    /// Waits for the window to become as large as the screen.
    func coversScreen() async -> Bool {
        let screen = try? await evaluate("return screen.width + 'x' + screen.height")
        while !Task.isCancelled {
            let size = await window.size()
            if "\(size.width)x\(size.height)" == screen { return true }
            await Task.yield()
        }
        return false
    }
}
