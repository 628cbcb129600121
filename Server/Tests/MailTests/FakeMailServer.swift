import Crypto
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import X509

/// A mail server on 127.0.0.1 that does what a test says, and remembers what it heard.
final class FakeMailServer: Sendable {
    struct Behaviour: Sendable {
        enum Security { case none, startTLS, tls }
        /// Answers instead of the usual ones, by command; `greeting` and `content` are commands here too. An empty answer
        /// is silence.
        var answers: [String: String] = [:]
        /// The command at which the connection breaks.
        var breaksAt: String?
        /// The number of bytes of content after which the connection breaks.
        var breaksAfter: Int?
        /// Whether the server ends the connection after each message.
        var endsAfterMessage = false
        var extensions = ["SIZE 10000000", "AUTH PLAIN XOAUTH2"]
        var security = Security.none
    }

    struct Heard: Sendable {
        var connections = 0
        var commands: [String] = []
        var messages: [String] = []
        var mostAtOnce = 0
        var atOnce = 0
    }

    let port: Int
    /// A file with the certificate to trust.
    let authorities: URL
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let channel: any Channel
    private let memory = Memory()

    final class Memory: Sendable {
        let heard = Mutex(Heard())
        func note(_ body: (inout Heard) -> Void) { heard.withLock { body(&$0) } }
    }

    var heard: Heard { memory.heard.withLock { $0 } }

    init(_ behaviour: Behaviour = Behaviour()) async throws {
        let identity = try Identity()
        authorities = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).pem")
        try Data(identity.certificate.utf8).write(to: authorities)
        let tls = try identity.context()
        let memory = memory
        channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if behaviour.security == .tls {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    }
                    try channel.pipeline.syncOperations.addHandler(
                        SMTPHandler(behaviour, memory: memory, tls: tls), name: "smtp")
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    func stop() async {
        try? await channel.close()
        try? await group.shutdownGracefully()
        try? FileManager.default.removeItem(at: authorities)
    }

    private struct Identity {
        let certificate: String
        let key: String

        init() throws {
            let key = P256.Signing.PrivateKey()
            let name = try DistinguishedName { CommonName("Test mail server") }
            let certificate = try Certificate(
                version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
                notValidBefore: Date(timeIntervalSinceNow: -3600), notValidAfter: Date(timeIntervalSinceNow: 3600),
                issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                    SubjectAlternativeNames([.dnsName("localhost")])
                },
                issuerPrivateKey: .init(key))
            self.certificate = try certificate.serializeAsPEM().pemString
            self.key = key.pemRepresentation
        }

        func context() throws -> NIOSSLContext {
            try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: [.certificate(NIOSSLCertificate(bytes: Array(certificate.utf8), format: .pem))],
                    privateKey: .privateKey(NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))))
        }
    }
}

/// One connection.
private final class SMTPHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let behaviour: FakeMailServer.Behaviour
    private let memory: FakeMailServer.Memory
    private let tls: NIOSSLContext
    private var input = ""
    private var content: String?
    private var isLoggingIn = false
    private var isSecure: Bool

    init(_ behaviour: FakeMailServer.Behaviour, memory: FakeMailServer.Memory, tls: NIOSSLContext) {
        self.behaviour = behaviour
        self.memory = memory
        self.tls = tls
        isSecure = behaviour.security == .tls
    }

    func channelActive(context: ChannelHandlerContext) {
        memory.note {
            $0.connections += 1
            $0.atOnce += 1
            $0.mostAtOnce = max($0.mostAtOnce, $0.atOnce)
        }
        answer("greeting", usually: "220 mail.test ready", context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        memory.note { $0.atOnce -= 1 }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        input += String(buffer: unwrapInboundIn(data))
        while true {
            if let content {
                self.content = content + input
                input = ""
                if let limit = behaviour.breaksAfter, (self.content ?? "").utf8.count > limit {
                    return context.close(promise: nil)
                }
                guard let end = self.content?.range(of: "\r\n.\r\n", options: .literal) else { return }
                let text = String(self.content?[..<end.lowerBound] ?? "") + "\r\n"
                input = String(self.content?[end.upperBound...] ?? "")
                self.content = nil
                memory.note { $0.messages.append(text) }
                answer("content", usually: "250 2.0.0 Ok: queued as 4F2A", context)
                guard behaviour.endsAfterMessage else { continue }
                let channel = context.channel
                channel.eventLoop.scheduleTask(in: .milliseconds(50)) {
                    channel.writeAndFlush(ByteBuffer(string: "421 4.4.2 idle\r\n"), promise: nil)
                    channel.close(promise: nil)
                }
            } else {
                guard let end = input.range(of: "\r\n", options: .literal) else { return }
                let line = String(input[..<end.lowerBound])
                input = String(input[end.upperBound...])
                command(line, context)
            }
        }
    }

    private func command(_ line: String, _ context: ChannelHandlerContext) {
        memory.note { $0.commands.append(line) }
        if isLoggingIn {
            isLoggingIn = false
            return answer("AUTH", usually: "235 2.7.0 Accepted", context)
        }
        switch line.prefix(4).uppercased() {
        case "EHLO":
            var lines = ["mail.test"] + behaviour.extensions
            if behaviour.security == .startTLS, !isSecure { lines.append("STARTTLS") }
            let text = lines.enumerated().map { "250\($0.offset == lines.count - 1 ? " " : "-")\($0.element)" }
            answer("EHLO", usually: text.joined(separator: "\r\n"), context)
        case "STAR":
            answer("STARTTLS", usually: "220 go ahead", context)
            guard behaviour.answers["STARTTLS"] == nil else { return }
            isSecure = true
            try? context.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls), position: .first)
        case "AUTH" where line.split(separator: " ").count == 2:
            isLoggingIn = true
            write("334 ", context)
        case "AUTH": answer("AUTH", usually: "235 2.7.0 Accepted", context)
        case "DATA":
            answer("DATA", usually: "354 go ahead", context)
            if behaviour.answers["DATA"] == nil { content = "" }
        case "QUIT":
            write("221 bye", context)
            context.close(promise: nil)
        case let verb: answer(verb, usually: "250 2.1.0 Ok", context)
        }
    }

    private func answer(_ command: String, usually text: String, _ context: ChannelHandlerContext) {
        guard behaviour.breaksAt != command else { return context.close(promise: nil) }
        let text = behaviour.answers[command] ?? text
        if !text.isEmpty { write(text, context) }
    }

    private func write(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
    }
}
