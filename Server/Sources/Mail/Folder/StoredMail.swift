import Foundation

/// A message in a ``MailFolder``, as far as a person wants to read it. It reads what ``MIMEWriter`` writes.
public struct StoredMail: Sendable, Hashable {
    /// The file's name.
    public let name: String
    /// The file's content.
    public let bytes: Data
    private let head: StoredPart

    init(name: String, bytes: Data) {
        self.name = name
        self.bytes = bytes
        // A list shows headers only; files may be large.
        let end = bytes.range(of: MIMEWriter.lineEnd + MIMEWriter.lineEnd)?.lowerBound ?? bytes.endIndex
        head = StoredPart(bytes[..<end])
    }

    private var root: StoredPart { StoredPart(bytes) }

    /// Returns a header's text, decoded; `nil` if there is no such header.
    public func header(_ name: String) -> String? { head.header(name).map(EncodedWord.decoded) }

    /// The recipient, as `Name <address>`.
    public var to: String { header("To") ?? "" }
    /// Whether the message goes to the address. Upper and lower case do not matter.
    func isAddressed(to address: String) -> Bool {
        let to = to
        let bare = to.last == ">" ? to.dropLast().split(separator: "<").last.map(String.init) ?? to : to
        return Self.comparable(bare) == Self.comparable(address)
    }

    /// An international domain is the same in its own script and in Punycode.
    private static func comparable(_ address: String) -> String {
        ((try? MailAddress(address))?.description ?? address).lowercased()
    }

    /// The decoded subject; empty if there is none.
    public var subject: String { header("Subject") ?? "" }
    /// The date as the message says it.
    public var date: String { header("Date") ?? "" }
    /// The plain text.
    public var text: String { root.first(ofType: "text/plain")?.text ?? "" }
    /// The text for mail programs that show HTML.
    public var html: String { root.first(ofType: "text/html")?.text ?? "" }
    /// The names of the files that go with the message.
    public var attachments: [String] { root.fileNames }
}
