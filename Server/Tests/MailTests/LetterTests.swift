import Essentials
import Foundation
import Ledger
import Testing
import Words

@testable import Mail

@Suite("Letters")
struct LetterTests {
    private let templates: LetterTemplates

    init() throws { templates = try LetterTemplates() }

    @Test(
        "Every letter has its text, its link on a separate line, and no unfilled placeholders",
        arguments: Letter.Kind.allCases)
    func kinds(_ kind: Letter.Kind) throws {
        var letter = Samples.letter(kind)
        letter.actor = "Alan Turing"
        letter.person = "Konrad Zuse"
        letter.code = "402913"
        letter.reason = "The rent is too high."
        letter.expires = "24 December 2026, 12:00 UTC"
        let rendered = templates.render(letter)
        #expect(LetterSentences(.english)(kind, .lead, [:]) != nil)
        #expect(rendered.text.components(separatedBy: "\n").filter { $0 == Samples.link }.count == 1)
        #expect(rendered.html.components(separatedBy: "href=\"\(Samples.link)\"").count == 3)
        for text in [rendered.subject, rendered.text, rendered.html] {
            #expect(!text.contains("{{") && !text.contains("}}") && !text.contains("&amp;quot;"))
        }
        for fact in ["402913", "The rent is too high.", "24 December 2026", "Lease.pdf", "House rules.pdf"] {
            #expect(rendered.text.contains(fact) && rendered.html.contains(fact), "\(fact)")
        }
        let toSender: [Letter.Kind] = [
            .viewed, .completedToSender, .undeliverable, .locked, .webhookPaused, .delegatedToSender,
        ]
        let isToSender = toSender.contains(kind)
        let footer =
            isToSender
            ? "because you send documents with Countersign."
            : "Ada Lovelace (ada@example.com), Analytical Engines Ltd, sent this with Countersign."
        for sentence in ["here is the lease we spoke about.", footer] {
            #expect(rendered.text.contains(sentence) && rendered.html.contains(sentence))
        }
        #expect(!rendered.text.contains("\n\n\n"))
        // Nothing is fetched when somebody opens it.
        #expect(!rendered.html.contains("src=") && !rendered.html.contains("url("))
    }

    @Test("A letter omits the label of a missing fact")
    func bare() throws {
        let letter = Letter(
            .invitation, senderName: "", senderEmail: "ada@example.com", recipientName: "", subject: "  \n ")
        let rendered = templates.render(letter)
        #expect(rendered.subject == "Documents to sign")
        for label in [
            "Message from", "Reason given", "Documents:", "Your code", "Expires", "copy this address", "Hello",
        ] {
            #expect(!rendered.text.contains(label) && !rendered.html.contains("\(label)"), "\(label)")
        }
        #expect(rendered.text.hasPrefix("ada@example.com asks for your signature\n\nPlease review"))
    }

    @Test("The plain text of an invitation is complete")
    func plain() throws {
        #expect(
            templates.render(Samples.letter(.invitation)).text == """
                Ada Lovelace asks for your signature

                Hello Grace Hopper,

                Please review and sign “Lease of the second floor”.

                Message from Ada Lovelace:
                > Dear Grace,
                > 
                > here is the lease we spoke about.

                Documents:
                - Lease.pdf
                - House rules.pdf

                Review and sign:
                \(Samples.link)

                This message is for you alone. Its link opens the documents, so please do not forward it.

                -- 
                Ada Lovelace (ada@example.com), Analytical Engines Ltd, sent this with Countersign.

                """)
    }

    /// U+0600 and a combining mark make another character of the one beside them, which swift-mustache does not escape.
    private static let attacks = [
        "<script>alert(1)</script>", "\u{0600}<script>alert(1)</script>", "<\u{338}script>", "\"\u{301} onload=x",
        "' onmouseover='x", "\u{0600}\" style=\"x", "{{{link}}}", "{{%CONTENT_TYPE:HTML}}", "{{#documents}}",
        "&lt;b&gt;",
        "</p></td></table>", "<!--", "]]>",
    ]

    @Test("No name, message or file name turns into HTML or a template", arguments: attacks)
    func escaping(_ text: String) throws {
        var letter = Samples.letter(.declined)
        letter.senderName = text
        letter.accountName = text
        letter.recipientName = text
        letter.subject = text
        letter.message = text
        letter.documents = [text]
        letter.code = text
        letter.expires = text
        letter.reason = text
        letter.actor = text
        letter.person = text
        letter.language = text
        letter.brand = Brand(name: text, footer: text)
        func tags(_ html: String) -> [String] { html.matches(of: /<[^>]*>/).map { String($0.output) } }
        var harmless = letter
        for path in [
            \Letter.senderName, \.accountName, \.recipientName, \.subject, \.message, \.brand.name, \.brand.footer,
        ] {
            harmless[keyPath: path] = "x"
        }
        harmless.documents = ["x"]
        for path in [\Letter.code, \.expires, \.reason, \.actor] { harmless[keyPath: path] = "x" }
        let rendered = templates.render(letter)
        #expect(tags(rendered.html) == tags(templates.render(harmless).html))
        // A parser sees scalars, not characters.
        let scalars = Array(rendered.html.unicodeScalars)
        let expected = Array(templates.render(harmless).html.unicodeScalars)
        for mark in ["<", ">", "\""] as [Unicode.Scalar] {
            #expect(scalars.filter { $0 == mark }.count == expected.filter { $0 == mark }.count, "\(mark)")
        }
    }

    @Test(
        "Only an http or https address becomes a link",
        arguments: ["javascript:alert(1)", "data:text/html,x", "file:///etc"])
    func links(_ link: String) {
        let rendered = templates.render(Samples.letter(.invitation, link: link))
        #expect(!rendered.html.contains("href") && !rendered.text.contains(link))
    }

    @Test("Names are shortened, lists are summed up, and a subject stays one short line")
    func long() {
        var letter = Samples.letter(.reminder)
        letter.senderName = String(repeating: "Ada ", count: 500)
        letter.subject = String(repeating: "Lease ", count: 500) + "\r\nBcc: eve@example.com"
        letter.documents = (1...25).map { "Document \($0).pdf" }
        let rendered = templates.render(letter)
        #expect(
            rendered.subject.count <= 180 && rendered.subject.hasPrefix("Reminder: Lease")
                && rendered.subject.hasSuffix("…"))
        #expect(
            rendered.text.contains("- Document 10.pdf\n- and 15 more\n") && !rendered.text.contains("Document 11.pdf"))
        #expect(rendered.text.components(separatedBy: "\n")[0].count < 130)
    }

    @Test("A sender's homograph domain is shown in Punycode")
    func homograph() {
        var letter = Samples.letter(.invitation)
        letter.senderEmail = "ada@pаypal.com"
        let rendered = templates.render(letter)
        #expect(rendered.text.contains("(ada@xn--") && !rendered.text.contains("pаypal"))
    }

    @Test("A letter mentions that documents are attached")
    func attached() {
        var letter = Samples.letter(.completed)
        #expect(templates.render(letter).text.contains("The link leads to the signed documents."))
        letter.hasAttachments = true
        #expect(templates.render(letter).text.contains("are attached to this message"))
    }

    @Test(
        "The message to sign in says where its link works, if it has one",
        arguments: Language.all.map(\.tag))
    func signInLink(_ language: String) throws {
        let sentence = try #require(LetterSentences(.best(for: [language]))(.signInCode, .linkNote, [:]))
        var letter = Samples.letter(.signInCode)
        letter.language = language
        #expect(templates.render(letter).text.contains(sentence) && templates.render(letter).html.contains(sentence))
        letter.link = nil
        #expect(!templates.render(letter).text.contains(sentence))
    }

    @Test("No sentence in the catalogs belongs to no letter")
    func known() {
        let parts = LetterSentences.Part.allCases.flatMap { part in
            Letter.Kind.allCases.map { "\($0.rawValue).\(part.rawValue)" }
        }
        let labels = LetterSentences.Label.allCases.map { "label.\($0.rawValue)" }
        #expect(
            Catalog.of(.english).keys(of: .letters).isSubset(
                of: parts + labels + ["noSubject", "open", "signInCode.text"]))
        for kind in Letter.Kind.allCases {
            #expect(LetterSentences(.english)(kind, .heading, [:]) != nil)
            #expect(LetterSentences(.english)(kind, .lead, [:]) != nil)
        }
        #expect(LetterSentences.Label.allCases.allSatisfy { !LetterSentences(.english)($0).isEmpty })
    }

    @Test(
        "A letter is in the recipient's language, with its date, and from right to left where people read so",
        arguments: [
            ("de-AT", "Ada Lovelace bittet um Ihre Unterschrift", "24. Dezember 2026", "ltr"),
            ("fr", "Ada Lovelace vous demande de signer", "24 décembre 2026", "ltr"),
            ("es_MX", "Ada Lovelace le pide su firma", "24 de diciembre de 2026", "ltr"),
            ("ja", "Ada Lovelace 様から署名の依頼が届いています", "2026年12月24日", "ltr"),
            ("ar", "يطلب \u{2068}Ada Lovelace\u{2069} توقيعك", "ديسمبر", "rtl"),
            ("pl", "Ada Lovelace asks for your signature", "24 December 2026", "ltr"),
        ])
    func inLanguage(_ tag: String, _ heading: String, _ date: String, _ direction: String) throws {
        var letter = Samples.letter(.invitation)
        letter.language = tag
        letter.expires = letter.text(of: Date(timeIntervalSince1970: 1_798_113_600), in: .gmt)
        let rendered = templates.render(letter)
        #expect(rendered.text.hasPrefix(heading), "\(rendered.text)")
        #expect(rendered.text.contains(date) && rendered.html.contains(date), "\(rendered.text)")
        #expect(rendered.html.contains(" dir=\"\(direction)\">"))
        #expect(rendered.text.components(separatedBy: "\n").contains(Samples.link))
    }

    @Test("A brand's colours are colours only, and text on them has a contrast of 4.5 to 1")
    func colours() throws {
        for wrong in ["", "red", "#fff", "#12345g", "#+12345", "#1234567", "#12345\u{301}", "123456#", "#123456;"] {
            #expect(BrandColor(wrong) == nil, "\(wrong)")
        }
        #expect(BrandColor("#0C5460")?.description == "#0c5460")
        func luminance(_ parts: [Double]) -> Double {
            let linear = parts.map { $0 / 255 <= 0.04045 ? $0 / 255 / 12.92 : pow(($0 / 255 + 0.055) / 1.055, 2.4) }
            return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        }
        for red in stride(from: 0, through: 255, by: 15) {
            for green in stride(from: 0, through: 255, by: 15) {
                for blue in stride(from: 0, through: 255, by: 51) {
                    let colour = BrandColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
                    let own = luminance([Double(red), Double(green), Double(blue)])
                    let contrast = colour.text == "#000000" ? (own + 0.05) / 0.05 : 1.05 / (own + 0.05)
                    #expect(contrast >= 4.5, "\(colour)")
                }
            }
        }
    }

    @Test("A logo is embedded in the letter, and its name is the alternative text")
    func logo() throws {
        var letter = Samples.letter(.invitation)
        let logo = try InlineImage(contentID: try MessageID("logo@brand"), mediaType: "image/png", bytes: Data([1]))
        letter.brand = Brand(name: "Analytical Engines", logo: logo)
        let rendered = templates.render(letter)
        #expect(rendered.images == [logo])
        #expect(rendered.html.contains("<img src=\"cid:logo@brand\" alt=\"Analytical Engines\""))
    }
}
