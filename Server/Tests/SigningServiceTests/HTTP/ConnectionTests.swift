import AsyncHTTPClient
import EnvelopeService
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import NIOPosix
import ServiceLifecycle
import Testing

@testable import SigningService

@Suite("Connections")
struct ConnectionTests {
    @Test("A request in flight is answered when the service shuts down")
    func shutdown() async throws {
        let fixture = try await ServiceFixture { $0.port = 0 }
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (addresses, listen) = AsyncStream.makeStream(of: URL.self)
        let slow = APIRoute(.get, "slow", needsToken: false) { _ in
            enter.finish()
            for await _ in gate {}
            return HTTPReply(status: 200, body: Data("done".utf8))
        }
        let application = fixture.service.application(adding: [slow], onRunning: { listen.yield($0) })
        let group = ServiceGroup(
            configuration: .init(services: [application], logger: fixture.service.logger))
        async let running: Void = group.run()
        let address = try #require(await addresses.first { _ in true })
        async let answer = HTTPClient.shared.execute(
            HTTPClientRequest(url: "\(address.absoluteString)/slow"), timeout: .seconds(20))
        for await _ in entered {}
        await group.triggerGracefulShutdown()
        open.finish()
        let response = try await answer
        #expect(response.status == .ok)
        #expect(String(buffer: try await response.body.collect(upTo: 100)) == "done")
        try await running
    }

    @Test("Work for an answer is cancelled when the client disconnects", .timeLimit(.minutes(5)))
    func disconnect() async throws {
        let fixture = try await ServiceFixture { $0.port = 0 }
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        let (addresses, listen) = AsyncStream.makeStream(of: URL.self)
        let slow = APIRoute(.get, "slow", needsToken: false) { _ in
            enter.finish()
            try? await Task.sleep(for: .seconds(600))
            end.yield(Task.isCancelled)
            return HTTPReply(status: 200, body: Data("nobody reads this".utf8))
        }
        let application = fixture.service.application(adding: [slow], onRunning: { listen.yield($0) })
        let group = ServiceGroup(configuration: .init(services: [application], logger: fixture.service.logger))
        async let running: Void = group.run()
        let address = try #require(await addresses.first { _ in true })
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: try #require(address.port)).get()
        try await connection.writeAndFlush(ByteBuffer(string: "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        for await _ in entered {}
        try await connection.close()
        #expect(await ended.first { _ in true } == true)
        await group.triggerGracefulShutdown()
        try await running
    }

    @Test(
        "A client that sends Expect gets 100 Continue unless its body is too large",
        arguments: [
            ("100-continue", "1000", true), ("100-Continue", nil, true), ("100-continue", "1001", false),
            (nil, "10", false),
        ] as [(String?, String?, Bool)])
    func expectContinue(
        expectation: String?, length: String?, isContinued: Bool
    ) throws {
        let channel = EmbeddedChannel(handler: ContinueAnswer(requestLimit: 1000))
        var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/")
        head.headerFields[.expect] = expectation
        head.headerFields[.contentLength] = length
        try channel.writeInbound(HTTPRequestPart.head(head))
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == .head(head))
        let answer = try channel.readOutbound(as: HTTPResponsePart.self)
        #expect(answer == (isContinued ? .head(HTTPResponse(status: .continue)) : nil))
        _ = try channel.finish()
    }

    @Test(
        "Only a loopback address counts as this machine's",
        arguments: [
            ("127.0.0.1", true), ("127.3.2.1", true), ("::1", true), ("localhost", true), ("127.evil.example", false),
            ("127.", false), ("0.0.0.0", false), ("::", false), ("::2", false), ("192.168.0.1", false), ("", false),
        ])
    func loopback(host: String, isLoopback: Bool) {
        #expect(ServeAddress.isLoopback(host) == isLoopback)
    }

    @Test("A request that takes too long loses its connection, and a finished one keeps it")
    func slowRequest() throws {
        let channel = EmbeddedChannel(handler: RequestDeadline(life: .seconds(30)))
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/"))
        try channel.writeInbound(head)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(channel.isActive)
        try channel.writeInbound(head)
        for _ in 1...29 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "x")))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("A client that stops reading loses its connection, and a slow reader keeps it")
    func slowReader() throws {
        let network = HeldWrites()
        let channel = EmbeddedChannel(handlers: [network, AnswerDeadline(life: .seconds(30))])
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        let part = HTTPResponsePart.body(ByteBuffer(string: "x"))
        for _ in 1...3 { channel.write(part, promise: nil) }
        for _ in 1...3 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(29))
            network.takeOne()
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(channel.isActive)
        channel.write(part, promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test(
        "The connection limit leaves open files for the rest of the service",
        arguments: [(1000, 1 << 20, 1000), (1000, 1024, 768), (1000, 300, 150), (5, 1024, 5), (9, 1, 1)])
    func openFiles(wanted: Int, openFiles: Int, total: Int) {
        #expect(ConnectionBound(wanted: wanted, openFiles: openFiles).total == total)
    }

    @Test("Each address has a limit of open connections, and closing one frees a place")
    func limitPerAddress() {
        let shares = ConnectionShares(share: 2)
        #expect(shares.open("192.0.2.1") && shares.open("192.0.2.1") && !shares.open("192.0.2.1"))
        #expect(shares.open("192.0.2.2"))
        shares.close("192.0.2.1")
        #expect(shares.open("192.0.2.1") && !shares.open("192.0.2.1"))
    }

    @Test("Connections over the limit wait until one is closed", .timeLimit(.minutes(5)))
    func waitingConnections() async throws {
        let fixture = try await ServiceFixture {
            $0.port = 0
            $0.connections.total = 2
        }
        try await fixture.serve { address in
            let port = try #require(address.port)
            func connect() async throws -> any Channel {
                try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .connect(host: "127.0.0.1", port: port).get()
            }
            let (first, second) = (try await connect(), try await connect())
            async let answer = HTTPClient.shared.execute(
                HTTPClientRequest(url: "\(address.absoluteString)/health"), timeout: .seconds(60))
            try await first.close()
            #expect(try await answer.status == .ok)
            try await second.close()
        }
    }

    @Test("A half-closed client is answered after a change, and is gone after a read")
    func halfClosed() throws {
        for (method, isAnswered) in [(HTTPRequest.Method.post, true), (.put, true), (.get, false), (.head, false)] {
            let channel = EmbeddedChannel(handler: GoneClient())
            channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
            let request = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: "/")
            try channel.writeInbound(HTTPRequestPart.head(request))
            try channel.writeInbound(HTTPRequestPart.end(nil))
            channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            #expect(channel.isActive == isAnswered, "\(method)")
        }
    }

    @Test("The connection closes after a refusal of too large a body")
    func tooLargeBody() async throws {
        let fixture = try await ServiceFixture {
            $0.port = 0
            $0.envelopes.requestLimit = 1024
        }
        try await fixture.serve { address in
            let port = try #require(address.port)
            let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            let (account, token) = (fixture.account, fixture.credentials.accessToken.text)
            let head = """
                POST /restapi/v2.1/accounts/\(account)/envelopes HTTP/1.1\r
                Host: localhost\r
                Authorization: Bearer \(token)\r
                Content-Type: application/json\r
                Content-Length: 1000000\r
                \r
                {
                """
            // The rest of the body never comes; the answer and the end of the connection do.
            let answer = try await connection.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: head))
                var text = ""
                for try await part in inbound { text += String(buffer: part) }
                return text
            }
            #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
            #expect(answer.lowercased().contains("connection: close"))
        }
    }

    @Test("A port in use gives a one-sentence error")
    func portInUse() async throws {
        let first = try await ServiceFixture { $0.port = 0 }
        try await first.serve { address in
            let port = try #require(address.port)
            let second = try await ServiceFixture { $0.port = port }
            let error = try #require(await #expect(throws: (any Error).self) { try await second.serve { _ in } })
            let sentence = ServeAddress.refusal(error, host: "127.0.0.1", port: port)
            #expect(sentence == "Port \(port) of 127.0.0.1 is in use; choose another with --port.")
        }
        #expect(ServeAddress.refusal(CancellationError(), host: "127.0.0.1", port: 1) == nil)
    }

    @Test("An unknown host gives a one-sentence error")
    func unknownHost() async throws {
        let fixture = try await ServiceFixture { $0.host = "no such host" }
        let error = try #require(await #expect(throws: (any Error).self) { try await fixture.serve { _ in } })
        let sentence = ServeAddress.refusal(error, host: "no such host", port: 0)
        #expect(sentence == "The host no such host is not known; choose an address of this machine with --host.")
    }

    @Test("The service's base URL is the configured one, else the one the client used")
    func baseURL() throws {
        var configuration = ServiceConfiguration(dataDirectory: URL(filePath: "/nowhere"), port: 8081)
        func base(_ authority: String?) -> String {
            let request = Request(
                head: .init(method: .get, scheme: "http", authority: authority, path: "/"),
                body: .init(buffer: ByteBuffer()))
            return ServiceAddress(configuration).base(for: request).absoluteString
        }
        #expect(base("sign.local:9000") == "http://sign.local:9000")
        #expect(base(nil) == "http://127.0.0.1:8081")
        #expect(base("evil/\"><script>") == "http://127.0.0.1:8081")
        configuration.publicURL = ServeAddress.url("https://sign.example.org/")
        #expect(base("sign.local:9000") == "https://sign.example.org")
    }

    @Test(
        "An invalid public address is refused",
        arguments: [
            "", "sign.example.org", "ftp://x", "https://", "https://a:b@x", "https://x?y", "https://x#y",
            "https://x/sub", "https://x/sub/", "https://x//",
        ])
    func publicAddress(text: String) {
        #expect(ServeAddress.url(text) == nil)
    }
}

/// A network that accepts each written part when the test says so.
private final class HeldWrites: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart

    private var held: [EventLoopPromise<Void>?] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        held.append(promise)
    }

    func takeOne() {
        held.removeFirst()?.succeed()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        held.forEach { $0?.succeed() }
    }
}
