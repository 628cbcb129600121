import Foundation
import Testing

@testable import Mail

@Suite("The mail folder")
struct MailFolderTests {
    private func withFolder(_ body: (MailFolder) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(MailFolder(url))
    }

    @Test("A message is stored in one private file, named by time and id, and reads back unchanged")
    func stored() async throws {
        try await withFolder { folder in
            #expect(try folder.messages().isEmpty)
            let message = try Samples.message(
                toName: "Žofie", subject: "Smlouva č. 7", text: "Odkaz:\n\(Samples.link)\n")
            let receipt = try await FolderTransport(folder).send(message)
            #expect(receipt == MailReceipt(server: "folder", answer: "20260921T141320.000Z-e1.7.eml"))
            let path = folder.url.appendingPathComponent(receipt.answer).path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(
                try FileManager.default.attributesOfItem(atPath: folder.url.path)[.posixPermissions] as? Int == 0o700)

            let mail = try #require(try folder.message(named: "20260921T141320.000Z-e1.7"))
            #expect(mail.subject == "Smlouva č. 7")
            #expect(mail.to == "Žofie <grace@example.org>")
            #expect(mail.header("Return-Path") == "<bounces+e1@example.com>")
            #expect(mail.text.components(separatedBy: "\n").contains(Samples.link))
            #expect(try folder.message(named: "../\(receipt.answer)") == nil)
            #expect(try folder.message(named: "unknown") == nil)
            #expect(try folder.newest() == mail)

            // The same message again is the same file, and no other file stays.
            _ = try await FolderTransport(folder).send(message)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [receipt.answer])
        }
    }

    @Test("Messages are listed by time, and other files are ignored")
    func listed() async throws {
        try await withFolder { folder in
            for (id, time) in [("b", 20.0), ("a", 30), ("c", 10)] {
                var message = try Samples.message()
                message.messageID = try MessageID("\(id)@example.com")
                message.date = Date(timeIntervalSince1970: time)
                _ = try await FolderTransport(folder).send(message)
            }
            try Data().write(to: folder.url.appendingPathComponent(".half.eml"))
            try Data().write(to: folder.url.appendingPathComponent("note.txt"))
            #expect(
                try folder.messages().map { $0.header("Message-ID") } == [
                    "<c@example.com>", "<b@example.com>", "<a@example.com>",
                ])
        }
    }

    @Test("The newest message to an address is found, whatever came later for others")
    func chosen() async throws {
        try await withFolder { folder in
            for (id, time, to) in [
                ("a", 10.0, "ada@example.org"), ("b", 20, "ada@example.org"), ("c", 30, "bo@xn--mnchen-3ya.example"),
            ] {
                var message = try Samples.message(toName: id == "b" ? "Ada <the first>" : "", to: to)
                message.messageID = try MessageID("\(id)@example.com")
                message.date = Date(timeIntervalSince1970: time)
                _ = try await FolderTransport(folder).send(message)
            }
            func newest(_ address: String) throws -> String? {
                try folder.newest(to: address)?.header("Message-ID")
            }
            #expect(try newest("Ada@Example.org") == "<b@example.com>")
            #expect(try newest("bo@münchen.example") == "<c@example.com>")
            #expect(try newest("eve@example.org") == nil)
            #expect(try newest("da@example.org") == nil)
            #expect(
                try folder.messages(to: "ada@example.org").map { $0.header("Message-ID") } == [
                    "<a@example.com>", "<b@example.com>",
                ])
        }
    }

    @Test("A folder that is not writable is a temporary failure")
    func unwritable() async throws {
        let transport = FolderTransport(MailFolder(URL(filePath: "/dev/null/mail")))
        await #expect(throws: MailFailure.self) { try await transport.send(try Samples.message()) }
    }
}
