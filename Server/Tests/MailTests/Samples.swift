import Foundation

@testable import Mail

/// Messages and letters for tests.
enum Samples {
    static func message(
        fromName: String = "Countersign", toName: String = "Grace Hopper", to: String = "grace@example.org",
        subject: String = "Lease", text: String = "Please sign.\n", html: String = "<p>Please sign.</p>\n",
        attachments: [MailAttachment] = [], images: [InlineImage] = [], references: [MessageID] = []
    ) throws -> MailMessage {
        MailMessage(
            from: try Mailbox(name: fromName, address: "sign@example.com"),
            replyTo: try Mailbox(name: fromName, address: "ada@example.com"),
            to: try Mailbox(name: toName, address: to), subject: subject, text: text, html: html, images: images,
            attachments: attachments, messageID: try MessageID("e1.7@example.com"), references: references,
            envelopeSender: try MailAddress("bounces+e1@example.com"), date: Date(timeIntervalSince1970: 1_790_000_000))
    }

    static let link = "https://sign.example.com/l/3q2-7wEAAQAB_8k4nWm2Zs5Yd1vTgXhUuQ"

    static func letter(_ kind: Letter.Kind, link: String = link) -> Letter {
        Letter(
            kind, senderName: "Ada Lovelace", senderEmail: "ada@example.com", accountName: "Analytical Engines Ltd",
            recipientName: "Grace Hopper", subject: "Lease of the second floor",
            message: "Dear Grace,\n\nhere is the lease we spoke about.", documents: ["Lease.pdf", "House rules.pdf"],
            link: URL(string: link))
    }
}
