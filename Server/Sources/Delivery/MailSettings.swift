import Envelopes
import Foundation
import Mail

/// Who messages come from, and what they carry.
public struct MailSettings: Sendable {
    /// The address of every message; its name stands behind the sender's.
    public var from: Mailbox
    /// Where messages that cannot be delivered come back to; `nil` for the address of ``from``.
    public var returnAddress: Mail.ReturnAddress?
    /// The maximum size of the documents that go with a message, in bytes; larger ones are only linked. Default: 5 MB.
    public var attachmentLimit = 5 * 1024 * 1024
    /// The maximum number of messages about one envelope within an hour to an address that several recipients have.
    /// Default: 20.
    public var messagesPerAddress = 20
    /// How dates are written in messages.
    public var timeZone = TimeZone.gmt

    public init(from: Mailbox) {
        self.from = from
    }
}
