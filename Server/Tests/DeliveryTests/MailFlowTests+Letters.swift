import Envelopes
import Essentials
import Foundation
import Ledger
import Mail
import Testing
import Words

@testable import Delivery

/// What stands in a message.
extension MailFlowTests {
    @Test("A recipient's own subject and text replace the envelope's")
    func ownSubject() async throws {
        _ = try await send { definition in
            definition.recipients[0].emailNotification = EmailNotification(subject: "Your lease", body: "Dear Bo")
        }
        await runner.runDue()
        let message = try #require(server.sent.first)
        #expect(message.subject == "Your lease")
        #expect(message.text.contains("Dear Bo"))
        #expect(!message.text.contains("Please sign by Friday."))
    }

    @Test("A message has a return address of its own that says nothing about it")
    func returnAddress() async throws {
        let id = try await send()
        await runner.runDue()
        let message = try #require(server.sent.first)
        let address = message.envelopeSender
        #expect(address.local.count == "bounces+".count + 26)
        let template = try BounceAddress("bounces+{id}@example.com")
        let token = try #require(template.id(in: address))
        let sent = try #require(try await returns.find(token))
        #expect(sent.envelopeID == id && sent.recipientID == "1" && sent.message == .invitation)
        let intake = ReturnedMail(ledger: ledger, returns: returns, returnAddress: template)
        let report = """
            To: <\(address)>
            Content-Type: multipart/report; report-type=delivery-status; boundary=x

            --x
            Content-Type: message/delivery-status

            Final-Recipient: rfc822; bo@example.org
            Action: failed
            Diagnostic-Code: smtp; 550 gone
            --x--
            """
        #expect(try await intake.take(Data(report.utf8), at: time.now) == .undelivered)
        await runner.runDue()
        let notice = try #require(server.sent.last)
        #expect(notice.to.address.description == "ada@example.org")
        #expect(notice.text.contains("550 gone") && notice.text.contains("Bo Signer"))
    }

    @Test("An account's name, address for answers and brand stand in its messages")
    func accountSettings() async throws {
        var brand = AccountBrand(id: "b-1", accountID: "a-1", name: "Fjord", company: "Fjord Homes AS")
        brand.footer = "Strandgaten 1, Bergen"
        brand.button = BrandColor("#ffe600")
        brand.logo = BrandLogo(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        wishes.appearance = AccountAppearance(
            name: "Fjord Homes", fromName: "Fjord Homes", replyTo: try MailAddress("office@fjord.example"), brand: brand
        )
        _ = try await send()
        await runner.runDue()
        let message = try #require(server.sent.first)
        #expect(message.from.name == "Ada Sender via Fjord Homes")
        #expect(message.from.address.description == "sign@example.com")
        #expect(message.replyTo?.address.description == "office@fjord.example")
        #expect(message.html.contains("alt=\"Fjord Homes AS\"") && message.images.count == 1)
        #expect(message.text.contains("Strandgaten 1, Bergen") && message.text.contains("with Fjord Homes AS."))
        // Black on yellow can be read.
        #expect(message.html.contains("background-color:#ffe600") && message.html.contains("color:#000000"))
    }

    @Test("The account's language is for senders, and for recipients without one of their own", arguments: [nil, "fr"])
    func accountLanguage(ofRecipient language: String?) async throws {
        wishes.appearance = AccountAppearance(name: "Fjord Homes", language: "de")
        wishes.notices = SenderNotices(viewed: true)
        let id = try await send { definition in
            definition.recipients[0].emailNotification = language.map { EmailNotification(language: $0) }
        }
        let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        _ = try await ledger.perform(.view(recipientID: "1"), on: id, context(bo))
        await runner.runDue()
        let invitation = try #require(server.sent.first { $0.to.address.local == "bo" })
        let notice = try #require(server.sent.first { $0.to.address.local == "ada" })
        func says(_ message: MailMessage, _ kind: String, in tag: String) -> Bool {
            Catalog.of(.best(for: [tag])).sentence(
                .letters, "\(kind).heading", ["sender": .text("Ada Sender"), "actor": .text("Bo Signer")]
            )
            .map(message.text.contains) ?? false
        }
        #expect(says(invitation, "invitation", in: language ?? "de"), "\(invitation.text)")
        #expect(says(notice, "viewed", in: "de"), "\(notice.text)")
    }

    @Test("Only a message that its reader can do without says how to stop it")
    func unsubscribeLink() async throws {
        wishes.notices = SenderNotices(viewed: true)
        let id = try await send()
        let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        _ = try await ledger.perform(.view(recipientID: "1"), on: id, context(bo))
        await runner.runDue()
        let notice = try #require(server.sent.first { $0.to.address.local == "ada" })
        let url = try #require(notice.listUnsubscribe)
        #expect(server.sent.filter { $0.listUnsubscribe != nil } == [notice])
        #expect(url.absoluteString.hasPrefix("https://sign.example.com/mail/unsubscribe/"))
        let wish = try #require(UnsubscribeWish(text: url.lastPathComponent, secrets))
        #expect(wish.userID == "u-1" && wish.message == .viewed)
        var notices = wishes.notices
        wish.apply(to: &notices)
        #expect(notices == SenderNotices(viewed: false))
        #expect(!url.absoluteString.contains("u-1"))
    }

    @Test(
        "An address to stop messages that the service did not make is refused",
        arguments: [
            "", "x", "dS0xIHZpZXdlZA", String(repeating: "A", count: 100), String(repeating: "é", count: 100),
        ])
    func foreignUnsubscribeLink(text: String) {
        #expect(UnsubscribeWish(text: text, secrets) == nil)
        // A wish for another purpose, or for a message that is not optional.
        #expect(UnsubscribeWish(userID: "u-1", message: .declined) == nil)
        #expect(
            UnsubscribeWish(text: (try? secrets.seal("u-1 viewed", for: "other").base64EncodedString()) ?? "", secrets)
                == nil)
    }

    @Test("A sender who wants no message about a refusal gets none")
    func unwantedNotice() async throws {
        wishes.notices = SenderNotices(declined: false)
        let id = try await send()
        await runner.runDue()
        let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        _ = try await ledger.perform(.decline(recipientID: "1", reason: "No."), on: id, context(bo))
        await runner.runDue()
        #expect(!server.sent.contains { $0.to.address.local == "ada" })
    }
}
