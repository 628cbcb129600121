import Ceremony
import ClientSupport
import Foundation
import Testing

@testable import Countersign

/// What the signing policy says about an address.
struct PolicyCase: Sendable, CustomTestStringConvertible {
    let address: String
    let decision: NavigationDecision?
    var testDescription: String { address.debugDescription }

    init(_ address: String, _ decision: NavigationDecision?) {
        self.address = address
        self.decision = decision
    }
}

private func returned(_ event: String) -> NavigationDecision { .end(.returned(CeremonyEnding(event: event))) }

private func outside(_ address: String) throws -> NavigationDecision { .openOutside(try url(address)) }

private func url(_ address: String) throws -> URL { try #require(URL(string: address)) }

@Suite("Navigation of a signing page")
struct NavigationPolicyTests {
    static let page = "https://sign.example.com/sign/abc123"
    static let returning = "https://app.example.com/done?order=7"

    let policy: NavigationPolicy

    init() throws {
        policy = .signing(page: try url(Self.page), returnURL: try url(Self.returning))
    }

    func decision(
        _ address: String, isMainFrame: Bool = true, opensWindow: Bool = false, isDownload: Bool = false
    ) throws -> NavigationDecision {
        let request = NavigationRequest(
            address: address, isMainFrame: isMainFrame, opensWindow: opensWindow, isDownload: isDownload)
        return policy.decide(try #require(request))
    }

    @Test(
        "The return URL ends the visit with its event, in lower case",
        arguments: [
            PolicyCase("https://app.example.com/done?order=7&event=signing_complete", returned("signing_complete")),
            PolicyCase("https://app.example.com/done?order=7&event=Signing_Complete#top", returned("signing_complete")),
            PolicyCase("HTTPS://APP.example.COM:443/done?order=7&EVENT=decline", returned("decline")),
            PolicyCase("https://app.example.com/done?order=7&event=signing%5Fcomplete", returned("signing_complete")),
            PolicyCase("https://app.example.com/done?event=cancel&order=7", returned("cancel")),
            PolicyCase("https://app.example.com/done?order=7&event=cancel&event=ttl_expired", returned("ttl_expired")),
            PolicyCase("https://app.example.com/done?order=7", returned("")),
            PolicyCase("https://app.example.com/done?order=7&event=something_new", returned("something_new")),
        ])
    func returnURL(_ row: PolicyCase) throws {
        #expect(try decision(row.address) == row.decision)
    }

    @Test("A return URL matches in any spelling that a browser uses, with the same values only")
    func writtenOtherwise() throws {
        let policy = NavigationPolicy.signing(
            page: try url(Self.page), returnURL: try url("https://app.example.com/done?for=O'Brien&a=b%26c"))
        func decision(_ address: String) throws -> NavigationDecision {
            policy.decide(try #require(NavigationRequest(address: address)))
        }
        #expect(
            try decision("https://app.example.com/done?for=O%27Brien&a=b%26c&event=cancel")
                == .end(.returned(.cancel)))
        let other = "https://app.example.com/done?for=O%27Brien&a=b&c&event=cancel"
        #expect(try decision(other) == .openOutside(try url(other)))
    }

    @Test(
        "An address that only resembles the return URL does not end the visit",
        arguments: [
            "https://app.example.com/done/?order=7&event=signing_complete",
            "https://app.example.com/done?order=8&event=signing_complete",
            "https://app.example.com/done?event=signing_complete",
            "https://app.example.com/other?order=7&event=signing_complete",
            "https://app.example.com/Done?order=7&event=signing_complete",
            "https://app.example.com/d%6Fne?order=7&event=signing_complete",
            "https://app.example.com/x/..%2Fdone?order=7&event=signing_complete",
            "https://app.example.com:8443/done?order=7&event=signing_complete",
            "http://app.example.com/done?order=7&event=signing_complete",
            "https://app.example.com.evil.example/done?order=7&event=signing_complete",
            "https://app.example.com./done?order=7&event=signing_complete",
            "https://evilapp.example.com/done?order=7&event=signing_complete",
            "https://evil.example/?next=https://app.example.com/done?order=7&event=signing_complete",
            "https://evil.example/?next=https%3A%2F%2Fapp.example.com%2Fdone%3Forder%3D7&event=signing_complete",
            "https://evil.example/#https://app.example.com/done?order=7&event=signing_complete",
            "https://evil.example/https://app.example.com/done?order=7&event=signing_complete",
            // Cyrillic а in app, in the form that browsers look up.
            "https://xn--pp-7kc.example.com/done?order=7&event=signing_complete",
        ])
    func lookAlikes(_ address: String) throws {
        let decision = try decision(address)
        guard case .openOutside = decision else {
            Issue.record("\(address): \(decision)")
            return
        }
    }

    @Test("A host that is not in ASCII form is refused")
    func international() throws {
        // Cyrillic а in app; web views give the ASCII form.
        guard
            let request = NavigationRequest(
                address: "https://аpp.example.com/done?order=7&event=signing_complete")
        else { return }
        #expect(![.allow, .end(.returned(.signingComplete))].contains(policy.decide(request)))
    }

    @Test(
        "A user name in an address is refused",
        arguments: [
            "https://app.example.com@evil.example/done?order=7&event=signing_complete",
            "https://sign.example.com:443@evil.example/",
            "https://user@sign.example.com/sign/abc123",
            "https://user:secret@app.example.com/done?order=7&event=signing_complete",
            "https://docusignink@evil.example/?event=signing_complete",
        ])
    func userInfo(_ address: String) throws {
        #expect(try decision(address) == .refuse)
    }

    @Test(
        "Files, scripts, data and unknown schemes are refused, in windows, frames and downloads",
        arguments: [
            "file:///etc/passwd", "FILE:///etc/passwd", "file://localhost/etc/passwd", "javascript:alert(1)",
            "JavaScript:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)",
            "\u{1}javascript:alert(1)", "javascript:%0aalert(1)//https://app.example.com/done",
            "data:text/html,<script>alert(1)</script>", "data:text/html;base64,PGI+", "vbscript:x",
            "blob:https://evil.example/1b2c", "view-source:https://sign.example.com/", "intent://scan/#Intent;end",
            "filesystem:https://sign.example.com/temporary/a", "about:blank", "ftp://sign.example.com/a",
            "countersign-page://ceremony/", "myapp://anything",
        ])
    func refusedSchemes(_ address: String) throws {
        for (isMainFrame, opensWindow, isDownload) in [
            (true, false, false), (true, true, false), (true, false, true),
        ] {
            // What cannot be read as an address never gets to the policy, and presenters refuse it.
            guard
                let request = NavigationRequest(
                    address: address, isMainFrame: isMainFrame, opensWindow: opensWindow, isDownload: isDownload)
            else { continue }
            #expect(policy.decide(request) == .refuse)
        }
    }

    @Test("A malformed address returns nil", arguments: ["", "   ", "/done", "done?event=x", "\\\\host\\share"])
    func relative(_ address: String) {
        #expect(NavigationRequest(address: address) == nil)
    }

    @Test("An address with a backslash is refused")
    func backslash() {
        #expect(NavigationRequest(address: "https://sign.example.com\\@evil.example/") == nil)
    }

    @Test("An address of more than 64 KiB returns nil")
    func longAddress() {
        #expect(NavigationRequest(address: "https://a.example/" + String(repeating: "a", count: 1 << 16)) == nil)
    }

    @Test(
        "Only the host docusignink ends the visit",
        arguments: [
            PolicyCase("https://docusignink/?event=signing_complete", returned("signing_complete")),
            PolicyCase("https://DocuSignInk/path?event=DECLINE", returned("decline")),
            PolicyCase("http://docusignink?event=ttl_expired", returned("ttl_expired")),
            PolicyCase("https://docusignink/", returned("")),
            PolicyCase(
                "https://docusignink.evil.example/?event=signing_complete",
                try? outside("https://docusignink.evil.example/?event=signing_complete")),
            PolicyCase(
                "https://evil.example/docusignink?event=signing_complete",
                try? outside("https://evil.example/docusignink?event=signing_complete")),
        ])
    func signingHost(_ row: PolicyCase) throws {
        #expect(try decision(row.address) == row.decision)
    }

    @Test("A frame cannot end the visit")
    func framesEndNothing() throws {
        let ending = "https://app.example.com/done?order=7&event=signing_complete"
        #expect(try decision(ending, isMainFrame: false) == .allow)
        #expect(try decision("http://docusignink/?event=signing_complete", isMainFrame: false) == .refuse)
        #expect(try decision("https://sign.example.com/sessiontimeout", isMainFrame: false) == .allow)
    }

    @Test(
        "A session timeout is accepted only from the page's own server",
        arguments: [
            PolicyCase("https://sign.example.com/SessionTimeout.aspx", .end(.timedOut)),
            PolicyCase("https://sign.example.com/a?reason=sessiontimeout", .end(.timedOut)),
            PolicyCase("https://sign.example.com/a#sessionTimeout", .end(.timedOut)),
            PolicyCase(
                "https://evil.example/sessiontimeout", try? outside("https://evil.example/sessiontimeout")),
            PolicyCase(
                "https://sessiontimeout.example/", try? outside("https://sessiontimeout.example/")),
        ])
    func sessionTimeout(_ row: PolicyCase) throws {
        #expect(try decision(row.address) == row.decision)
    }

    @Test(
        "The page's own server is allowed, and other hosts open in the system's browser",
        arguments: [
            PolicyCase("https://sign.example.com/ceremony/1/", .allow),
            PolicyCase("https://SIGN.example.com:443/?a=b#c", .allow),
            PolicyCase(
                "https://sign.example.com:8443/", try? outside("https://sign.example.com:8443/")),
            PolicyCase("https://example.com/", try? outside("https://example.com/")),
            PolicyCase(
                "https://sign.example.com.evil.example/", try? outside("https://sign.example.com.evil.example/")),
            PolicyCase("http://help.example.com/", try? outside("http://help.example.com/")),
        ])
    func hosts(_ row: PolicyCase) throws {
        #expect(try decision(row.address) == row.decision)
    }

    @Test(
        "A page over TLS never leaves TLS, not even for the browser outside",
        arguments: ["http://sign.example.com/", "http://sign.example.com:8080/x", "http://sign.example.com:443/"])
    func downgrade(_ address: String) throws {
        #expect(try decision(address) == .refuse)
        #expect(try decision(address, opensWindow: true) == .refuse)
        #expect(try decision(address, isMainFrame: false) == .refuse)
    }

    @Test("A new window opens in place for the page's own addresses, and outside for others")
    func windows() throws {
        let own = "https://sign.example.com/terms"
        #expect(try decision(own, opensWindow: true) == .loadHere(url(own)))
        #expect(try decision("https://help.example.com/", opensWindow: true) == outside("https://help.example.com/"))
    }

    @Test("A download of the page's own file is offered, and others open outside")
    func downloads() throws {
        let own = "https://sign.example.com/ceremony/1/document.pdf"
        let made = "blob:https://sign.example.com/0f8d"
        #expect(try decision(own, isDownload: true) == .download(url(own)))
        #expect(try decision(made, isDownload: true) == .download(url(made)))
        #expect(try decision("https://cdn.example/a.pdf", isDownload: true) == outside("https://cdn.example/a.pdf"))
        #expect(try decision("https://cdn.example/a.pdf", isMainFrame: false, isDownload: true) == .refuse)
        #expect(try decision("http://cdn.example/a.pdf", isDownload: true) == .refuse)
        #expect(try decision("blob:https://sign.example.com@evil.example/0f8d", isDownload: true) == .refuse)
    }

    @Test(
        "Mail and telephone links open their programs, except from a frame",
        arguments: ["mailto:a@b.example", "tel:+1"])
    func mailAndTelephone(_ address: String) throws {
        #expect(try decision(address) == outside(address))
        #expect(try decision(address, opensWindow: true) == outside(address))
        #expect(try decision(address, isMainFrame: false) == .refuse)
    }

    @Test("Frames of a web page load over TLS; the page inside the app loads no foreign frames")
    func frames() throws {
        #expect(try decision("https://idcheck.example/", isMainFrame: false) == .allow)
        #expect(try decision("http://idcheck.example/", isMainFrame: false) == .refuse)
        #expect(try decision("about:srcdoc", isMainFrame: false) == .allow)
        let frame = try #require(NavigationRequest(address: "https://idcheck.example/", isMainFrame: false))
        #expect(NavigationPolicy.inApp.decide(frame) == .refuse)
    }
}
