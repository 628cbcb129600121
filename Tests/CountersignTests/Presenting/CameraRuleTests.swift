import Ceremony
import Foundation
import Testing

@testable import Countersign

@Suite("Who may ask for the camera")
struct CameraRuleTests {
    private func page(_ source: SigningPage.Source) throws -> SigningPage {
        SigningPage(source: source, policy: NavigationPolicy(handlers: []))
    }

    @Test(
        "The page itself, and the signing page that it embeds; no other frame",
        arguments: [
            ("https://sign.example.org", true), ("https://sign.example.org:443", true),
            ("https://sign.example.org:8443", false), ("http://sign.example.org", false),
            ("https://evil.example", false), ("https://sign.example.org.evil.example", false),
        ])
    func frames(origin: String, mayAsk: Bool) throws {
        let address = try #require(URL(string: "https://sign.example.org/embedded/1/1/#key"))
        let embedding = try page(.embedded(EmbeddedPage(signingURL: address)))
        #expect(embedding.mayUseCamera(isMainFrame: false, origin: URL(string: origin)) == mayAsk)
        #expect(embedding.mayUseCamera(isMainFrame: true, origin: URL(string: origin)))
        let plain = try page(.url(address, renewed: nil))
        #expect(!plain.mayUseCamera(isMainFrame: false, origin: URL(string: origin)))
        #expect(plain.mayUseCamera(isMainFrame: true, origin: nil))
        #expect(!embedding.mayUseCamera(isMainFrame: false, origin: nil))
        var signIn = plain
        signIn.allowsCamera = false
        #expect(!signIn.mayUseCamera(isMainFrame: true, origin: URL(string: origin)))
    }
}
