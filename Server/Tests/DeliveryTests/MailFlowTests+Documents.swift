import Envelopes
import Foundation
import Ledger
import Mail
import Testing

@testable import Delivery

/// What goes with a message about the end.
extension MailFlowTests {
    @Test("A recipient who may not see every document gets each of theirs as a file of its own")
    func hiddenDocuments() async throws {
        let other = try await blobs.store(Data("another document".utf8))
        let id = try await send {
            $0.documents.append(
                EnvelopeDocument(
                    id: "2", name: "secret.pdf", blob: other, pages: [PageSize(width: 595, height: 842)], order: 2))
            $0.recipients = [
                Recipient(id: "1", name: "Bo Signer", email: "bo@example.org"),
                Recipient(id: "2", name: "Cy Copy", email: "cy@example.org", routingOrder: 2, kind: .carbonCopy),
            ]
            $0.recipients[1].excludedDocuments = ["2"]
            $0.tabs[1].recipientID = "1"
            $0.tabs[1].documentID = "2"
        }
        let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        _ = try await ledger.perform(on: id, context(bo)) { envelope in
            [
                .consent(recipientID: "1", disclosure: other),
                .adopt(recipientID: "1", kind: .signature, artwork: other, method: .typed),
            ] + envelope.tabs.map { .fill(recipientID: "1", tabID: $0.id, value: "true") }
        }
        let versions = [try await blobs.store(Data("v1".utf8)), try await blobs.store(Data("v2".utf8))]
        _ = try await ledger.perform(
            .sign(
                recipientID: "1", documents: ["1": versions[0], "2": versions[1]],
                shown: ["1": PageRanges([1]), "2": PageRanges([1])]), on: id, context(bo))
        let seals = [try await blobs.store(Data("s1".utf8)), try await blobs.store(Data("s2".utf8))]
        let whole = try await blobs.store(Data("both".utf8))
        _ = try await ledger.perform(
            .seal(documents: ["1": seals[0], "2": seals[1]], combined: whole, certificate: whole), on: id, context())
        await runner.runDue()
        func completed(_ address: String) throws -> MailMessage {
            try #require(
                server.sent.last { $0.to.address.description == address && $0.subject.hasPrefix("Completed") })
        }
        #expect(try completed("bo@example.org").attachments.map(\.bytes) == [Data("both".utf8)])
        #expect(try completed("cy@example.org").attachments.map(\.bytes) == [Data("s1".utf8)])
        #expect(server.sent.allSatisfy { $0.to.address.description != "cy@example.org" || !$0.text.contains("secret") })
    }

    /// An envelope of one signer that is complete.
    func completed(combined: Data) async throws -> EnvelopeID {
        let id = try await send {
            $0.recipients.removeLast()
            $0.tabs.removeLast()
        }
        let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        let blob = try await blobs.store(Data("x".utf8))
        _ = try await ledger.perform(on: id, context(bo)) { envelope in
            [
                .consent(recipientID: "1", disclosure: blob),
                .adopt(recipientID: "1", kind: .signature, artwork: blob, method: .typed),
            ] + envelope.tabs.map { .fill(recipientID: "1", tabID: $0.id, value: "true") }
        }
        _ = try await ledger.perform(
            .sign(recipientID: "1", documents: ["1": blob], shown: ["1": PageRanges([1])]), on: id, context(bo))
        let (seal, whole) = (try await blobs.store(Data("sealed".utf8)), try await blobs.store(combined))
        _ = try await ledger.perform(
            .seal(documents: ["1": seal], combined: whole, certificate: whole), on: id, context())
        await runner.runDue()
        return id
    }

    /// The messages about the end, without their documents: the signer's with a link, the sender's with the address of the file.
    func expectLinks() throws {
        let messages = server.sent.filter { $0.subject == "Completed: Lease" }
        #expect(Set(messages.map(\.to.address.description)) == ["bo@example.org", "ada@example.org"])
        #expect(messages.allSatisfy { $0.attachments.isEmpty && !$0.text.contains("attached") })
        let toSigner = try #require(messages.first { $0.to.address.local == "bo" })
        #expect(toSigner.text.contains("/open/") && toSigner.text.contains("The link leads to the signed documents."))
        let toSender = try #require(messages.first { $0.to.address.local == "ada" })
        #expect(toSender.text.contains("too large for a message"), "\(toSender.text)")
        #expect(toSender.text.contains("/signed/") && toSender.text.contains(".pdf"), "\(toSender.text)")
    }

    @Test("Completed documents go with the message up to the limit, and beyond it a link leads to them")
    func completedDocuments() async throws {
        let limit = MailSettings(from: try Mailbox(name: "", address: "a@example.com")).attachmentLimit
        _ = try await completed(combined: Data(count: limit))
        #expect(server.sent.suffix(2).map { $0.attachments.map(\.bytes.count) } == [[limit], [limit]])
        server.forget()
        _ = try await completed(combined: Data(count: limit + 1))
        try expectLinks()
    }

    @Test("A server that takes no message of that size gets it without the documents")
    func serverSizeLimit() async throws {
        server.refuseDocuments()
        let id = try await completed(combined: Data("whole".utf8))
        try expectLinks()
        #expect(try await kinds(id).filter { $0 == "mailed" }.count == 2)
        #expect(try await !kinds(id).contains("undelivered"))
        #expect(try await queue.jobs(in: .dead, after: 0, count: 9).isEmpty)
    }

    @Test("Documents that fit leave a message within the operator's limit", arguments: [1, 2, 3, 25, 1024])
    func operatorSizeLimit(megabytes: Int) throws {
        var settings = MailSettings(from: try Mailbox(name: "Example", address: "sign@example.com"))
        settings.fit(messagesOf: megabytes << 20)
        #expect(settings.attachmentLimit > 300_000 && settings.attachmentLimit <= 5 << 20)
        let message = MailMessage(
            from: settings.from, to: settings.from, subject: "Lease", text: "x", html: "x",
            attachments: [
                try MailAttachment(
                    name: "lease.pdf", mediaType: "application/pdf", bytes: Data(count: settings.attachmentLimit))
            ], messageID: try MessageID("1@example.com"), references: [],
            envelopeSender: settings.from.address, date: time.now)
        #expect(MIMEWriter().data(message).count <= megabytes << 20 - 450_000)
    }
}
