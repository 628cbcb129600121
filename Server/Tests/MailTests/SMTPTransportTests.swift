import Foundation
import Testing

@testable import Mail

@Suite("Sending messages over SMTP")
struct SMTPTransportTests {
    private static func limits() -> SMTPLimits {
        var limits = SMTPLimits()
        limits.connectTime = 5
        limits.answerTime = 2
        limits.totalTime = 20
        return limits
    }

    private func outcome(
        _ behaviour: FakeMailServer.Behaviour, login: SMTPLogin? = nil, message: MailMessage? = nil,
        limits: SMTPLimits = limits()
    ) async throws -> (Result<MailReceipt, MailFailure>, FakeMailServer.Heard, port: Int) {
        let server = try await FakeMailServer(behaviour)
        let address: String
        switch behaviour.security {
        case .none: address = "smtp://127.0.0.1:\(server.port)/client.example?starttls=no"
        case .startTLS: address = "smtp://localhost:\(server.port)/client.example"
        case .tls: address = "smtps://localhost:\(server.port)/client.example"
        }
        let transport = SMTPTransport(
            try SMTPServer(address), login: login, authorities: server.authorities, limits: limits)
        let result = await send(try message ?? Samples.message(), by: transport)
        let heard = server.heard
        let port = server.port
        await server.stop()
        return (result, heard, port)
    }

    private func send(_ message: MailMessage, by transport: SMTPTransport) async -> Result<MailReceipt, MailFailure> {
        do {
            return .success(try await transport.send(message))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "A server accepts the message with and without TLS, and the receipt holds its answer",
        arguments: [FakeMailServer.Behaviour.Security.none, .startTLS, .tls])
    func honest(_ security: FakeMailServer.Behaviour.Security) async throws {
        let message = try Samples.message(text: ".\nPlease sign.\n")
        let (result, heard, port) = try await outcome(.init(security: security), message: message)
        let host = security == .none ? "127.0.0.1" : "localhost"
        #expect(
            result == .success(MailReceipt(server: "\(host):\(port)", answer: "250 2.0.0 Ok: queued as 4F2A")))
        #expect(heard.messages == [String(decoding: MIMEWriter().data(message), as: UTF8.self)])
        #expect(heard.commands.contains("EHLO client.example"))
        let size = MIMEWriter().data(message).count
        #expect(heard.commands.contains("MAIL FROM:<bounces+e1@example.com> SIZE=\(size)"))
        #expect(heard.commands.contains("RCPT TO:<grace@example.org>"))
    }

    @Test(
        "A 5xx refusal of the message is permanent, and a 4xx refusal temporary",
        arguments: ["MAIL", "RCPT", "DATA", "content"])
    func refusals(_ stage: String) async throws {
        let (never, _, _) = try await outcome(.init(answers: [stage: "550-5.1.1 No such\r\n550 5.1.1 user"]))
        #expect(never == .failure(.permanent(code: 550, text: "5.1.1 No such 5.1.1 user")))
        let (later, _, port) = try await outcome(.init(answers: [stage: "451 4.3.0 Try later"]))
        #expect(
            later
                == .failure(
                    .temporary(
                        text: "The mail server 127.0.0.1:\(port) did not take the message: 451 4.3.0 Try later")))
    }

    @Test(
        "A server that refuses all of our mail does not mark a recipient as bad",
        arguments: ["greeting", "EHLO", "STARTTLS", "AUTH"], ["554 5.7.1 Go away", "421 4.3.2 Busy"])
    func refusedAsAWhole(_ stage: String, _ answer: String) async throws {
        var behaviour = FakeMailServer.Behaviour(answers: [stage: answer])
        if stage == "EHLO" { behaviour.answers["HELO"] = answer }
        if stage == "STARTTLS" { behaviour.security = .startTLS }
        let login = stage == "AUTH" ? SMTPLogin.password(user: "sign", password: "s3cret") : nil
        let (result, heard, _) = try await outcome(behaviour, login: login)
        guard case .failure(.temporary(let text)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(text.contains(answer.prefix(3)))
        #expect(heard.messages.isEmpty)
    }

    @Test("A login that a server demands is a temporary failure of ours", arguments: [530, 534, 535, 538])
    func loginMissing(_ code: Int) async throws {
        let (result, _, _) = try await outcome(.init(answers: ["MAIL": "\(code) 5.7.0 Authentication required"]))
        #expect(throws: MailFailure.self) { try result.get() }
        if case .failure(let failure) = result { #expect(!failure.isPermanent) }
    }

    @Test("A dropped connection is temporary", arguments: ["greeting", "EHLO", "MAIL", "RCPT", "DATA", "content"])
    func breaks(_ stage: String) async throws {
        let (result, _, _) = try await outcome(.init(breaksAt: stage))
        guard case .failure(.temporary) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("A connection that breaks within the content is a temporary failure")
    func breaksWithinContent() async throws {
        let file = try MailAttachment(
            name: "a.bin", mediaType: "application/pdf", bytes: Data(repeating: 7, count: 2_000_000))
        let (result, heard, _) = try await outcome(
            .init(breaksAfter: 100_000), message: try Samples.message(attachments: [file]))
        guard case .failure(.temporary) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(heard.messages.isEmpty)
    }

    @Test(
        "A server that falls silent times out", .timeLimit(.minutes(2)),
        arguments: ["greeting", "EHLO", "MAIL", "RCPT", "DATA", "content"])
    func silence(_ stage: String) async throws {
        var limits = Self.limits()
        limits.answerTime = 1
        limits.totalTime = 4
        let (result, _, _) = try await outcome(.init(answers: [stage: ""]), limits: limits)
        guard case .failure(.temporary) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("After a server went silent, the next message uses a new connection at once")
    func afterSilence() async throws {
        var limits = Self.limits()
        limits.answerTime = 1
        limits.connections = 1
        let server = try await FakeMailServer(.init(answers: ["content": ""]))
        let transport = SMTPTransport(
            try SMTPServer("smtp://127.0.0.1:\(server.port)/client.example?starttls=no"), limits: limits)
        let start = ContinuousClock.now
        _ = await send(try Samples.message(), by: transport)
        _ = await send(try Samples.message(), by: transport)
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(server.heard.messages.count == 2)
        #expect(server.heard.connections == 2)
        await server.stop()
    }

    @Test("Nothing is sent without required TLS, and an untrusted certificate is rejected")
    func verification() async throws {
        // A server without STARTTLS.
        let plain = try await FakeMailServer()
        let login = SMTPLogin.password(user: "sign", password: "s3cret")
        let required = SMTPTransport(
            try SMTPServer("smtp://localhost:\(plain.port)"), login: login, limits: Self.limits())
        let refused = await send(try Samples.message(), by: required)
        #expect(throws: MailFailure.self) { try refused.get() }
        #expect(!plain.heard.commands.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
        await plain.stop()
        for security in [FakeMailServer.Behaviour.Security.startTLS, .tls] {
            let server = try await FakeMailServer(.init(security: security))
            let scheme = security == .tls ? "smtps" : "smtp"
            // Another name than the certificate's, and an authority that nobody knows.
            let named = SMTPTransport(
                try SMTPServer("\(scheme)://127.0.0.1:\(server.port)"), login: login, authorities: server.authorities,
                limits: Self.limits())
            let unknown = SMTPTransport(
                try SMTPServer("\(scheme)://localhost:\(server.port)"), login: login, limits: Self.limits())
            for transport in [named, unknown] {
                let result = await send(try Samples.message(), by: transport)
                guard case .failure(.temporary(let text)) = result else {
                    Issue.record("\(result)")
                    continue
                }
                #expect(text.contains("certificate"), "\(text)")
            }
            #expect(!server.heard.commands.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
            await server.stop()
        }
    }

    @Test("Passwords and tokens log in, and never appear in a failure")
    func logins() async throws {
        let password = SMTPLogin.password(user: "sign", password: "s3cret")
        let plain = Data("\0sign\0s3cret".utf8).base64EncodedString()
        let (accepted, heard, _) = try await outcome(.init(security: .startTLS), login: password)
        #expect(throws: Never.self) { try accepted.get() }
        #expect(heard.commands.contains { $0.hasSuffix(plain) })
        // A server that repeats what it was told.
        let (refused, _, _) = try await outcome(.init(answers: ["AUTH": "535 wrong: \(plain) s3cret"]), login: password)
        let told = String(reflecting: refused)
        #expect(!told.contains(plain) && !told.contains("s3cret") && told.contains("535"))
        #expect(!"\(password)\(String(reflecting: password))".contains("s3cret"))

        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).token")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("t0ken\n".utf8).write(to: file)
        let bearer = SMTPLogin.bearer(user: "sign", tokenFile: file)
        let (byToken, heardToken, _) = try await outcome(.init(security: .tls), login: bearer)
        #expect(throws: Never.self) { try byToken.get() }
        let token = Data("user=sign\u{1}auth=Bearer t0ken\u{1}\u{1}".utf8).base64EncodedString()
        #expect(heardToken.commands.contains { $0.hasSuffix(token) })
        try FileManager.default.removeItem(at: file)
        let (missing, none, _) = try await outcome(.init(security: .tls), login: bearer)
        #expect(throws: MailFailure.temporary(text: "The file with the token for the mail server cannot be read.")) {
            try missing.get()
        }
        #expect(none.connections == 0)
    }

    @Test("A message over our limit is not sent, and one over the server's limit is permanently refused")
    func sizes() async throws {
        var limits = Self.limits()
        limits.messageSize = 500
        let (ours, heard, _) = try await outcome(.init(), limits: limits)
        #expect(heard.connections == 0)
        if case .failure(.permanent(let code, let text)) = ours {
            #expect(code == nil && text.contains("the limit is 500"))
        } else {
            Issue.record("\(ours)")
        }
        let (theirs, _, _) = try await outcome(.init(answers: ["MAIL": "552 5.3.4 Too big"]))
        #expect(theirs == .failure(.permanent(code: 552, text: "5.3.4 Too big")))
    }

    @Test("Connections are reused, and their number stays within the limit")
    func pool() async throws {
        let server = try await FakeMailServer()
        var limits = Self.limits()
        limits.connections = 2
        let transport = SMTPTransport(
            try SMTPServer("smtp://127.0.0.1:\(server.port)?starttls=no"), limits: limits)
        let message = try Samples.message()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { (try? await transport.send(message)) != nil } }
            for await isSent in group { #expect(isSent) }
        }
        #expect(server.heard.messages.count == 20)
        #expect(server.heard.mostAtOnce <= 2)
        #expect(server.heard.connections <= 2)
        await server.stop()
    }

    @Test("A refused message does not affect the next one on the connection")
    func afterRefusal() async throws {
        let server = try await FakeMailServer(.init(answers: ["DATA": "554 5.6.0 No"]))
        let transport = SMTPTransport(
            try SMTPServer("smtp://127.0.0.1:\(server.port)?starttls=no"), limits: Self.limits())
        for _ in 0..<2 {
            #expect(
                await send(try Samples.message(), by: transport) == .failure(.permanent(code: 554, text: "5.6.0 No")))
        }
        await server.stop()
    }

    @Test("A connection that the server has closed is replaced")
    func endedMeanwhile() async throws {
        let server = try await FakeMailServer(.init(endsAfterMessage: true))
        let transport = SMTPTransport(
            try SMTPServer("smtp://127.0.0.1:\(server.port)?starttls=no"), limits: Self.limits())
        for _ in 0..<3 {
            let result = await send(try Samples.message(), by: transport)
            #expect(throws: Never.self) { try result.get() }
            try await Task.sleep(for: .milliseconds(300))
        }
        #expect(server.heard.connections == 3)
        await server.stop()
    }

    @Test("A port without a mail server is a temporary failure")
    func nobody() async throws {
        let transport = SMTPTransport(try SMTPServer("smtp://127.0.0.1:1?starttls=no"), limits: Self.limits())
        guard case .failure(.temporary) = await send(try Samples.message(), by: transport) else {
            Issue.record("no failure")
            return
        }
    }

    @Test("A mail server's address is parsed, and one with a password is refused")
    func addresses() throws {
        let submission = try SMTPServer("smtp://mail.example.org")
        #expect(submission.port == 587 && submission.security == .startTLS && submission.clientName == nil)
        let secure = try SMTPServer("SMTPS://mail.example.org/sign.example.com")
        #expect(secure.port == 465 && secure.security == .tls && secure.clientName == "sign.example.com")
        #expect(try SMTPServer("smtp://[::1]:2525?starttls=no").url == "smtp://[::1]:2525/")
        for wrong in [
            "", "mail.example.org", "http://mail.example.org", "smtp://", "smtp://mail.example.org?starttls=no",
            "smtps://127.0.0.1?starttls=no", "smtp://127.0.0.1?tls=no", "smtp://mail.example.org:70000",
            "smtp://127.0.0.1.example.org?starttls=no", "smtp://mail.example.org/a b",
            "smtp://mail.example.org/%0d%0aRSET",
        ] {
            #expect(throws: MailProblem.self, "\(wrong)") { try SMTPServer(wrong) }
        }
        do {
            _ = try SMTPServer("smtp://sign:s3cret@mail.example.org")
            Issue.record("taken")
        } catch {
            #expect(!error.description.contains("s3cret"))
        }
    }
}
