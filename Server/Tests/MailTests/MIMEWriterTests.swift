import Foundation
import Testing

@testable import Mail

@Suite("Writing MIME messages")
struct MIMEWriterTests {
    /// Splits a message as RFC 5322 says: lines end with CRLF, and the first empty one ends the headers.
    private struct Parsed {
        let lines: [String]
        let headers: [(name: String, value: String)]

        init(_ data: Data) throws {
            let text = String(decoding: data, as: UTF8.self)
            lines = text.components(separatedBy: "\r\n")
            var headers: [(name: String, value: String)] = []
            for line in lines.prefix(while: { !$0.isEmpty }) {
                if line.hasPrefix(" ") {
                    headers[headers.count - 1].value += line
                } else {
                    let colon = try #require(line.firstIndex(of: ":"), "\(line)")
                    headers.append((String(line[..<colon]), String(line[line.index(after: colon)...].dropFirst())))
                }
            }
            self.headers = headers
        }

        func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    private static let usual = [
        "Date", "From", "Reply-To", "To", "Subject", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
    ]

    @Test("A message has its headers, and the plain text before the HTML")
    func whole() throws {
        let data = MIMEWriter().data(try Samples.message())
        let parsed = try Parsed(data)
        #expect(parsed.headers.map(\.name) == Self.usual)
        #expect(parsed.value("Date") == "Mon, 21 Sep 2026 14:13:20 +0000")
        #expect(parsed.value("From") == "\"Countersign\" <sign@example.com>")
        #expect(parsed.value("To") == "\"Grace Hopper\" <grace@example.org>")
        #expect(parsed.value("Subject") == "Lease")
        #expect(parsed.value("Message-ID") == "<e1.7@example.com>")
        #expect(parsed.value("Auto-Submitted") == "auto-generated")
        #expect(parsed.value("Content-Type") == "multipart/alternative; boundary=\"=_alternative_e17\"")
        #expect(
            parsed.lines.drop(while: { !$0.isEmpty }).dropFirst().joined(separator: "\n") == """
                --=_alternative_e17
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: quoted-printable

                Please sign.
                --=_alternative_e17
                Content-Type: text/html; charset=utf-8
                Content-Transfer-Encoding: quoted-printable

                <p>Please sign.</p>
                --=_alternative_e17--

                """)
        #expect(MIMEWriter().data(try Samples.message()) == data)
    }

    @Test("A thread refers to its first message and the newest ones, and replies to the last")
    func thread() throws {
        let references = try (1...30).map { try MessageID("m\($0)@example.com") }
        let parsed = try Parsed(MIMEWriter().data(try Samples.message(references: references)))
        #expect(parsed.value("In-Reply-To") == "<m30@example.com>")
        let kept = parsed.value("References")?.split(separator: " ").map(String.init)
        #expect(kept == ["<m1@example.com>"] + (22...30).map { "<m\($0)@example.com>" })
    }

    /// Texts that try to begin a header, a body or a second address, in every way that some program falls for.
    private static let attacks: [String] = {
        let ends = [
            "\r\n", "\n", "\r", "\r\n ", "\u{0}", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}", "\r\r\n", "\n\r",
            "\r\n\r\n", "%0d%0a", "\\r\\n", "=0D=0A", "\u{202E}", "\u{2066}", "\u{10D}\u{10A}", "\u{560D}\u{560A}",
            "=?UTF-8?B?DQo=?=", "=?UTF-8?Q?=0D=0A?=", "\"", "\\", "\\\"", ">", "\r\n\u{301}",
        ]
        let payloads = [
            "Bcc: eve@example.com", "\r\n<script>alert(1)</script>", ".\r\nMAIL FROM:<eve@example.com>",
            " <eve@example.com>",
            "--=_alternative_e17", "Content-Type: text/html\r\n\r\n<b>",
        ]
        return ends.flatMap { end in payloads.map { "Lease\(end)\($0)" } }
    }()

    @Test("No name, subject or file name starts a new header or address", arguments: attacks)
    func injection(_ text: String) throws {
        let message = try Samples.message(
            fromName: text, toName: text, subject: text, text: text, html: text,
            attachments: [MailAttachment(name: text, mediaType: "application/pdf", bytes: Data(text.utf8))])
        let data = MIMEWriter().data(message)
        let parsed = try Parsed(data)
        #expect(parsed.headers.map(\.name) == Self.usual)
        // Every line is ASCII without control characters, and none is too long.
        for line in parsed.lines {
            #expect(line.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) || $0 == "\t" })
            #expect(line.utf8.count <= 998)
        }
        // Outside of the quoted name there is one address.
        for (name, address) in [("From", "<sign@example.com>"), ("To", "<grace@example.org>")] {
            let value = try #require(parsed.value(name))
            #expect(value.hasSuffix(" \(address)"))
            let phrase = value.dropLast(address.count + 1)
            let isQuoted = phrase.wholeMatch(of: /"([^"\\]|\\.)*"/) != nil
            let isEncoded = phrase.wholeMatch(of: /(=\?UTF-8\?B\?[A-Za-z0-9+\/=]+\?= ?)+/) != nil
            #expect(isQuoted || isEncoded, "\(phrase)")
        }
        // The boundaries stand where the writer put them: 3 in the inner part, 3 in the outer one.
        #expect(parsed.lines.filter { $0.hasPrefix("--=_alternative_e17") }.count == 3)
        #expect(parsed.lines.filter { $0.hasPrefix("--=_mixed_e17") }.count == 3)
        let stored = StoredMail(name: "x", bytes: data)
        #expect(stored.subject == HeaderText.line(text))
        #expect(stored.attachments.count == 1)
    }

    @Test(
        "Text in any language survives headers and body unchanged",
        arguments: [
            "Grüße aus Łódź", "Договор аренды второго этажа в доме у реки, с правилами", "二階の賃貸契約書", "عقد إيجار",
            "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ok", "a =?b?= c", String(repeating: "x", count: 3000), String(repeating: "é", count: 900),
            String(repeating: "word ", count: 200), "trailing ", "tab\tand  spaces",
            ".\n..\nFrom here\n\n  indented = 100 %",
        ])
    func roundTrip(_ text: String) throws {
        let data = MIMEWriter().data(try Samples.message(toName: text, subject: text, text: text, html: text))
        let stored = StoredMail(name: "x", bytes: data)
        #expect(stored.subject == HeaderText.line(text))
        #expect(stored.text.trimmingCharacters(in: .newlines) == text.trimmingCharacters(in: .newlines))
        #expect(stored.html.trimmingCharacters(in: .newlines) == text.trimmingCharacters(in: .newlines))
        for line in try Parsed(data).lines {
            #expect(line.utf8.count <= 78 || line.contains("boundary"), "\(line)")
            // Mail servers may take white space from the end of a line.
            #expect(!line.hasSuffix(" ") && !line.hasSuffix("\t"), "\(line)")
        }
    }

    @Test("Hidden characters are removed, and joiners that scripts need are kept")
    func hidden() throws {
        #expect(HeaderText.line(" a\u{202E}b\u{200B}c\u{FEFF}\td\r\n e ") == "abc d e")
        for hidden in (0x202A...0x202E).map({ $0 }) + (0x2060...0x2064) + (0x2066...0x2069) + [
            0xAD, 0x61C, 0x200E, 0x200F, 0xFFF9, 0x1D173,
        ] {
            let scalar = try #require(Unicode.Scalar(UInt32(hidden)))
            #expect(HeaderText.line("a\(scalar)b") == "ab", "\(hidden)")
        }
        #expect(HeaderText.line("\u{0600}12") == "\u{0600}12")
        #expect(HeaderText.line("می\u{200C}خواهم") == "می\u{200C}خواهم")
        #expect(HeaderText.paragraphs("a\u{202E}\r\nb\rc\u{2028}d\u{0}\n\n") == "a\nb\nc\nd")
    }

    @Test("A long name is cut between words, with a limit on combining marks")
    func cut() {
        let name = HeaderText.line("The Society for the Promotion of Long Names and Their Owners", longest: 40)
        #expect(name == "The Society for the Promotion of Long…")
        #expect(HeaderText.line("short", longest: 40) == "short")
        let zalgo = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(HeaderText.line(zalgo, longest: 40).unicodeScalars.count <= 161)
    }

    @Test("A file name is safe in any folder and keeps its extension")
    func fileNames() throws {
        for (given, name) in [
            ("../../etc/passwd", "-..-etc-passwd"), ("", "attachment"), ("...", "attachment"), ("a/b.pdf", "a-b.pdf"),
            ("Mietvertrag für „Haus 2“.pdf", "Mietvertrag für „Haus 2“.pdf"),
            (String(repeating: "契約", count: 200) + ".pdf", String(repeating: "契約", count: 29) + "契….pdf"),
        ] {
            let file = try MailAttachment(name: given, mediaType: "application/pdf", bytes: Data([0, 255]))
            let data = MIMEWriter().data(try Samples.message(attachments: [file]))
            #expect(StoredMail(name: "x", bytes: data).attachments == [name])
            // Each piece of a long name is whole characters.
            for piece in String(decoding: data, as: UTF8.self).matches(of: /filename\*\d+\*=(?:UTF-8'')?([^;\r]+)/) {
                #expect(String(piece.output.1).removingPercentEncoding != nil)
            }
        }
        for wrong in ["", "pdf", "a/b/c", "text/html; charset=x", "a/b\r\nX: y", "ä/b"] {
            #expect(throws: MailProblem.notAMediaType(wrong)) {
                try MailAttachment(name: "x", mediaType: wrong, bytes: Data())
            }
        }
    }

    @Test("An inline image is attached under its own content id")
    func images() throws {
        let image = try InlineImage(
            contentID: try MessageID("logo@brand"), mediaType: "image/png", bytes: Data([1, 2, 3]))
        let text = String(decoding: MIMEWriter().data(try Samples.message(images: [image])), as: UTF8.self)
        #expect(text.contains("multipart/related; type=\"text/html\"; boundary=\"=_related_e17\""))
        #expect(text.contains("Content-ID: <logo@brand>\r\nContent-Disposition: inline\r\n"))
    }

    @Test("The unsubscribe address cannot break out of its header")
    func unsubscribe() throws {
        var message = try Samples.message()
        message.listUnsubscribe = URL(string: "https://example.com/u?x=a%0d%0ab%3Ec")
        let value = try Parsed(MIMEWriter().data(message)).value("List-Unsubscribe")
        #expect(value == "<https://example.com/u?x=a%0d%0ab%3Ec>")
    }

    @Test("An id other than atoms around one @ is refused")
    func ids() throws {
        #expect(try MessageID("<a.b@c>").description == "a.b@c")
        for wrong in ["", "a", "a@b@c", "a b@c", "a@b>\r\nX: y", "a..b@c", "ä@b", "<>"] {
            #expect(throws: MailProblem.notAMessageID(wrong)) { try MessageID(wrong) }
        }
    }
}
