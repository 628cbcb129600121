import Foundation
import Testing

@testable import Words

@Suite("An operator's own wording")
struct WordingTests {
    private static func read(_ json: String, _ tag: String = "de") throws -> (Wording, [WordingProblem]) {
        let read = Wording.read(Data(json.utf8), in: try #require(Language.of(tag)))
        return (read.wording, read.problems)
    }

    @Test("Own sentences come instead of the program's, and all others stay")
    func overlay() throws {
        let (wording, problems) = try Self.read(
            #"{"links": {"goOn": "Los", "pages": {"one": "{count} Blatt", "other": "{count} Blätter"}}, "made": "x"}"#)
        #expect(problems == [])
        let (own, usual) = (Catalog(wording.language, wording: wording), Catalog(wording.language))
        #expect(own.sentence(.links, "goOn") == "Los" && own.sentence(.links, "pages", count: 2) == "2 Blätter")
        #expect(own.sentence(.links, "review") == usual.sentence(.links, "review"))
        for section in Catalog.Section.allCases { #expect(own.keys(of: section) == usual.keys(of: section)) }
        let page = try Self.read(#"{"page": {"loading": "Augenblickchen"}}"#).0
        #expect(Catalog(page.language, wording: page).script(.page).contains(#""loading":"Augenblickchen""#))
        #expect(!usual.script(.page).contains("Augenblickchen"))
    }

    @Test("What is written is read again")
    func roundTrip() throws {
        var wording = try Self.read(#"{"links": {"goOn": "Los"}}"#).0
        wording.set(.always("Weg"), .links, "download", from: .always("Download"))
        #expect(Wording.read(wording.json, in: wording.language).wording == wording)
        // A sentence like the program's is none of the operator's own.
        let builtIn = try #require(wording.language.builtInEntries[.links]?["download"])
        wording.set(builtIn, .links, "download", from: .always("Download"))
        #expect(wording.entries[.links]?.keys.sorted() == ["goOn"] && wording.english[.links] == [:])
    }

    @Test(
        "Each mistake of a wording has a sentence that names its place",
        arguments: [
            ("[]", "It is not a JSON object of sections."),
            ("{", "It is not a JSON object of sections."),
            (#"{"link": {}}"#, "link: There is no such section."),
            (#"{"links": []}"#, "links: This is not a JSON object of sentences."),
            (#"{"links": {"goOn": 1}}"#, "links, goOn: This is neither a text nor an object of plural forms."),
            (#"{"links": {"gone": "x"}}"#, "links, gone: There is no such sentence."),
            (#"{"links": {"goOn": " "}}"#, "links, goOn: The sentence is empty."),
            (#"{"links": {"goOn": "{name}"}}"#, "links, goOn: There is no value for {name}."),
            (#"{"links": {"signUntil": "Bis bald"}}"#, "links, signUntil: The sentence has lost {date}."),
            (
                #"{"links": {"pages": "Seiten"}}"#,
                "links, pages: The sentence has plural forms in one language and none in the other."
            ),
            (
                #"{"links": {"pages": {"other": "{count} Seiten"}}}"#,
                "links, pages: The sentence has the plural forms other, and needs one, other."
            ),
            (#"{"links": {"pages": {"one": "{n}", "other": "x"}}}"#, "links, pages, one: There is no value for {n}."),
            (
                #"{"disclosure": {"title": "x"}}"#,
                "disclosure: What people agree to cannot be worded here; set it with countersign account disclosure."
            ),
            (
                #"{"paper": {"month.1": "x"}}"#,
                "paper: What stands in signed documents cannot be worded here, since devices write it, too."
            ),
        ])
    func problems(json: String, sentence: String) throws {
        #expect(try Self.read(json).1.map(\.description) == [sentence])
    }

    @Test("Every catalog of the program would pass as a wording", arguments: Language.all)
    func builtIn(_ language: Language) {
        var entries = language.builtInEntries
        // These two nobody words anew.
        entries[.disclosure] = nil
        entries[.paper] = nil
        #expect(Wording(language, entries: entries).problems == [])
        for (section, english) in Language.english.builtInEntries {
            #expect(Set(english.keys) == Set((language.builtInEntries[section] ?? [:]).keys))
        }
    }
}
