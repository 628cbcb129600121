import Foundation

/// Writes messages as mail servers take them: RFC 5322 with MIME (RFC 2045 and 2046), in lines of ASCII that end with
/// CRLF. The same message always becomes the same bytes.
package struct MIMEWriter: Sendable {
    package init() {}

    /// Returns the message: its headers, and the text as `multipart/alternative`, within `multipart/mixed` if files go
    /// with it.
    package func data(_ message: MailMessage) -> Data {
        let tag = message.messageID.left.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(32)
        var content = alternatives(of: message, tag: String(tag))
        if !message.attachments.isEmpty {
            content = .multipart("mixed", tag: String(tag), [content] + message.attachments.map(Self.part))
        }
        var data = Data((headers(of: message) + content.headers).map(\.text).joined().utf8)
        data.append(Self.lineEnd)
        data.append(content.body)
        return data
    }

    private func headers(of message: MailMessage) -> [HeaderLine] {
        var lines = [
            HeaderLine("Date", [MessageDate.text(message.date)]), HeaderLine("From", mailbox: message.from),
        ]
        if let replyTo = message.replyTo { lines.append(HeaderLine("Reply-To", mailbox: replyTo)) }
        lines += [
            HeaderLine("To", mailbox: message.to), HeaderLine("Subject", text: message.subject),
            HeaderLine("Message-ID", ["<\(message.messageID)>"]),
        ]
        if let last = message.references.last {
            lines.append(HeaderLine("In-Reply-To", ["<\(last)>"]))
            // RFC 5322 §3.6.4; a long thread keeps its first message and the newest ones.
            let kept = message.references.prefix(1) + message.references.dropFirst().suffix(9)
            lines.append(HeaderLine("References", kept.map { "<\($0)>" }))
        }
        lines.append(HeaderLine("Auto-Submitted", ["auto-generated"]))
        if let url = message.listUnsubscribe {
            lines.append(HeaderLine("List-Unsubscribe", ["<\(url.absoluteString)>"]))
            // RFC 8058 §3.1: one click needs https.
            if url.scheme?.lowercased() == "https" {
                lines.append(HeaderLine("List-Unsubscribe-Post", ["List-Unsubscribe=One-Click"]))
            }
        }
        lines.append(HeaderLine("MIME-Version", ["1.0"]))
        return lines
    }

    private func alternatives(of message: MailMessage, tag: String) -> Part {
        var html = Part.text(message.html, type: "text/html")
        if !message.images.isEmpty {
            html = .multipart("related", tag: tag, [html] + message.images.map(Self.part), type: "text/html")
        }
        return .multipart("alternative", tag: tag, [.text(message.text, type: "text/plain"), html])
    }

    private static func part(_ attachment: MailAttachment) -> Part {
        let name = fileName(attachment.name)
        let encoding = TransferEncoding.base64
        return Part(
            headers: [
                HeaderLine("Content-Type", [attachment.mediaType]),
                HeaderLine("Content-Disposition", value: "attachment", parameter: "filename", text: name),
                HeaderLine("Content-Transfer-Encoding", [encoding.rawValue]),
            ], body: encoding.encoded(attachment.bytes))
    }

    private static func part(_ image: InlineImage) -> Part {
        let encoding = TransferEncoding.base64
        return Part(
            headers: [
                HeaderLine("Content-Type", [image.mediaType]), HeaderLine("Content-ID", ["<\(image.contentID)>"]),
                HeaderLine("Content-Disposition", ["inline"]),
                HeaderLine("Content-Transfer-Encoding", [encoding.rawValue]),
            ], body: encoding.encoded(image.bytes))
    }

    /// Returns a name that is one file in any folder. Its extension stays when it is cut.
    private static func fileName(_ text: String) -> String {
        let line = HeaderText.line(text).map { "/\\:*?\"<>|".contains($0) ? "-" : $0 }
        let name = String(line).trimmingCharacters(in: CharacterSet(charactersIn: " ."))
        let suffix = name.lastIndex(of: ".").map { name[$0...] } ?? ""
        guard !name.isEmpty else { return "attachment" }
        guard name.utf8.count > 150 else { return name }
        guard suffix.utf8.count <= 10 else { return HeaderText.line(name, longest: 60) }
        return HeaderText.line(String(name.dropLast(suffix.count)), longest: 60) + suffix
    }

    static let lineEnd = Data([0x0D, 0x0A])
}
