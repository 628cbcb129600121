import Foundation
import Testing

@testable import Mail

@Suite("Mail addresses")
struct MailAddressTests {
    @Test(
        "An address is one dot-atom and one domain",
        arguments: [
            "grace@example.org", "grace.hopper+lease@mail.example.org", "o'neill@example.org", "root@localhost",
        ])
    func valid(_ text: String) throws {
        #expect(try MailAddress(text).description == text)
    }

    @Test(
        "Everything else is refused as an address",
        arguments: [
            "", "grace", "@example.org", "grace@", "grace@example..org", ".grace@example.org", "grace.@example.org",
            "grace hopper@example.org", "grace@exam ple.org", "grace@-example.org", "grace@[127.0.0.1]",
            "grace@example.org\r\nBcc: eve@example.com", "grace\n@example.org", "grace@example.org\u{0}",
            "grace@exa\u{202E}mple.org", "grace@exa\u{200B}mple.org", "grace@ex/ample.org", "grace@\u{2100}.org",
            "grace@example.org.", "\u{301}@example.org", "grace@a@example.org",
            String(repeating: "g", count: 65) + "@example.org",
            "g@" + String(repeating: "a", count: 64) + ".org",
        ])
    func invalid(_ text: String) {
        #expect(throws: MailProblem.self) { try MailAddress(text) }
    }

    @Test("A list, a comment and a display name are each refused with their own error")
    func kinds() {
        for text in ["a@example.org,b@example.org", "a@example.org;b@example.org", "a@b@example.org", "a@example.org,"]
        {
            #expect(throws: MailProblem.addressList(text)) { try MailAddress(text) }
        }
        for text in ["a(Ada)@example.org", "Ada <a@example.org>", "\"a b\"@example.org"] {
            #expect(throws: MailProblem.addressWithComment(text)) { try MailAddress(text) }
        }
        #expect(throws: MailProblem.internationalLocalPart("žofie@example.org")) {
            try MailAddress("žofie@example.org")
        }
    }

    @Test(
        "An international domain is sent in Punycode",
        arguments: [
            ("BÜCHER.example", "xn--bcher-kva.example"), ("straße.example", "xn--strae-oqa.example"),
            ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"),
            ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("ｅｘａｍｐｌｅ。org", "example.org"),
        ])
    func punycode(_ domain: String, _ ascii: String) throws {
        #expect(try MailAddress("grace@\(domain)").description == "grace@\(ascii)")
    }

    @Test("A domain is shown in its own script, and a homograph in Punycode")
    func homographs() throws {
        for readable in ["bücher.example", "例え.テスト", "пример.испытание", "παράδειγμα.example", "example.org"] {
            #expect(try MailAddress("g@\(readable)").displayed == "g@\(readable)")
        }
        // Cyrillic а among Latin letters; all Cyrillic, and all look Latin; Greek ο; Latin letters of phonetics.
        for homograph in [
            "pаypal.com", "аррӏе.com", "раура.com", "gοοgle.com", "gooɡle.com", "аpple.example", "lıve.com",
        ] {
            let displayed = try MailAddress("g@\(homograph)").displayed
            #expect(displayed.hasPrefix("g@xn--") && displayed.unicodeScalars.allSatisfy(\.isASCII), "\(homograph)")
        }
        // Not what an encoder writes: left as it is.
        #expect(DomainName.displayed("xn--a.example") == "xn--a.example")
    }

    /// RFC 3492 §7.1.
    @Test(
        "Punycode agrees with the examples of its standard",
        arguments: [
            ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
            ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"), ("MajiでKoiする5秒前", "MajiKoi5-783gue6qz075azm5e"),
            ("そのスピードで", "d9juau41awczczp"), ("bücher", "bcher-kva"),
        ])
    func examples(_ text: String, _ code: String) {
        #expect(Punycode.encoded(text) == code)
        #expect(Punycode.decoded(code) == text)
    }

    @Test(
        "No input makes the Punycode decoder fail",
        arguments: ["99999999", "zzzzzzzzzzzzzzzz", "-", "a-é", "a-!", String(repeating: "9", count: 255)])
    func hostilePunycode(_ text: String) {
        _ = Punycode.decoded(text)
        let displayed = DomainName.displayed("xn--\(text)")
        #expect(DomainName.ascii(displayed) == DomainName.ascii("xn--\(text)"))
    }

    @Test("A return address carries a message's id and gives it back")
    func returnAddress() throws {
        let template = try BounceAddress("bounces+{id}@example.org")
        let address = try template.address(for: "k7-42")
        #expect(address.description == "bounces+k7-42@example.org")
        #expect(template.id(in: address) == "k7-42")
        #expect(template.id(in: try MailAddress("BOUNCES+K7-42@example.org")) == "k7-42")
        #expect(template.id(in: try MailAddress("bounces+@example.org")) == nil)
        #expect(template.id(in: try MailAddress("bounces+k7@example.com")) == nil)
        for wrong in ["bounces@example.org", "{id}{id}@example.org", "bounces@{id}.example.org", "{id}", "x y{id}@a.b"]
        {
            #expect(throws: MailProblem.notABounceAddress(wrong)) { try BounceAddress(wrong) }
        }
        for wrong in ["", "a@b", "a\r\nb", "a+b", String(repeating: "a", count: 33)] {
            #expect(throws: MailProblem.self) { try template.address(for: wrong) }
        }
    }

    @Test("A mailbox is parsed into name and address")
    func mailbox() throws {
        let address = try MailAddress("a@example.org")
        #expect(try Mailbox(parsing: "Ada Lovelace <a@example.org>") == Mailbox(name: "Ada Lovelace", address: address))
        #expect(
            try Mailbox(parsing: "\"Lovelace, Ada\" <a@example.org>")
                == Mailbox(name: "Lovelace, Ada", address: address))
        #expect(try Mailbox(parsing: " a@example.org ") == Mailbox(address: address))
        #expect(throws: MailProblem.self) { try Mailbox(parsing: "Ada <a@example.org>, Eve <e@example.org>") }
        #expect(throws: MailProblem.self) { try Mailbox(parsing: "Ada a@example.org") }
    }
}
