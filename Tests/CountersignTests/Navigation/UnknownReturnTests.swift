import Ceremony
import ClientSupport
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Signing pages with an unknown return address")
struct UnknownReturnTests {
    private func decision(
        _ address: String, page: String = "https://sign.example.com/sign/abc123", isMainFrame: Bool = true,
        opensWindow: Bool = false, isDownload: Bool = false, endsAtOtherHosts: Bool = true
    ) throws -> NavigationDecision {
        let policy = NavigationPolicy.signing(
            page: try #require(URL(string: page)), returnURL: URL(string: "https://docusignink/signing"),
            endsAtOtherHosts: endsAtOtherHosts)
        let request = NavigationRequest(
            address: address, isMainFrame: isMainFrame, opensWindow: opensWindow, isDownload: isDownload)
        return policy.decide(try #require(request))
    }

    private func outside(_ address: String) throws -> NavigationDecision {
        .openOutside(try #require(URL(string: address)))
    }

    @Test("Every event in the API ends the visit on another host", arguments: CeremonyEnding.documented)
    func known(_ ending: CeremonyEnding) throws {
        let address = "https://app.example.org/done?order=7&event=\(ending.event)"
        #expect(try decision(address) == .end(.returned(ending)))
        // Each has a meaning of its own.
        if let outcome = SigningOutcome(settled: ending) { #expect(outcome != .other(ending.event)) }
    }

    @Test(
        "Each event has the API's name",
        arguments: [
            (CeremonyEnding.signingComplete, "signing_complete"), (.viewingComplete, "viewing_complete"),
            (.decline, "decline"), (.cancel, "cancel"), (.timeToLiveExpired, "ttl_expired"),
            (.sessionTimeout, "session_timeout"), (.exception, "exception"),
            (.accessCodeFailed, "access_code_failed"), (.idCheckFailed, "id_check_failed"),
            (.faxPending, "fax_pending"),
        ])
    func words(_ ending: CeremonyEnding, _ word: String) {
        #expect(ending.event == word && CeremonyEnding(event: word.uppercased()) == ending)
        #expect(CeremonyEnding.documented.contains(ending) && CeremonyEnding.documented.count == 10)
    }

    @Test(
        "The last event counts, in any case, also in an app's own scheme",
        arguments: [
            ("https://app.example.org/?Event=Signing_Complete#top", "signing_complete"),
            ("https://app.example.org/?event=cancel&event=ttl_expired", "ttl_expired"),
            ("myapp://signed?envelope=1&event=decline", "decline"),
            ("https://docusignink/signing?event=signing_complete", "signing_complete"),
        ])
    func written(_ address: String, _ event: String) throws {
        #expect(try decision(address) == .end(.returned(CeremonyEnding(event: event))))
    }

    @Test(
        "The page's own hosts do not end the visit",
        arguments: [
            "https://sign.example.com/ceremony/1/?event=signing_complete",
            "https://SIGN.example.com:443/?event=signing_complete",
            "https://sign.example.com:8443/?event=signing_complete",
            "https://sign.example.com./?event=signing_complete", "http://sign.example.com/?event=signing_complete",
            "myapp://sign.example.com/?event=signing_complete",
        ])
    func ownHost(_ address: String) throws {
        if case .end = try decision(address) { Issue.record("\(address) ended the visit.") }
    }

    @Test(
        "A ceremony that moves between its server's other hosts continues",
        arguments: ["https://na3.docusign.net/Signing/?event=signing_complete", "https://docusign.net/?event=cancel"])
    func family(_ address: String) throws {
        let decision = try decision(address, page: "https://demo.docusign.net/Signing/MTRedeem/v1/x")
        if case .end = decision { Issue.record("\(address) ended the visit.") }
    }

    @Test(
        "A host that only resembles the page's opens outside and is never loaded",
        arguments: [
            "https://sign.example.com.evil.example/?event=cancel", "https://evilsign.example.com/?event=cancel",
            "https://xn--sgn-8va.example.com/?event=cancel",
        ])
    func lookAlike(_ address: String) throws {
        #expect(try decision(address) == .end(.returned(.cancel)))
        let other = "https://docusign.net.evil.example/?event=cancel"
        #expect(try decision(other, page: "https://demo.docusign.net/x") == .end(.returned(.cancel)))
    }

    @Test(
        "An address that hides its host does not end the visit",
        arguments: [
            "https://app.example.org@evil.example/?event=signing_complete", "javascript:alert('?event=cancel')",
            "data:text/html,?event=cancel", "file:///done?event=cancel", "about:blank?event=cancel",
            "blob:https://evil.example/1?event=cancel", "countersign-page://return/?event=cancel",
        ])
    func hidden(_ address: String) throws {
        #expect(try decision(address) == .refuse)
    }

    @Test("A frame, a new window and a download do not end the visit")
    func elsewhere() throws {
        let address = "https://app.example.org/done?event=signing_complete"
        #expect(try decision(address, isMainFrame: false) == .allow)
        #expect(try decision(address, opensWindow: true) == outside(address))
        #expect(try decision(address, isDownload: true) == outside(address))
        let mail = "mailto:a@b.example?event=cancel"
        #expect(try decision(mail) == outside(mail))
    }

    @Test(
        "Another host without a known event opens outside",
        arguments: [
            "https://app.example.org/done", "https://app.example.org/done?event=", "https://a.example/?event=opened",
            "https://a.example/?next=https%3A%2F%2Fb.example%2F%3Fevent%3Dcancel", "https://a.example/#event=cancel",
            "https://a.example/event=cancel", "https://a.example/?events=cancel",
        ])
    func unknownEvent(_ address: String) throws {
        #expect(try decision(address) == outside(address))
    }

    @Test("With a named return address, no other address ends the visit")
    func named() throws {
        let address = "https://app.example.org/done?event=signing_complete"
        #expect(try decision(address, endsAtOtherHosts: false) == outside(address))
    }

    @Test("A page shown by address ends at any other host, or only at its named return address")
    func presented() async throws {
        try await withTestFolder { folder in
            let countersign = try CountersignClient(.test(folder, ScriptedTransport { _ in .json("{}") }))
            let page = try #require(URL(string: "https://demo.docusign.net/Signing/MTRedeem/v1/x?slt=a"))
            let done = try #require(NavigationRequest(address: "https://app.example.org/done?event=signing_complete"))
            let presenter = TestPresenter { page in
                // An expired page leaves at once, before anything is shown.
                switch SigningVisit(page).decide(done) {
                case .end(let ending): ending
                default: .failed(reason: "It led elsewhere.")
                }
            }
            #expect(try await countersign.present(url: page, with: presenter) == .completed(.byPageOnly))
            for (named, expected) in [
                ("https://app.example.org/done", Ended.success(.completed(.byPageOnly))),
                ("https://other.example.org/done", .failure(.signingFailed(reason: "It led elsewhere.", trace: nil))),
            ] {
                let url = try #require(URL(string: named))
                let outcome = try await ended {
                    try await countersign.present(url: page, returnURL: url, with: presenter)
                }
                #expect(outcome == expected)
            }
        }
    }
}
