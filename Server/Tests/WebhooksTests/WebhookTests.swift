import Crypto
import Foundation
import HTTPTypes
import LoopbackServers
import Testing

@testable import GuardedHTTP
@testable import Webhooks

@Suite("Webhooks") struct WebhookTests {
    private func sender() throws -> WebhookSender {
        let block = try #require(NetworkBlock("127.0.0.0/8"))
        return WebhookSender(GuardPolicy(allowing: [block], allowsHTTP: true))
    }

    @Test("A signature is the HMAC-SHA256 of the raw body in base64")
    func signature() throws {
        // The vector of the HMAC's Wikipedia page, also computed with openssl dgst -sha256 -hmac key.
        let request = WebhookRequest(
            url: "https://x.example", body: Data("The quick brown fox jumps over the lazy dog".utf8), deliveryID: "d-1",
            keys: [Data("key".utf8)])
        let name = try #require(HTTPField.Name("X-DocuSign-Signature-1"))
        #expect(request.headers[name] == "97yD9DBThCSxMpjmqm+xQ+9NWaFJRhdZl0edvC0aPNg=")
        #expect(request.headers[try #require(HTTPField.Name("X-Authorization-Digest"))] == "HMACSHA256")
        #expect(request.headers[.contentType] == "application/json; charset=utf-8")
    }

    @Test("Up to ten keys sign, in their order; without a key there is no signature header")
    func keys() throws {
        let keys = (1...12).map { Data("key \($0)".utf8) }
        let body = Data("{\"a\":1}".utf8)
        let headers = WebhookRequest(url: "https://x.example", body: body, deliveryID: "d-1", keys: keys).headers
        for number in 1...12 {
            let name = try #require(HTTPField.Name("X-DocuSign-Signature-\(number)"))
            let code = HMAC<SHA256>.authenticationCode(
                for: body, using: SymmetricKey(data: Data("key \(number)".utf8)))
            #expect(headers[name] == (number <= 10 ? Data(code).base64EncodedString() : nil))
        }
        let plain = WebhookRequest(url: "https://x.example", body: body, deliveryID: "d-1").headers
        #expect(!plain.contains { $0.name.rawName.lowercased().contains("signature") })
        #expect(plain[try #require(HTTPField.Name("X-Authorization-Digest"))] == nil)
    }

    @Test("A key of its own signs the body in hexadecimal digits, beside no other signature")
    func bodyKey() throws {
        var request = WebhookRequest(
            url: "https://x.example", body: Data("The quick brown fox jumps over the lazy dog".utf8), deliveryID: "d-1")
        request.bodyKey = Data("key".utf8)
        let name = try #require(HTTPField.Name("X-Countersign-Signature"))
        #expect(
            request.headers[name] == "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8")
        #expect(!request.headers.contains { $0.name.rawName.hasPrefix("X-DocuSign") })
        request.bodyKey = nil
        #expect(request.headers[name] == nil)
    }

    @Test("Basic authentication is sent but never shown in text")
    func basic() {
        let credentials = WebhookCredentials.basic(name: "Aladdin", password: "open sesame")
        let request = WebhookRequest(
            url: "https://x.example", body: Data(), deliveryID: "d-1", credentials: credentials)
        #expect(request.headers[.authorization] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(!"\(credentials)".contains("sesame") && !"\(WebhookCredentials.bearer(token: "t0k"))".contains("t0k"))
    }

    @Test(
        "The receiver's status decides the outcome",
        arguments: [
            (200, WebhookOutcome.delivered(status: 200)), (204, .delivered(status: 204)),
            (299, .delivered(status: 299)), (410, .refused(.status(410, explanation: "why not"))),
            (302, .failed(.status(302, explanation: "why not"))), (400, .failed(.status(400, explanation: "why not"))),
            (401, .failed(.status(401, explanation: "why not"))), (500, .failed(.status(500, explanation: "why not"))),
        ])
    func outcomes(status: Int, outcome: WebhookOutcome) async throws {
        let server = try LoopbackServer { _ in
            status == 204 ? "204 No\r\n\r\n" : "\(status) X\r\nContent-Length: 9\r\n\r\nwhy\r\n\u{7}not"
        }
        defer { server.stop() }
        let body = Data("{\"event\":\"envelope-sent\"}".utf8)
        let request = WebhookRequest(
            url: "http://127.0.0.1:\(server.port)/hook?x=1", body: body, deliveryID: "d-1", keys: [Data("k".utf8)],
            timeLimit: .seconds(10)
        )
        #expect(try await sender().outcome(of: request) == outcome)
        let received = try #require(server.requests.first)
        #expect(received.method == "POST" && received.path == "/hook?x=1" && received.body == body)
        let code = HMAC<SHA256>.authenticationCode(for: received.body, using: SymmetricKey(data: Data("k".utf8)))
        #expect(received.headers["x-docusign-signature-1"] == Data(code).base64EncodedString())
        #expect(received.headers["x-countersign-delivery"] == "d-1")
    }

    @Test("An invalid URL is refused permanently; an inside host is retried")
    func refused() async throws {
        let strict = WebhookSender(GuardPolicy())
        let inside = try #require(NetworkAddress("127.0.0.1"))
        for (url, outcome) in [
            ("http://x.example", WebhookOutcome.refused(.outgoing(.refused(.scheme("http"))))),
            ("https://a@x.example", .refused(.outgoing(.refused(.credentials)))),
            ("https://127.0.0.1/", .failed(.outgoing(.refused(.notPublic(inside))))),
        ] {
            let request = WebhookRequest(url: url, body: Data(), deliveryID: "d-1", timeLimit: .seconds(5))
            #expect(try await strict.outcome(of: request) == outcome)
        }
    }

    @Test(
        "A token's life of any length becomes a time that can be stored",
        arguments: ["9.3e12", "1e308", "-1e308", "-1", "0", "9223372036854775807", "1e18", "0.5"])
    func tokenLife(seconds: String) throws {
        let now = Date(timeIntervalSince1970: 1_795_252_500)
        let token = try AccessTokenRequest.token(
            in: Data("{\"access_token\":\"abc\",\"expires_in\":\(seconds)}".utf8), at: now)
        let end = try #require(token.expiresAt)
        #expect(end >= now && end <= now + 365 * 86_400)
        #expect(token.text == "abc")
    }

    @Test("A token request follows RFC 6749, and the token's life starts now")
    func token() async throws {
        let server = try LoopbackServer { request in
            let text =
                request.path == "/bad"
                ? "{\"error\":\"x\"}" : "{\"access_token\":\"abc\",\"token_type\":\"Bearer\",\"expires_in\":3600}"
            return "200 OK\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
        }
        defer { server.stop() }
        let now = Date(timeIntervalSince1970: 1_795_252_500)
        var request = AccessTokenRequest(
            url: "http://127.0.0.1:\(server.port)/token", clientID: "a:b", clientSecret: "c d&e", scope: "x y",
            parameters: ["audience": "https://api.example/"])
        let token = try await sender().token(request, at: now)
        #expect(token.text == "abc" && token.expiresAt == now.addingTimeInterval(3600))
        let received = try #require(server.requests.first)
        #expect(received.headers["authorization"] == "Basic " + Data("a%3Ab:c%20d%26e".utf8).base64EncodedString())
        #expect(
            String(decoding: received.body, as: UTF8.self)
                == "grant_type=client_credentials&scope=x%20y&audience=https%3A%2F%2Fapi.example%2F")
        #expect(received.headers["content-type"] == "application/x-www-form-urlencoded")
        request.url = "http://127.0.0.1:\(server.port)/bad"
        await #expect(throws: WebhookFailure.self) { try await sender().token(request, at: now) }
        for text in ["{}", "{\"access_token\":\"\"}", "{\"access_token\":\"a\\r\\nb\"}", "x"] {
            #expect(throws: WebhookFailure.self) { try AccessTokenRequest.token(in: Data(text.utf8), at: now) }
        }
        #expect(throws: WebhookFailure.self) {
            try AccessTokenRequest.token(in: Data("{\"access_token\":\"a\",\"token_type\":\"mac\"}".utf8), at: now)
        }
    }
}
