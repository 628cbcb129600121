import Ceremony
import ClientSupport
import Foundation
import Testing

@testable import Countersign

private func returned(_ event: String) -> NavigationDecision { .end(.returned(CeremonyEnding(event: event))) }

private func outside(_ address: String) throws -> NavigationDecision { .openOutside(try url(address)) }

private func url(_ address: String) throws -> URL { try #require(URL(string: address)) }

/// Pages whose servers or schemes are special.
extension NavigationPolicyTests {
    @Test("DocuSign's pages may move between its own hosts over TLS")
    func docusignHosts() throws {
        let policy = NavigationPolicy.signing(
            page: try url("https://demo.docusign.net/Signing/MTRedeem/v1/x"), returnURL: nil)
        func decision(_ address: String) throws -> NavigationDecision {
            policy.decide(try #require(NavigationRequest(address: address)))
        }
        #expect(try decision("https://apps-d.docusign.com/sign/app") == .allow)
        #expect(try decision("https://na3.docusign.net/Member/SessionTimeout.aspx") == .end(.timedOut))
        #expect(try decision("http://na3.docusign.net/") == .refuse)
        #expect(try decision("https://evildocusign.net/") == outside("https://evildocusign.net/"))
        #expect(try decision("https://docusign.net.evil.example/") == outside("https://docusign.net.evil.example/"))
        #expect(try self.decision("https://apps-d.docusign.com/") == outside("https://apps-d.docusign.com/"))
    }

    @Test("The page inside the app may open its own addresses and its return address, but not the web")
    func inApp() throws {
        func decision(_ address: String) throws -> NavigationDecision {
            NavigationPolicy.inApp.decide(try #require(NavigationRequest(address: address)))
        }
        #expect(try decision(InAppPage.url.absoluteString) == .allow)
        #expect(try decision(InAppPage.url.absoluteString + "session") == .allow)
        #expect(try decision(InAppPage.returnURL.absoluteString + "?event=decline") == returned("decline"))
        #expect(try decision("https://ceremony/") == outside("https://ceremony/"))
        #expect(try decision("countersign-page://other/") == .refuse)
        #expect(try decision("countersign-page://ceremony:1/") == .refuse)
    }

    @Test("A return address in the app's own scheme ends the visit")
    func ownScheme() throws {
        let policy = NavigationPolicy.signing(page: try url(Self.page), returnURL: try url("myapp://signed"))
        func decision(_ address: String) throws -> NavigationDecision {
            policy.decide(try #require(NavigationRequest(address: address)))
        }
        #expect(try decision("myapp://signed?event=signing_complete") == returned("signing_complete"))
        #expect(try decision("myapp://signed/other?event=signing_complete") == .refuse)
        #expect(try decision("myapp://signed.evil?event=signing_complete") == .refuse)
    }

    @Test("A return address without a host is compared whole")
    func hostless() throws {
        let policy = NavigationPolicy.signing(page: try url(Self.page), returnURL: try url("myapp:signed"))
        let other = try #require(NavigationRequest(address: "myapp:other?event=signing_complete"))
        let same = try #require(NavigationRequest(address: "myapp:signed?event=signing_complete"))
        #expect(policy.decide(other) == .refuse)
        #expect(policy.decide(same) == returned("signing_complete"))
    }

    @Test("A page over plain HTTP stays on its host and port")
    func loopback() throws {
        let policy = NavigationPolicy.signing(page: try url("http://127.0.0.1:8080/sign/x"), returnURL: nil)
        func decision(_ address: String) throws -> NavigationDecision {
            policy.decide(try #require(NavigationRequest(address: address)))
        }
        #expect(try decision("http://127.0.0.1:8080/ceremony/") == .allow)
        #expect(try decision("http://127.0.0.1:8081/") == outside("http://127.0.0.1:8081/"))
        #expect(try decision("http://2130706433:8080/") == outside("http://2130706433:8080/"))
    }

    @Test("A request that no handler knows is refused")
    func nothing() throws {
        #expect(NavigationPolicy(handlers: []).decide(NavigationRequest(url: try url(Self.page))) == .refuse)
    }
}
