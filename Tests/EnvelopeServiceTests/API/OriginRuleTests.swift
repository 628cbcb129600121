import EnvelopeService
import Foundation
import Testing

@Suite("Origins of changes")
struct OriginRuleTests {
    private func isForeign(
        _ headers: [String: String], method: HTTPRequest.Method = .put, base: String = "https://sign.example",
        at host: String = "https://sign.example"
    ) throws -> Bool {
        let head = HTTPRequest(
            method: method, scheme: nil, authority: headers["host"], path: "/",
            headerFields: HTTPFields(headers.filter { $0.key != "host" }))
        let request = ServiceCall(head: head, base: try #require(URL(string: host)))
        return OriginRule.isForeign(request, base: try #require(URL(string: base)))
    }

    @Test(
        "The service's own origin includes its port and scheme",
        arguments: [
            ("https://sign.example", false), ("https://sign.example:443", false), ("https://SIGN.example", false),
            ("http://sign.example", true), ("https://sign.example:8443", true), ("https://sign.example.evil", true),
            ("https://evil.example", true), ("null", true), ("", true),
        ])
    func publicAddress(origin: String, foreign: Bool) throws {
        #expect(try isForeign(["origin": origin]) == foreign)
    }

    @Test(
        "The request's own host is accepted under the same scheme",
        arguments: [
            ("http://10.0.0.7:8080", "10.0.0.7:8080", false), ("http://10.0.0.7:8080", "10.0.0.7:8081", true),
            ("https://10.0.0.7:8080", "10.0.0.7:8080", true), ("http://10.0.0.7", "10.0.0.7", false),
            ("http://10.0.0.7", "10.0.0.7:8080", true),
        ])
    func ownHost(origin: String, host: String, foreign: Bool) throws {
        let headers = ["origin": origin, "host": host]
        #expect(try isForeign(headers, base: "http://127.0.0.1:8080", at: "http://\(host)") == foreign)
    }

    @Test("The sec-fetch-site header takes precedence, and reads are always allowed")
    func browsers() throws {
        #expect(try !isForeign(["sec-fetch-site": "same-origin", "origin": "https://evil.example"]))
        #expect(try isForeign(["sec-fetch-site": "same-site", "origin": "https://sign.example"]))
        #expect(try !isForeign(["origin": "https://evil.example"], method: .get))
        #expect(try !isForeign(["origin": "https://evil.example"], method: .head))
        #expect(try !isForeign([:]))
    }
}
