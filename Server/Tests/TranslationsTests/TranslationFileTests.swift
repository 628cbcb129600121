import Foundation
import Testing
import Words

@testable import Translations

@Suite("Files for translators")
struct TranslationFileTests {
    private static func language(_ tag: String) throws -> Language {
        try #require(Language.all.first { $0.tag == tag })
    }

    @Test("What is exported comes back as it was, and is no wording of its own", arguments: Language.all)
    func roundTrip(_ language: Language) throws {
        let file = TranslationFile(language)
        let read = try TranslationFile(xliff: file.xliff)
        #expect(read.language == language && read.units.count == file.units.count)
        for (one, other) in zip(read.units, file.units) {
            #expect((one.id, one.source, one.target) == (other.id, other.source, other.target))
            #expect(one.state == .translated && one.place == other.place)
        }
        var wording = Wording(language)
        #expect(read.add(to: &wording) == [] && wording.entries.values.allSatisfy(\.isEmpty))
    }

    @Test("A placeholder is a code that no translator changes, and a plural form a unit with a note")
    func form() throws {
        let text = String(decoding: TranslationFile(try Self.language("ar")).xliff, as: UTF8.self)
        #expect(text.contains(#"version="2.1" srcLang="en" trgLang="ar""#))
        #expect(text.contains(#"<data id="d1">{date}</data>"#) && text.contains(#"<ph id="1" dataRef="d1""#))
        for form in ["zero", "one", "two", "few", "many", "other"] { #expect(text.contains("links.pages:\(form)\"")) }
        #expect(text.contains("for numbers such as 3, 4, 5, 6."))
        #expect(!text.contains("disclosure."))
    }

    @Test(
        "A changed sentence becomes the operator's own, is final when exported again, and initial once its English changes"
    )
    func states() throws {
        let german = try Self.language("de")
        var file = TranslationFile(german)
        let index = try #require(file.units.firstIndex { $0.id == "links.goOn" })
        file.units[index].target = "Los <& \"jetzt\">"
        var wording = Wording(german)
        #expect(try TranslationFile(xliff: file.xliff).add(to: &wording) == [])
        #expect(wording.entries[.links] == ["goOn": .always("Los <& \"jetzt\">")])
        #expect(TranslationFile(german, wording).units[index].state == .final)
        let old = Wording(german, entries: wording.entries, english: [.links: ["goOn": .always("Continue, please")]])
        #expect(TranslationFile(german, old).units[index].state == .initial)
        #expect(try TranslationFile(xliff: TranslationFile(german, old).xliff).units[index].state == .initial)
    }

    @Test("What a translator broke is named, and everything at once")
    func problems() throws {
        var file = TranslationFile(try Self.language("ru"))
        for (id, text) in [("links.signUntil", "До"), ("links.goOn", ""), ("links.pages:few", "{count} {x}")] {
            let index = try #require(file.units.firstIndex { $0.id == id })
            (file.units[index].target, file.units[index].state) = (text, .translated)
        }
        file.units.removeAll { $0.id == "links.minutes:many" }
        file.units.append(
            TranslationUnit(WordingPlace(.links, "gone"), source: "Gone", target: "Нет", state: .translated))
        var wording = Wording(file.language)
        let sentences = try TranslationFile(xliff: file.xliff).add(to: &wording).map(\.description)
        #expect(
            sentences == [
                "links, gone: There is no such sentence.", "links, goOn: The sentence is empty.",
                "links, minutes: The sentence has the plural forms one, few, other, and needs one, few, many, other.",
                "links, pages, few: There is no value for {x}.", "links, signUntil: The sentence has lost {date}.",
            ])
    }

    private static func xliff(_ content: String, from: String = "en", to: String = "de") -> String {
        "<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" version=\"2.0\" srcLang=\"\(from)\" trgLang=\"\(to)\">"
            + "<file id=\"f\">\(content)</file></xliff>"
    }

    @Test("Segments are put together, marks, comments and suggestions left out, and empty targets are no translation")
    func segments() throws {
        let file = try TranslationFile(
            xliff: Data(
                Self.xliff(
                    """
                    <unit id="links.goOn"><m:matches xmlns:m="urn:oasis:names:tc:xliff:matches:2.0"><m:match><source>No</source>\
                    <target>Nein</target></m:match></m:matches><segment state="translated"><source>Go</source><target>We<mrk id="m">it</mrk>\
                    <!-- x --></target></segment><ignorable><source> </source><target> </target></ignorable>\
                    <segment state="translated"><source>on</source><target>er<![CDATA[!]]></target></segment></unit>\
                    <unit id="links.download"><segment><source>D</source><target/></segment></unit>
                    """
                ).utf8))
        #expect(file.units.map(\.target) == ["Weit er!", nil] && file.units[0].source == "Go on")
    }

    @Test(
        "A file that cannot be read is refused with a sentence",
        arguments: [
            ("<xliff", "The file is not XLIFF 2."),
            (xliff("<unit id=\"links.a\">"), "The file is not well-formed XML; see its line 1."),
            ("<html/>", "The file is not XLIFF 2."),
            ("<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"/>", "The file is not XLIFF 2."),
            ("<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><x>&a;</x>", "The file has a document type"),
            (xliff("", from: "fr"), "The source language is “fr” and has to be “en”."),
            (xliff("", to: "tlh"), "The target language “tlh” is not one of Countersign's languages."),
            (xliff("<unit id=\"x\"/>"), "x: There is no such sentence."),
            (xliff("<unit id=\"links.a\"/><unit id=\"links.a\"/>"), "links.a: The file has this unit twice."),
            (
                xliff(
                    "<unit id=\"links.a\"><segment><source>a</source><target><pc id=\"1\">b</pc></target></segment></unit>"
                ),
                "links.a: The element <pc> cannot stand in a sentence."
            ),
            (
                xliff("<unit id=\"links.a\"><segment><source><ph id=\"1\"/></source></segment></unit>"),
                "links.a: The code “1” names no fact, such as {sender}."
            ),
        ])
    func refusals(text: String, sentence: String) {
        let problems = #expect(throws: XLIFFProblems.self) { try TranslationFile(xliff: Data(text.utf8)) }
        #expect(problems?.description.hasPrefix(sentence) == true, "\(problems?.description ?? "")")
    }

    @Test("A file that is not UTF-8 or too large is refused before it is parsed")
    func bytes() {
        for bytes in [Data([0xFF, 0xFE, 0x3C, 0x00]), Data("<?xml version=\"1.0\" encoding=\"UTF-7\"?><x/>".utf8)] {
            let problems = #expect(throws: XLIFFProblems.self) { try TranslationFile(xliff: bytes) }
            #expect(problems?.problems == [.notUTF8])
        }
        let large = Data(repeating: 0x20, count: TranslationFile.largest + 1)
        let problems = #expect(throws: XLIFFProblems.self) { try TranslationFile(xliff: large) }
        #expect(problems?.problems == [.tooLarge(limit: TranslationFile.largest)])
    }
}
