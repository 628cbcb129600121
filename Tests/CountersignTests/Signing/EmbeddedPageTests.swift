import Foundation
import Testing

@testable import Countersign

@Suite("The bundled page around an embedded signing page")
struct EmbeddedPageTests {
    private func page(_ address: String) throws -> EmbeddedPage {
        try EmbeddedPage(signingURL: try #require(URL(string: address)))
    }

    private func token(_ page: EmbeddedPage) throws -> String {
        let parts = page.html.components(separatedBy: #""token":""#)
        return String(try #require(parts.dropFirst().first).prefix { $0 != "\"" })
    }

    @Test("The embed script is that of the signing page's server")
    func script() throws {
        #expect(
            try page("https://sign.example.org:8443/e/1?a=b").script.absoluteString
                == "https://sign.example.org:8443/embedded.js")
        #expect(
            try page("https://www.signwell.com/docs/1/").script.absoluteString
                == "https://static.signwell.com/assets/embedded.js")
        #expect(
            try page("https://signwell.com.example.org/docs/1/").script.absoluteString
                == "https://signwell.com.example.org/embedded.js")
    }

    @Test("An address cannot end the page's script")
    func escaping() throws {
        let text = EmbeddedPage.literal(["url": "</script><img onerror=x>&\u{2028}\"'\\$SETTINGS$"])
        #expect(!text.contains("<") && !text.contains(">") && !text.contains("&") && !text.contains("\u{2028}"))
        let read = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        #expect(read["url"] == "</script><img onerror=x>&\u{2028}\"'\\$SETTINGS$")
        #expect(try page("https://sign.example.org/e/1?q=a&b=%3C").html.contains(#"1?q=a\u0026b=%3C"#))
    }

    @Test("Only a message with the page's own token ends the visit")
    func messages() throws {
        let page = try page("https://sign.example.org/e/1")
        let token = try token(page)
        #expect(page.ending(#"{"token":"\#(token)","event":"completed"}"#) == .returned(.signingComplete))
        #expect(page.ending(#"{"token":"\#(token)","event":"declined","reason":"No"}"#) == .returned(.decline))
        #expect(page.ending(#"{"token":"\#(token)","event":"closed"}"#) == .cancelled)
        #expect(page.ending(#"{"token":"\#(token)","event":"error","reason":"x"}"#) == .failed(reason: "x"))
        let (unknown, timeout) = (#""code":"unknown_address""#, #""code":"session_timeout""#)
        #expect(page.ending(#"{"token":"\#(token)","event":"error",\#(timeout)}"#) == .timedOut)
        #expect(page.ending(#"{"token":"\#(token)","event":"error",\#(unknown)}"#) == .returned(.timeToLiveExpired))
        #expect(page.ending(#"{"token":"\#(token)","event":"iframe_loaded"}"#) == nil)
        #expect(page.ending(#"{"token":"other","event":"completed"}"#) == nil)
        #expect(page.ending(#"{"event":"completed"}"#) == nil)
        #expect(page.ending("completed") == nil)
        #expect(try self.token(try self.page("https://sign.example.org/e/1")) != token)
    }

    @Test("An address without TLS is refused, except on this machine")
    func plain() throws {
        #expect(throws: CountersignError.unusableAddress(what: "the signing page's address is not https")) {
            try page("http://sign.example.org/e/1")
        }
        #expect(try page("http://127.0.0.1:8080/e/1").baseURL.absoluteString == "http://127.0.0.1:8080/")
    }
}
