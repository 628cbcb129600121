import Envelopes
import Foundation
import Mail

/// Who messages come from, and what they carry.
public struct MailSettings: Sendable {
    /// The address of every message; its name stands behind the sender's.
    public var from: Mailbox
    /// Where messages that cannot be delivered come back to; `nil` for the address of ``from``.
    public var returnAddress: BounceAddress?
    /// The maximum size of the documents that go with a message, in bytes; larger ones are only linked. Default: 5 MB.
    public var attachmentLimit = defaultAttachmentLimit
    /// How dates are written in messages.
    public var timeZone = TimeZone.gmt

    /// The default of ``attachmentLimit``, in bytes: 5 MB.
    public static let defaultAttachmentLimit = 5 * 1024 * 1024

    /// - Parameter from: the address of every message; its name stands behind the sender's
    public init(from: Mailbox) {
        self.from = from
    }

    /// Lowers ``attachmentLimit`` until every message with its documents has at most so many bytes.
    ///
    /// - Parameter size: the maximum size of a message as it is sent, in bytes
    public mutating func fit(messagesOf size: Int) {
        // Base64 makes 78 bytes of 57, with the ends of lines. The texts and a logo have up to half a megabyte.
        attachmentLimit = min(attachmentLimit, max(0, size - 512 * 1024) / 78 * 57)
    }
}
