import EnvelopeService
import Foundation
import GuardedHTTP
import LoopbackServers
import Testing

@testable import SigningService

@Suite("Files from addresses that strangers name") struct GuardedFileFetcherTests {
    private func problem(
        _ address: String, allowing networks: [String] = ["127.0.0.1/32"], http: Bool = true, limit: Int = 1000,
        seconds: TimeInterval = 30
    ) async -> FileFetchProblem? {
        let policy = GuardPolicy(allowing: networks.compactMap(NetworkBlock.init), allowsHTTP: http)
        do {
            _ = try await GuardedFileFetcher(policy, limit: limit)
                .file(at: address, deadline: Date().addingTimeInterval(seconds))
            return nil
        } catch {
            return error
        }
    }

    @Test("A file arrives byte for byte")
    func arrives() async throws {
        let server = try LoopbackServer { _ in "200 OK\r\nContent-Length: 5\r\n\r\n%PDF-" }
        defer { server.stop() }
        let policy = GuardPolicy(allowing: [try #require(NetworkBlock("127.0.0.1/32"))], allowsHTTP: true)
        let bytes = try await GuardedFileFetcher(policy, limit: 5)
            .file(at: "http://127.0.0.1:\(server.port)/a.pdf", deadline: Date().addingTimeInterval(30))
        #expect(bytes == Data("%PDF-".utf8))
        #expect(server.requests.map(\.method) == ["GET"])
    }

    @Test(
        "Addresses of this machine, of private networks and of clouds' metadata are never asked",
        arguments: [
            "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/", "https://169.254.169.254/latest/meta-data/",
            "https://192.168.1.1/", "https://[fd00:ec2::254]/", "https://2130706433/", "https://localhost/",
            "https://[::ffff:127.0.0.1]/",
        ])
    func forbidden(address: String) async {
        #expect(await problem(address, allowing: []) == .forbidden)
    }

    @Test("Plain http is refused unless the operator allows it")
    func plainHTTP() async {
        #expect(await problem("http://example.org/a.pdf", http: false) == .notSecure)
    }

    @Test(
        "What is no web address is refused",
        arguments: ["", "a.pdf", "ftp://example.org/a.pdf", "https://u:p@example.org/"])
    func unreadable(address: String) async {
        #expect(await problem(address) == .notAnAddress)
    }

    @Test("A redirect to an address that is not allowed is not followed")
    func redirectInside() async throws {
        let inner = try LoopbackServer { _ in "200 OK\r\nContent-Length: 0\r\n\r\n" }
        defer { inner.stop() }
        let server = try LoopbackServer { [port = inner.port] _ in
            "302 Found\r\nLocation: http://127.0.0.2:\(port)/\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        #expect(await problem("http://127.0.0.1:\(server.port)/") == .forbidden)
        #expect(inner.requests.isEmpty)
    }

    @Test("The sixth redirect is not followed")
    func redirects() async throws {
        let server = try LoopbackServer { _ in "302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n" }
        defer { server.stop() }
        #expect(await problem("http://127.0.0.1:\(server.port)/") == .tooManyRedirects(limit: 5))
        #expect(server.requests.count == 6)
    }

    @Test("A file over the limit is refused, whether or not its length is announced", arguments: [true, false])
    func tooLarge(announced: Bool) async throws {
        let body = String(repeating: "x", count: 5000)
        let server = try LoopbackServer { _ in
            announced
                ? "200 OK\r\nContent-Length: 5000\r\n\r\n\(body)" : "200 OK\r\nConnection: close\r\n\r\n\(body)"
        }
        defer { server.stop() }
        #expect(await problem("http://127.0.0.1:\(server.port)/") == .tooLarge(limit: 1000))
    }

    @Test("A server that is silent is left when the time is up")
    func tooSlow() async throws {
        let server = try LoopbackServer { _ in nil }
        defer { server.stop() }
        guard case .tooSlow = await problem("http://127.0.0.1:\(server.port)/", seconds: 1) else {
            Issue.record("the server was not found too slow")
            return
        }
    }

    @Test("A server that sends a byte now and then is left when the time for the whole file is up")
    func slowDrip() async throws {
        let body = String(repeating: "x", count: 900)
        let server = try LoopbackServer(pausing: 0.05) { _ in "200 OK\r\nContent-Length: 900\r\n\r\n\(body)" }
        defer { server.stop() }
        // The whole file takes 45 seconds.
        let found = await problem("http://127.0.0.1:\(server.port)/", seconds: 3)
        guard case .tooSlow = found else {
            Issue.record("the server was not found too slow: \(String(describing: found))")
            return
        }
    }

    @Test("The type is not the one that the server names: the bytes arrive as they are", arguments: ["text/html", "a"])
    func namedType(type: String) async throws {
        let server = try LoopbackServer { _ in
            "200 OK\r\nContent-Type: \(type)\r\nContent-Length: 5\r\n\r\n%PDF-"
        }
        defer { server.stop() }
        let policy = GuardPolicy(allowing: [try #require(NetworkBlock("127.0.0.1/32"))], allowsHTTP: true)
        let bytes = try await GuardedFileFetcher(policy, limit: 5)
            .file(at: "http://127.0.0.1:\(server.port)/", deadline: Date().addingTimeInterval(30))
        #expect(bytes == Data("%PDF-".utf8))
    }

    @Test("Another status than 200 is named", arguments: [201, 403, 404, 500])
    func status(status: Int) async throws {
        let server = try LoopbackServer { _ in "\(status) X\r\nContent-Length: 0\r\n\r\n" }
        defer { server.stop() }
        #expect(await problem("http://127.0.0.1:\(server.port)/") == .status(status))
    }

    @Test("A compressed answer is not unpacked")
    func gzip() async throws {
        let server = try LoopbackServer { _ in
            "200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nzip!"
        }
        defer { server.stop() }
        let policy = GuardPolicy(allowing: [try #require(NetworkBlock("127.0.0.1/32"))], allowsHTTP: true)
        let bytes = try await GuardedFileFetcher(policy, limit: 1000)
            .file(at: "http://127.0.0.1:\(server.port)/", deadline: Date().addingTimeInterval(30))
        #expect(bytes == Data("zip!".utf8))
    }
}
