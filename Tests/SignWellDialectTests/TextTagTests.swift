import Envelopes
import Testing

@testable import SignWellDialect

@Suite("Text tags")
struct TextTagTests {
    @Test("A type alone is a field of the first signer with the usual values")
    func typeAlone() throws {
        let tag = try TextTag("signature")
        #expect(tag.type == .signature)
        #expect(tag.signer == 1)
        #expect(tag.isRequired)
        #expect(tag.label == nil && tag.prefill == nil && tag.apiID == nil)
        #expect(tag.width == nil && tag.height == nil)
        #expect(!tag.locksSignDate && tag.dateFormat == nil && tag.options.isEmpty)
        #expect(try TextTag("checkbox").isRequired == false)
    }

    @Test(
        "Each short name stands for its type",
        arguments: [
            ("s", "signature"), ("S", "signature"), ("initial", "initials"), ("initials", "initials"),
            ("check", "checkbox"), ("checkbox", "checkbox"), ("date", "date"), ("text", "text"),
            ("af_n", "autofill_name"), ("af_e", "autofill_email"), ("af_d_s", "autofill_date_signed"),
            ("af_c", "autofill_company"), ("af_f_n", "autofill_first_name"), ("af_l_n", "autofill_last_name"),
            ("af_p", "autofill_phone"), ("af_t", "autofill_title"), ("autofill_phone", "autofill_phone"),
        ])
    func shortNames(name: String, type: String) throws {
        #expect(try TextTag(name).type.rawValue == type)
    }

    @Test("Every part of a tag is read in its place")
    func everyPart() throws {
        let tag = try TextTag("text:2:n:Company:Acme:company_1:200:36")
        #expect(tag.type == .text)
        #expect(tag.signer == 2)
        #expect(!tag.isRequired)
        #expect(tag.label == "Company")
        #expect(tag.prefill == "Acme")
        #expect(tag.apiID == "company_1")
        #expect(tag.width == PixelLength(200))
        #expect(tag.height == PixelLength(36))
    }

    @Test("Empty parts and parts of a space have the usual values", arguments: ["::::", ": : : : ", ": :\u{9}:  :"])
    func blankParts(blanks: String) throws {
        let tag = try TextTag("s\(blanks):client_sig:200:36")
        #expect(tag.signer == 1)
        #expect(tag.isRequired)
        #expect(tag.label == nil && tag.prefill == nil)
        #expect(tag.apiID == "client_sig")
        #expect(tag.width == PixelLength(200) && tag.height == PixelLength(36))
    }

    @Test("A height above the type's limit becomes the limit", arguments: [("s", 200.0), ("text", 74), ("af_n", 74)])
    func heights(type: String, limit: Double) throws {
        #expect(try TextTag("\(type)::::::50:900").height == PixelLength(limit))
        #expect(try TextTag("\(type)::::::900:50").width == PixelLength(900))
    }

    @Test("A date's lock and format follow its height, even a format with colons")
    func dates() throws {
        let tag = try TextTag("date:1:y::::::y:mm/dd/yyyy")
        #expect(tag.locksSignDate)
        #expect(tag.dateFormat == .monthDayYear)
        let timed = try TextTag("date:1:y:::::: :MM/DD/YYYY hh:mm:ss a")
        #expect(!timed.locksSignDate)
        #expect(timed.dateFormat == .withTime)
        #expect(try TextTag("date:1:y::::::n:Month DD, YYYY").dateFormat == .longMonth)
    }

    @Test("The options of a list follow its height")
    func options() throws {
        #expect(try TextTag("dropdown:1:y:Size:::::S:M:L").options == ["S", "M", "L"])
    }

    @Test(
        "What is wrong with a tag is named",
        arguments: [
            ("", TextTagProblem.Reason.noType), (" :1", .noType), ("name", .unknownType("name")),
            ("{s", .unknownType("{s")), ("s:two", .badSigner("two")), ("s:0", .badSigner("0")),
            ("s:-1", .badSigner("-1")), ("s:99999999999999999999", .badSigner("99999999999999999999")),
            ("s:1:maybe", .badRequired("maybe")), ("s:1:y::Bo", .prefilledArtwork),
            ("text::::::wide", .badLength(what: "width", "wide")),
            ("text:::::::-3", .badLength(what: "height", "-3")),
            ("text::::::nan", .badLength(what: "width", "nan")),
            ("text::::::inf", .badLength(what: "width", "inf")),
            ("date::::::::maybe", .badLock("maybe")), ("date:::::::::soon", .unknownDateFormat("soon")),
            ("select", .noOptions), ("text::::::::more", .tooManyParts("more")),
            ("text::::::::a:b", .tooManyParts("a:b")),
        ])
    func problems(text: String, reason: TextTagProblem.Reason) {
        #expect(throws: TextTagProblem(text: text, reason: reason)) { try TextTag(text) }
    }

    @Test("A tag of endless length is refused with a short sentence")
    func endless() {
        let text = "text:1:y:" + String(repeating: "x", count: 100_000)
        let error = #expect(throws: TextTagProblem.self) { try TextTag(text) }
        #expect(error?.reason == .tooLong(limit: 1000))
        #expect((error?.description.count ?? .max) < 200)
    }
}
