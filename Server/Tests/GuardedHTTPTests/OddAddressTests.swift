import Foundation
import HTTPTypes
import LoopbackServers
import Testing

@testable import GuardedHTTP

/// Addresses and replies of every odd kind. A trap, in this code or in the HTTP client, ends the test run.
@Suite("Odd addresses and replies")
struct OddAddressTests {
    private static let schemes = ["http://", "https://", "HTTP://", "http+unix://", "unix://", "//", ""]
    private static let users = ["", "user@", "user:99999@", "@"]
    private static let hosts = [
        "127.0.0.1", "127.0.0.1.", "[::1]", "[::ffff:127.0.0.1]", "[]", "%5B%5D", "[v1.x]", "[fe80::1%25eth0]", "",
        "hook.example", "a..b", ".", "-", "_", "xn--", "%00", "hook\0.example", "höök.example",
        String(repeating: "a", count: 300), String(repeating: "a.", count: 200),
    ]
    private static let ports = [
        "", ":", ":1", ":65535", ":65536", ":0", ":-1", ":00000", ":000001", ":4294967297", ":9223372036854775807",
        ":9223372036854775808", ":99999999999999999999999999", ":٣", ":%31", ":1e3", ":1:2",
    ]
    private static let ends = ["", "/x?y=:99999#z", "?q:99999", "#f:99999", "/%00"]

    private static var addresses: [String] {
        schemes.flatMap { scheme in
            users.flatMap { user in
                hosts.flatMap { host in
                    ports.flatMap { port in ends.map { "\(scheme)\(user)\(host)\(port)\($0)" } }
                }
            }
        }
    }

    private func client() throws -> GuardedClient {
        let blocks = try ["127.0.0.0/8", "::1/128"].map { try #require(NetworkBlock($0)) }
        return GuardedClient(GuardPolicy(allowing: blocks, allowsHTTP: true)) { _ in
            [NetworkAddress("127.0.0.1")].compactMap(\.self)
        }
    }

    @Test("An address that the policy takes can be tried, and names a port that exists")
    func addresses() async throws {
        let client = try client()
        var (taken, all) = (Set<String>(), 0)
        for address in Self.addresses {
            all += 1
            guard let destination = try? client.policy.destination(address) else { continue }
            #expect((1...65_535).contains(destination.url.port ?? 80), "\(address)")
            #expect(destination.url.hasUsablePort && !destination.host.isEmpty, "\(address)")
            taken.insert(address)
        }
        #expect(all > 40_000 && taken.count > 200)
        // Nothing listens on these ports; the client gets as far as the connection.
        for address in taken where address.contains(":1/") || address.contains(":65535#") {
            let request = OutgoingRequest(url: address, reading: .explanation(limit: 10), timeLimit: .seconds(60))
            await #expect(throws: OutgoingFailure.self, "\(address)") { try await client.reply(to: request) }
        }
    }

    @Test("A redirect to any address is followed or refused")
    func redirects() async throws {
        // Those that no header can hold, and ports on which something may listen, are left out.
        let targets = Self.addresses.enumerated().filter { $0.offset % 97 == 0 }.map(\.element).filter { target in
            target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        }
        let server = try LoopbackServer { request in
            let index = Int(request.path.dropFirst()) ?? 0
            return "308 Moved\r\nLocation: \(targets[index])\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        let client = try client()
        for index in targets.indices {
            let request = OutgoingRequest(
                url: "http://127.0.0.1:\(server.port)/\(index)", reading: .explanation(limit: 10),
                timeLimit: .seconds(60))
            // Relative targets lead back to the server, in a circle.
            _ = try? await client.reply(to: request)
        }
        #expect(server.requests.count >= targets.count && targets.count > 300)
    }

    @Test(
        "A reply of any kind becomes a reply or a failure",
        arguments: [
            "000 X\r\n\r\n", "001 X\r\nContent-Length: 1\r\n\r\nx", "099 X\r\n\r\n",
            "100 Continue\r\n\r\n", "101 Switching Protocols\r\n\r\n", "999 X\r\n\r\n",
            "99999 X\r\n\r\n", "-1 X\r\n\r\n", "200 OK\r\nContent-Length: -1\r\n\r\n",
            "200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nx",
            "200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
            "200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
            "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nx", "200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
            "204 No\r\nContent-Length: 5\r\n\r\nxxxxx", "304 Not\r\n\r\nx", "308 Moved\r\nLocation: \r\n\r\n",
            "308 Moved\r\n\r\n", "500 X\r\n: x\r\n\r\n", "200 OK\r\n\0: \0\r\n\r\n", "\0\0\0", "",
        ])
    func replies(text: String) async throws {
        let server = try LoopbackServer { _ in text }
        defer { server.stop() }
        for reading in [OutgoingRequest.Reading.whole(limit: 100), .explanation(limit: 3)] {
            let request = OutgoingRequest(
                .post, url: "http://127.0.0.1:\(server.port)/", body: Data("{}".utf8), reading: reading,
                timeLimit: .milliseconds(500))
            do {
                let reply = try await client().reply(to: request)
                #expect(reply.body.count <= 100)
            } catch let failure as OutgoingFailure {
                #expect(failure.description.hasSuffix("."))
            }
        }
    }
}
