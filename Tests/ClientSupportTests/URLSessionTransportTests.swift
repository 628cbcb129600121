import Essentials
import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import ClientSupport

@Suite("The URLSession transport")
struct URLSessionTransportTests {
    @Test(
        "Method, headers, body and the whole answer arrive", arguments: ["GET", "POST", "PUT", "DELETE"])
    func exchange(_ method: String) async throws {
        let seen = Locked<WireRequest?>(nil)
        let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        let server = try LoopbackServer { request in
            seen.withLock { $0 = request }
            return .answer("201 Created", ["X-DocuSign-TraceToken: abc", "Content-Type: application/pdf"], body)
        }
        let sent = method == "GET" ? Data() : Data("{\"a\":1}".utf8)
        let reply = try await URLSessionTransport().send(
            HTTPCall(
                HTTPRequest.Method(method) ?? .get, url: server.url("/a%2Fb?c=d%20e"),
                headers: [.authorization: "Bearer t", .contentType: "application/json"], body: sent), timeout: 600)
        #expect(reply.status == 201)
        #expect(reply.headers[named: "X-DocuSign-TraceToken"] == "abc")
        #expect(reply.headers[.contentType] == "application/pdf")
        #expect(reply.body == body)
        let request = try #require(seen.withLock { $0 })
        #expect(request.line == "\(method) /a%2Fb?c=d%20e HTTP/1.1")
        #expect(request.headers["authorization"] == "Bearer t")
        #expect(request.body == sent)
    }

    @Test("Without a server, the call fails with the system's own error below")
    func nobody() async throws {
        let failure = await #expect(throws: ClientError.self) {
            // Port 9 of this machine, at which nobody listens.
            let url = try #require(URL(string: "http://127.0.0.1:9/"))
            _ = try await URLSessionTransport().send(HTTPCall(.get, url: url), timeout: 60)
        }
        #expect(failure?.underlyingError is URLError)
    }

    @Test("A redirect is returned as the answer, and the token goes to no other host")
    func redirect() async throws {
        let asked = Tally()
        let elsewhere = try LoopbackServer { _ in
            asked.add()
            return .answer("200 OK")
        }
        let server = try LoopbackServer { _ in
            .answer("302 Found", ["Location: \(elsewhere.url("/stolen").absoluteString)"], Data("moved".utf8))
        }
        let reply = try await URLSessionTransport().send(
            HTTPCall(.get, url: server.url("/"), headers: [.authorization: "Bearer t"]), timeout: 600)
        #expect(reply.status == 302)
        #expect(reply.headers[.location] == elsewhere.url("/stolen").absoluteString)
        #expect(asked.value == 0)
    }

    @Test("Cookies are not stored, and no answer comes from a cache")
    func noMemory() async throws {
        let cookies = Locked<[String?]>([])
        let server = try LoopbackServer { request in
            let number = cookies.withLock { cookies in
                cookies.append(request.headers["cookie"])
                return cookies.count
            }
            return .answer(
                "200 OK", ["Set-Cookie: who=ada; Path=/", "Cache-Control: max-age=3600", "ETag: \"1\""],
                Data("\(number)".utf8))
        }
        let transport = URLSessionTransport()
        for number in 1...3 {
            let reply = try await transport.send(HTTPCall(.get, url: server.url("/")), timeout: 600)
            #expect(reply.body == Data("\(number)".utf8))
        }
        #expect(cookies.withLock { $0 } == [nil, nil, nil])
    }

    @Test("An error status is an answer", arguments: [400, 401, 404, 500, 503])
    func statuses(_ status: Int) async throws {
        let server = try LoopbackServer { _ in
            .answer("\(status) Status", status == 401 ? ["WWW-Authenticate: Bearer"] : [], Data("{}".utf8))
        }
        let reply = try await URLSessionTransport().send(
            HTTPCall(.post, url: server.url("/"), headers: [.authorization: "Bearer t"]), timeout: 600)
        #expect(reply.status == status)
        #expect(reply.body == Data("{}".utf8))
    }

    @Test("A server that does not answer is unreachable after the timeout")
    func timeout() async throws {
        let server = try LoopbackServer { _ in nil }
        await #expect {
            try await URLSessionTransport().send(HTTPCall(.get, url: server.url("/")), timeout: 1)
        } throws: { error in
            guard case ClientError.unreachable = error else { return false }
            return true
        }
    }

    @Test("A port without a server is unreachable")
    func refused() async throws {
        var server: LoopbackServer? = try LoopbackServer { _ in nil }
        let url = try #require(server).url("/")
        server = nil
        await #expect {
            try await URLSessionTransport().send(HTTPCall(.get, url: url), timeout: 600)
        } throws: { error in
            guard case ClientError.unreachable = error else { return false }
            return true
        }
    }

    @Test("A truncated answer is reported as unreachable")
    func cut() async throws {
        let server = try LoopbackServer { _ in
            Data("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1000\r\n\r\nonly this".utf8)
        }
        await #expect {
            try await URLSessionTransport().send(HTTPCall(.get, url: server.url("/")), timeout: 600)
        } throws: { error in
            guard case ClientError.unreachable = error else { return false }
            return true
        }
    }

    @Test("Cancelling the task ends the call")
    func cancelled() async throws {
        let arrived = Gate()
        let server = try LoopbackServer { _ in
            arrived.open()
            return nil
        }
        let call = Task {
            try await URLSessionTransport().send(HTTPCall(.get, url: server.url("/")), timeout: 600)
        }
        await arrived.wait()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test("An answer over the limit is refused")
    func large() async throws {
        let server = try LoopbackServer { _ in .answer("200 OK", [], Data(count: 2_000_000)) }
        await #expect(
            throws: ClientError.unreadableAnswer(what: "it has more than 1000000 bytes")
        ) {
            try await URLSessionTransport(answerLimit: 1_000_000).send(
                HTTPCall(.get, url: server.url("/")), timeout: 600)
        }
    }

    @Test("Parallel calls each get their own answer")
    func many() async throws {
        let server = try LoopbackServer { request in
            .answer("200 OK", [], Data(request.line.utf8))
        }
        let transport = URLSessionTransport()
        try await withThrowingTaskGroup(of: Void.self) { calls in
            for number in 0..<100 {
                calls.addTask {
                    let reply = try await transport.send(
                        HTTPCall(url: server.url("/\(number)")), timeout: 60)
                    #expect(reply.body == Data("GET /\(number) HTTP/1.1".utf8))
                }
            }
            try await calls.waitForAll()
        }
    }
}
