import Foundation
import HTTPTypes
import LoopbackServers
import Testing

@testable import CryptographicMessages
@testable import FileSigning
@testable import GuardedHTTP

@Suite("Requests through the guard") struct GuardedClientTests {
    private func client(_ names: [String: String] = [:]) throws -> GuardedClient {
        let block = try #require(NetworkBlock("127.0.0.1/32"))
        return GuardedClient(GuardPolicy(allowing: [block], allowsHTTP: true)) { name in
            [NetworkAddress(names[name.lowercased()] ?? "127.0.0.1")].compactMap(\.self)
        }
    }

    private func post(
        _ url: String, limit: Int = 100, within timeLimit: Duration = .seconds(60)
    ) -> OutgoingRequest {
        OutgoingRequest(
            .post, url: url, headers: [.authorization: "Basic eA==", .contentType: "application/json"],
            body: Data("{}".utf8), redirects: .keepingMethod, reading: .explanation(limit: limit), timeLimit: timeLimit)
    }

    @Test(
        "Redirects 307 and 308 repeat the request with its body; other redirects are returned as replies",
        arguments: [301, 302, 303, 307, 308])
    func redirects(status: Int) async throws {
        let server = try LoopbackServer { request in
            request.path == "/end"
                ? "204 No Content\r\n\r\n" : "\(status) Moved\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        let reply = try await client().reply(to: post("http://Hook.example:\(server.port)/begin"))
        let follows = status == 307 || status == 308
        #expect(reply.status == (follows ? 204 : status))
        #expect(server.requests.map(\.path) == (follows ? ["/begin", "/end"] : ["/begin"]))
        for request in server.requests {
            #expect(request.method == "POST" && request.body == Data("{}".utf8))
            #expect(request.headers["authorization"] == "Basic eA==")
        }
    }

    @Test("Credentials are not sent to another origin")
    func otherOrigin() async throws {
        let other = try LoopbackServer { _ in "200 OK\r\nContent-Length: 0\r\n\r\n" }
        defer { other.stop() }
        let server = try LoopbackServer { [port = other.port] _ in
            "307 Moved\r\nLocation: http://hook.example:\(port)/x\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        #expect(try await client().reply(to: post("http://hook.example:\(server.port)/")).status == 200)
        #expect(other.requests.first?.headers["authorization"] == nil)
        #expect(other.requests.first?.headers["content-type"] == "application/json")
    }

    @Test("A body that holds secrets goes to no other origin")
    func secretBody() async throws {
        let other = try LoopbackServer { _ in "200 OK\r\nContent-Length: 0\r\n\r\n" }
        defer { other.stop() }
        let server = try LoopbackServer { [port = other.port] request in
            let target = request.path == "/within" ? "/end" : "http://hook.example:\(port)/steal"
            return request.path == "/end"
                ? "204 No Content\r\n\r\n" : "307 Moved\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        for (path, status) in [("/within", 204), ("/across", 307)] {
            var request = post("http://hook.example:\(server.port)\(path)")
            request.redirects = .withinOrigin
            #expect(try await client().reply(to: request).status == status)
        }
        #expect(other.requests.isEmpty)
    }

    @Test("A lookup that does not end takes no longer than the request may")
    func slowLookup() async throws {
        let (stream, ends) = AsyncStream.makeStream(of: Void.self)
        defer { ends.finish() }
        let client = GuardedClient(GuardPolicy(allowsHTTP: true)) { _ in
            for await _ in stream {}
            return []
        }
        await #expect(throws: OutgoingFailure.tooSlow(seconds: 0.2)) {
            try await client.reply(to: post("http://slow.example/", within: .milliseconds(200)))
        }
    }

    @Test("Trailers are not read, however many come")
    func trailers() async throws {
        let server = try LoopbackServer { _ in
            "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nlist\r\n0\r\n"
                + String(repeating: "X-Trailer: and another\r\n", count: 100_000)
        }
        defer { server.stop() }
        let reply = try await client().reply(
            to: OutgoingRequest(
                url: "http://hook.example:\(server.port)/", reading: .whole(limit: 100), timeLimit: .seconds(60)))
        #expect(reply.body == Data("list".utf8) && reply.headers.count < 5)
    }

    @Test("Redirects to inside addresses, from https to http, and in loops are refused")
    func refusedRedirects() async throws {
        let server = try LoopbackServer { request in
            let target = request.path == "/loop" ? "/loop" : "https://inside.example/"
            return "308 Moved\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        let client = try client(["inside.example": "10.0.0.1"])
        let address = try #require(NetworkAddress("10.0.0.1"))
        await #expect(throws: OutgoingFailure.refused(.notPublic(address))) {
            try await client.reply(to: post("http://hook.example:\(server.port)/"))
        }
        await #expect(throws: OutgoingFailure.refused(.tooManyRedirects(limit: 5))) {
            try await client.reply(to: post("http://hook.example:\(server.port)/loop"))
        }
        #expect(server.requests.count == 7)
        let strict = GuardedClient(GuardPolicy()) { _ in [] }
        await #expect(throws: OutgoingFailure.refused(.scheme("http"))) {
            try await strict.reply(to: post("http://hook.example/"))
        }
        await #expect(throws: OutgoingFailure.refused(.unknownHost)) {
            try await strict.reply(to: post("https://hook.example/"))
        }
    }

    @Test("An address that no connection can have is refused, also as a redirect and from a file")
    func impossibleAddresses() async throws {
        let server = try LoopbackServer { request in
            "307 Moved\r\nLocation: \(request.headers["x-target"] ?? String(request.path.dropFirst()))\r\n"
                + "Content-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        let base = "http://127.0.0.1:\(server.port)"
        for port in ["0", "65536", "99999", "4294967376", "9223372036854775808", "99999999999999999999999"] {
            for host in ["hook.example", "127.0.0.1", "[::1]"] {
                let url = "http://\(host):\(port)/x"
                await #expect(throws: OutgoingFailure.refused(.port)) { try await client().reply(to: post(url)) }
                var request = post(base)
                request.headers[try #require(HTTPField.Name("X-Target"))] = url
                await #expect(throws: OutgoingFailure.refused(.port)) { try await client().reply(to: request) }
            }
        }
        // The addresses in a file's certificates are tried without a list of networks.
        for (url, failure) in [
            ("http://127.0.0.1:65536/crl", HTTPExchangeFailure.unreachable("its port is not a number from 1 to 65535")),
            ("\(base)/http://127.0.0.1:99999/", .unreachable("its port is not a number from 1 to 65535")),
            ("http://[]/crl", .unsupportedAddress), ("http://%5B%5D/crl", .unsupportedAddress),
            ("http+unix://%2Frun%2Fx/crl", .unsupportedAddress),
        ] {
            await #expect(throws: failure, "\(url)") {
                try await WebExchange().answer(to: .init(url: url, limit: 100, timeLimit: .seconds(60)))
            }
        }
    }

    @Test("The time counts for the whole reply: a dripping body is cut, and only the explanation of a failure is kept")
    func drip() async throws {
        func reply(_ status: String, _ reading: OutgoingRequest.Reading) async throws -> OutgoingReply {
            let body = String(repeating: "x", count: 900)
            let server = try LoopbackServer(pausing: 0.02) { _ in
                "\(status)\r\nContent-Length: 900\r\n\r\n\(body)"
            }
            defer { server.stop() }
            return try await client().reply(
                to: OutgoingRequest(
                    url: "http://hook.example:\(server.port)/", reading: reading, timeLimit: .seconds(8)))
        }
        // The whole body takes 18 seconds; on a busy machine its first byte takes some.
        async let failure = reply("500 X", .explanation(limit: 900))
        await #expect(throws: OutgoingFailure.tooSlow(seconds: 8)) { try await reply("200 OK", .whole(limit: 1000)) }
        let failed = try await failure
        #expect(failed.status == 500 && (1..<900).contains(failed.body.count))
    }

    @Test("A silent server times out, and only the beginning of a long explanation is kept")
    func limits() async throws {
        let server = try LoopbackServer { request in
            request.path == "/silent" ? nil : "500 Oops\r\n\r\n" + String(repeating: "x", count: 100_000)
        }
        defer { server.stop() }
        await #expect(throws: OutgoingFailure.tooSlow(seconds: 0.3)) {
            try await client().reply(
                to: post("http://hook.example:\(server.port)/silent", within: .milliseconds(300)))
        }
        let reply = try await client().reply(to: post("http://hook.example:\(server.port)/", limit: 10))
        #expect(reply.status == 500 && reply.body == Data("xxxxxxxxxx".utf8))
    }
}
