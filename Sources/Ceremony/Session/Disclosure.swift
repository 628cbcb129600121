import Envelopes
import Foundation

/// The text that a person agrees to before signing electronically (in the United States 15 U.S.C. §7001(c)).
///
/// The shown text is stored as a blob, and the history names its hash.
public struct Disclosure: Sendable, Hashable, Codable {
    /// One line of plain text.
    public let title: String
    /// Plain text, one paragraph an element, without line feeds.
    public let paragraphs: [String]

    /// A line feed within a paragraph would change the paragraphs that ``init(bytes:)`` reads.
    public init(title: String, paragraphs: [String]) {
        self.title = title
        self.paragraphs = paragraphs
    }

    /// Parses ``bytes``; returns `nil` if they are not text, or have no line but a title.
    public init?(bytes: Data) {
        guard let text = String(data: bytes, encoding: .utf8) else { return nil }
        var lines = text.components(separatedBy: "\n")
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count > 1, lines.contains(where: { $0.contains { !$0.isWhitespace } }) else { return nil }
        self.init(title: lines[0], paragraphs: Array(lines.dropFirst()))
    }

    /// The hashed bytes: the title and the paragraphs, each followed by a line feed, in UTF-8.
    public var bytes: Data {
        Data(([title] + paragraphs).map { $0 + "\n" }.joined().utf8)
    }

    /// Returns the text for a sender's documents that are signed in a browser.
    public static func standard(sender: Sender, terms: DisclosureTerms = DisclosureTerms()) -> Disclosure {
        standard(
            sender: sender, terms: terms,
            needs: "You need a current web browser to read the documents and a PDF reader to keep them.",
            copies:
                "You can download and print the documents on the signing page at any time, even after you have signed.",
            recorded: "your internet address and the kind of browser")
    }

    /// Returns the text for a sender's documents that are signed on a device, online or offline.
    public static func onDevice(sender: Sender, terms: DisclosureTerms = DisclosureTerms()) -> Disclosure {
        standard(
            sender: sender, terms: terms,
            needs: "You read the documents on this device and need a PDF reader to keep them.",
            copies:
                "When everybody has signed, the sender can give you the sealed documents to keep and print.",
            recorded: deviceRecords)
    }

    private static let deviceRecords =
        "this device's clock and time zone, the kind of device, and its location if the app shares it"

    private static func standard(
        sender: Sender, terms: DisclosureTerms, needs: String, copies: String, recorded: String
    ) -> Disclosure {
        let contact = terms.contact ?? sender.email
        return Disclosure(
            title: "Electronic records and signatures",
            paragraphs: [
                "\(sender.name) asks you to read and sign documents electronically. If you agree, your electronic"
                    + " signature has the same effect as one on paper, and you receive the documents electronically,"
                    + " not on paper.",
                "Your agreement covers this envelope only. You may decline: choose “More”, then “Decline”. The sender"
                    + " will see your reason.",
                "You may withdraw your agreement: \(terms.withdrawal ?? withdrawal(contact))",
                "You may have the documents on paper, before or after signing: write to \(contact). "
                    + (terms.paperCopies ?? "This costs you nothing."),
                "If you have questions, or if your e-mail address changes, write to \(contact).",
                "\(needs) \(copies)",
                "We record with your signature: your name and e-mail address as the sender gave them, the pages that we"
                    + " showed you, the times at which you opened, agreed, filled in and signed, and \(recorded).",
            ])
    }

    private static func withdrawal(_ contact: String) -> String {
        "decline before you sign, or write to \(contact). This costs you nothing. Anything you have already signed"
            + " stays valid. The sender may ask you to sign further documents on paper."
    }
}

extension Disclosure {
    /// Returns the texts that people may have agreed to on a device.
    public static func known(sender: Sender, terms: DisclosureTerms) -> [Disclosure] {
        [DisclosureTerms(), terms].flatMap {
            [onDevice(sender: sender, terms: $0), standard(sender: sender, terms: $0)]
        }
    }
}
