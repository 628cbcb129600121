import Foundation
import LoopbackServers
import Testing

@testable import CryptographicMessages
@testable import FileSigning
@testable import GuardedHTTP

@Suite("Network addresses")
struct NetworkAddressTests {
    @Test(
        "Loopback, private and reserved addresses are not public",
        arguments: [
            "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
            "169.254.169.254", "100.64.0.1", "192.0.0.1", "198.18.0.1", "198.19.255.255", "224.0.0.1",
            "255.255.255.255",
            "::1", "::", "fe80::1", "febf::1", "fc00::1", "fdff::1", "ff02::1", "2001:db8::1", "::ffff:127.0.0.1",
            "::ffff:10.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1", "168.63.129.16", "4000::1", "1::1", "fbff::1",
            "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::1", "2001::1",
        ])
    func insideAddresses(text: String) throws {
        #expect(try !#require(NetworkAddress(text)).isPublic)
    }

    @Test(
        "All other addresses are public",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "126.255.255.255", "128.0.0.1", "172.15.255.255", "172.32.0.0",
            "169.253.255.255", "100.63.255.255", "100.128.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
            "2606:4700::1111", "2a00::1", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1",
        ])
    func publicAddresses(text: String) throws {
        #expect(try #require(NetworkAddress(text)).isPublic)
    }

    @Test(
        "Text that is neither an address nor a block parses as nil",
        arguments: [
            "", "1.2.3", "1.2.3.4.5", "localhost", "0x7f.1", "2130706433", "1.2.3.4/33", "1.2.3.4/-1", "::/129",
        ])
    func unparsableText(text: String) {
        #expect(NetworkAddress(text) == nil && NetworkBlock(text) == nil)
    }

    @Test("A block contains its addresses in IPv4 and mapped notation")
    func blocks() throws {
        let block = try #require(NetworkBlock("10.1.128.0/17"))
        for (text, isIn) in [
            ("10.1.128.0", true), ("10.1.255.255", true), ("10.1.127.255", false), ("10.2.128.0", false),
            ("::ffff:10.1.200.1", true), ("::ffff:10.1.1.1", false), ("fc00::1", false),
        ] {
            #expect(try block.contains(#require(NetworkAddress(text))) == isIn, "\(text)")
        }
        #expect(try #require(NetworkBlock("10.0.0.7")).contains(#require(NetworkAddress("10.0.0.7"))))
        #expect(try !#require(NetworkBlock("10.0.0.7")).contains(#require(NetworkAddress("10.0.0.6"))))
        #expect(try #require(NetworkAddress("2606:4700::1111")).description == "2606:4700::1111")
    }
}

@Suite("Guarded requests")
struct GuardedExchangeTests {
    private func request(_ url: String) -> HTTPExchangeRequest {
        HTTPExchangeRequest(url: url, limit: 1000, timeLimit: .seconds(60))
    }

    private func failure(_ url: String, names: [String: [String]] = [:]) async -> HTTPExchangeFailure? {
        let exchange = GuardedExchange(allowing: []) { name in (names[name] ?? []).compactMap { NetworkAddress($0) } }
        do {
            _ = try await exchange.answer(to: request(url))
            return nil
        } catch {
            return error as? HTTPExchangeFailure
        }
    }

    @Test(
        "No inside address is requested, by any name",
        arguments: [
            "http://127.0.0.1:9/crl", "http://[::1]/crl", "http://[::ffff:127.0.0.1]/crl",
            "http://169.254.169.254/latest",
            "http://0.0.0.0/", "http://inside.example/crl", "http://both.example/crl", "https://inside.example:8443/",
        ])
    func requestsInside(url: String) async {
        let names = ["inside.example": ["10.0.0.7"], "both.example": ["1.1.1.1", "127.0.0.1"]]
        #expect(await failure(url, names: names) == .unreachable("its address is not a public one"))
    }

    @Test(
        "A URL that is not HTTP is refused",
        arguments: ["ftp://1.1.1.1/", "file:///etc/passwd", "http:///x", "http://user@1.1.1.1/", "x", ""])
    func otherSchemes(url: String) async {
        #expect(await failure(url) == .unsupportedAddress)
    }

    @Test("An unknown host, or one written as a number, is not found")
    func unknownHost() async {
        for name in ["http://nowhere.example/", "http://2130706433/", "http://0x7f.1/"] {
            #expect(await failure(name) == .unreachable("there is no such host"))
        }
    }

    @Test("The request goes to the address that was checked, and redirects are checked too")
    func checkedAddress() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/list": "200 OK\r\nContent-Length: 4\r\n\r\nlist"
            case "/moved": "302 Found\r\nLocation: /list\r\nContent-Length: 0\r\n\r\n"
            case "/loop": "302 Found\r\nLocation: /loop\r\nContent-Length: 0\r\n\r\n"
            case "/inside": "301 Moved\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n"
            case "/file": "307 Moved\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"
            default: "404 Not Found\r\nContent-Length: 0\r\n\r\n"
            }
        }
        defer { server.stop() }
        let block = try #require(NetworkBlock("127.0.0.0/8"))
        let exchange = GuardedExchange(allowing: [block]) { name in
            // A name of no name server's: only what was looked up here leads to the server.
            name == "crl.example" ? [NetworkAddress("127.0.0.1")].compactMap(\.self) : []
        }
        let base = "http://crl.example:\(server.port)"
        let answer = try await exchange.answer(to: request("\(base)/list"))
        #expect(answer.status == 200 && answer.body == Data("list".utf8))
        #expect(try await exchange.answer(to: request("\(base)/moved")).body == Data("list".utf8))
        #expect(try await exchange.answer(to: request("\(base)/missing")).status == 404)
        for (path, reason) in [
            ("inside", "its address is not a public one"), ("loop", "it redirects too many times"),
        ] {
            await #expect(throws: HTTPExchangeFailure.unreachable(reason)) {
                try await exchange.answer(to: request("\(base)/\(path)"))
            }
        }
        await #expect(throws: HTTPExchangeFailure.unsupportedAddress) {
            try await exchange.answer(to: request("\(base)/file"))
        }
    }
}
