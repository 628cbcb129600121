import Foundation

/// A message to one person.
///
/// Names, subject and texts may come from strangers: ``MIMEWriter`` makes them safe. Addresses and ids are checked when
/// they are made.
public struct MailMessage: Sendable, Hashable {
    public var from: Mailbox
    public var replyTo: Mailbox?
    public var to: Mailbox
    public var subject: String
    /// The plain text; lines end with `\n`.
    public var text: String
    public var html: String
    /// The images that ``html`` shows.
    public var images: [InlineImage]
    public var attachments: [MailAttachment]
    public var messageID: MessageID
    /// The earlier messages of the thread, the first one first.
    public var references: [MessageID]
    /// Where mail servers report that they could not deliver: the address of `MAIL FROM`.
    public var envelopeSender: MailAddress
    public var date: Date
    /// Where the person can say that they want no more such messages. Only for messages that are optional.
    public var listUnsubscribe: URL?

    public init(
        from: Mailbox, replyTo: Mailbox? = nil, to: Mailbox, subject: String, text: String, html: String,
        images: [InlineImage] = [], attachments: [MailAttachment] = [], messageID: MessageID,
        references: [MessageID] = [], envelopeSender: MailAddress, date: Date, listUnsubscribe: URL? = nil
    ) {
        self.from = from
        self.replyTo = replyTo
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.images = images
        self.attachments = attachments
        self.messageID = messageID
        self.references = references
        self.envelopeSender = envelopeSender
        self.date = date
        self.listUnsubscribe = listUnsubscribe
    }
}
