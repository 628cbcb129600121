import Foundation

/// What a person agrees to before signing electronically (in the United States 15 U.S.C. §7001(c)).
///
/// The text that was shown is stored as a blob, and the history names its hash.
public struct Disclosure: Sendable, Hashable, Codable {
    public let title: String
    public let paragraphs: [String]

    public init(title: String, paragraphs: [String]) {
        self.title = title
        self.paragraphs = paragraphs
    }

    /// Reads ``bytes`` again; `nil` for what is no text, or has no line but a title.
    public init?(bytes: Data) {
        guard let text = String(data: bytes, encoding: .utf8) else { return nil }
        var lines = text.components(separatedBy: "\n")
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count > 1, lines.contains(where: { $0.contains { !$0.isWhitespace } }) else { return nil }
        self.init(title: lines[0], paragraphs: Array(lines.dropFirst()))
    }

    /// The bytes whose hash is kept: the title and the paragraphs, each followed by a line feed, in UTF-8.
    public var bytes: Data {
        Data(([title] + paragraphs).map { $0 + "\n" }.joined().utf8)
    }

    /// The text for documents that this sender asks to be signed in a browser.
    public static func standard(sender: String) -> Disclosure {
        standard(
            sender: sender,
            needs: "You need a current web browser to read the documents and a PDF reader to keep them.",
            recorded: "your internet address and the kind of browser")
    }

    /// The text for documents that this sender asks to be signed on a device, whether or not it has a network.
    public static func onDevice(sender: String) -> Disclosure {
        standard(
            sender: sender, needs: "You read the documents on this device and need a PDF reader to keep them.",
            recorded: "by this device's clock and time zone; what kind of device it is, and where it is if its app "
                + "tells that")
    }

    private static func standard(sender: String, needs: String, recorded: String) -> Disclosure {
        Disclosure(
            title: "Electronic records and signatures",
            paragraphs: [
                "\(sender) asks you to read and sign documents electronically. If you agree, your electronic signature "
                    + "has the effect of one on paper, and you receive the documents electronically instead of on paper.",
                "Your agreement covers this envelope only. You may decline: choose “More”, then “Decline”, and the "
                    + "sender is told your reason. You may also ask the sender for the documents on paper.",
                "\(needs) When everybody has signed, the sender can give you the sealed documents; you may keep and "
                    + "print them.",
                "With your signature are recorded: your name and e-mail address as the sender gave them, the times at "
                    + "which you opened, agreed, filled in and signed, \(recorded).",
            ])
    }
}
