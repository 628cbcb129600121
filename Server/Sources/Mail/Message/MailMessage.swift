import Foundation

/// A message to one person.
///
/// Names, subject and texts may come from strangers: ``MIMEWriter`` makes them safe. Addresses and ids are checked when
/// they are made.
public struct MailMessage: Sendable, Hashable {
    /// The author, for the header `From`.
    public var from: Mailbox
    /// Where answers go; `nil` for ``from``.
    public var replyTo: Mailbox?
    /// The only recipient.
    public var to: Mailbox
    /// The subject, of any length and in any script.
    public var subject: String
    /// The plain text; lines end with `\n`.
    public var text: String
    /// The same for mail programs that show HTML.
    public var html: String
    /// The images that ``html`` shows.
    public var images: [InlineImage]
    /// The files that go with the message, in this order.
    public var attachments: [MailAttachment]
    /// The message's own name; the same message sent again keeps it.
    public var messageID: MessageID
    /// The earlier messages of the thread, the first one first.
    public var references: [MessageID]
    /// Where mail servers report that they could not deliver: the address of `MAIL FROM`.
    public var envelopeSender: MailAddress
    /// The date in the header, when the message was written.
    public var date: Date
    /// Where the person can say that they want no more such messages. Only for messages that are optional.
    public var listUnsubscribe: URL?

    /// Checks nothing; the parts were checked when they were made.
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
