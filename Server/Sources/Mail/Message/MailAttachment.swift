import Foundation

/// A file that goes with a message.
public struct MailAttachment: Sendable, Hashable {
    /// The file's name for people.
    public let name: String
    /// Such as `application/pdf`.
    public let mediaType: String
    /// The file's content, not encoded for mail.
    public let bytes: Data

    /// - Throws: ``MailProblem/notAMediaType(_:)``
    public init(name: String, mediaType: String, bytes: Data) throws(MailProblem) {
        self.name = name
        self.mediaType = try MediaType.checked(mediaType)
        self.bytes = bytes
    }
}

/// An image in a message's HTML, which names it as `cid:` and ``contentID``.
public struct InlineImage: Sendable, Hashable {
    /// The image's name in the HTML, behind `cid:`.
    public let contentID: MessageID
    /// Such as `image/png`.
    public let mediaType: String
    /// The image's content, not encoded for mail.
    public let bytes: Data

    /// - Throws: ``MailProblem/notAMediaType(_:)``
    public init(contentID: MessageID, mediaType: String, bytes: Data) throws(MailProblem) {
        self.contentID = contentID
        self.mediaType = try MediaType.checked(mediaType)
        self.bytes = bytes
    }
}

enum MediaType {
    /// Returns a media type without parameters (RFC 6838 §4.2), in lower case.
    static func checked(_ text: String) throws(MailProblem) -> String {
        let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
        let isValid =
            parts.count == 2
            && parts.allSatisfy { part in
                (1...127).contains(part.count)
                    && part.allSatisfy { scalar in
                        switch scalar {
                        case "a"..."z", "A"..."Z", "0"..."9", "!", "#", "$", "&", "-", "^", "_", ".", "+": true
                        default: false
                        }
                    }
            }
        guard isValid else { throw .notAMediaType(text) }
        return text.lowercased()
    }
}
