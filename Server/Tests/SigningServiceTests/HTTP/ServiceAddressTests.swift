import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import SigningService

@Suite("The service's address")
struct ServiceAddressTests {
    private func base(publicURL: String?, host: String?) throws -> String {
        var configuration = ServiceConfiguration(dataDirectory: URL(filePath: "/nowhere"))
        configuration.publicURL = publicURL.flatMap(URL.init(string:))
        configuration.host = "127.0.0.1"
        let address = ServiceAddress(configuration)
        address.listens(host: "127.0.0.1", port: 8123)
        let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/")
        return address.base(for: Request(head: head, body: .init(buffer: .init()))).absoluteString
    }

    @Test(
        "A configured address is the service's, whatever a request says",
        arguments: [nil, "127.0.0.1:8123", "evil.example"])
    func configuredAddress(host: String?) throws {
        #expect(try base(publicURL: "https://sign.example", host: host) == "https://sign.example")
    }

    @Test(
        "Without a configured address, a request's valid host is used",
        arguments: [
            ("10.0.0.7:8080", "http://10.0.0.7:8080"), ("sign.local", "http://sign.local"),
            ("[::1]:8080", "http://[::1]:8080"), (nil, "http://127.0.0.1:8123"), ("", "http://127.0.0.1:8123"),
            ("a b", "http://127.0.0.1:8123"), ("user@evil.example", "http://127.0.0.1:8123"),
            ("evil.example/path", "http://127.0.0.1:8123"), ("evil.example?x", "http://127.0.0.1:8123"),
        ] as [(String?, String)])
    func requestHost(host: String?, expected: String) throws {
        #expect(try base(publicURL: nil, host: host) == expected)
    }
}
