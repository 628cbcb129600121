import Essentials
import Foundation
import Testing

@testable import DocuSignDialect

@Suite("Ignored members in an answer")
struct IgnoredMembersTests {
    @Test("Header and warnings list forty members and count the rest", arguments: [(40, 0), (41, 1), (57, 17)])
    func manyMembers(count: Int, others: Int) throws {
        let ignored = IgnoredMembers()
        for number in 0..<(2 * count) { ignored.note([WireKey(stringValue: "m\(number % count)")]) }
        let named = try #require(ignored.header).components(separatedBy: ", ")
        #expect(named.prefix(40) == (0..<40).map { "m\($0)" }[...])
        #expect(Array(named.dropFirst(40)) == (others == 0 ? [] : ["and \(others) more"]))
        let warnings = ignored.warnings
        #expect(warnings.first == "The member m0 was ignored: it is unknown, or it has no effect in this service.")
        #expect(Array(warnings.dropFirst(40)) == (others == 0 ? [] : ["\(others) more were ignored."]))
    }

    @Test(
        "A client's member name cannot break out of the header or split the list",
        arguments: [
            ("a\r\nset-cookie: x", "a%0D%0Aset-cookie%3A%20x"), ("a, b", "a%2C%20b"), ("größe", "gr%C3%B6%C3%9Fe"),
            (String(repeating: "x", count: 500), String(repeating: "x", count: 100)),
        ])
    func names(given: String, named: String) {
        let ignored = IgnoredMembers()
        ignored.note([WireKey(stringValue: given)])
        #expect(ignored.header == named)
    }

    @Test("A member without effect is named unless it has its usual value")
    func unusualValues() throws {
        let ignored = IgnoredMembers()
        let body = #"{"envelopeLocation":"elsewhere","autoNavigation":"true","useDisclosure":false}"#
        _ = try Wire.decode(Wire.EnvelopeDefinition.self, from: Data(body.utf8), noting: ignored)
        #expect(ignored.places == ["envelopeLocation", "useDisclosure"])
        let usual = IgnoredMembers()
        _ = try Wire.decode(
            Wire.EnvelopeDefinition.self, from: Data(#"{"envelopeLocation":"current_site"}"#.utf8), noting: usual)
        #expect(usual.places.isEmpty)
    }

    @Test("Answers have every list of recipients and of custom fields, also empty ones")
    func fullLists() throws {
        let fields = String(decoding: try JSONEncoder().encode(Wire.CustomFields(textCustomFields: nil)), as: UTF8.self)
        #expect(fields.contains(#""textCustomFields":[]"#) && fields.contains(#""listCustomFields":[]"#))
        let none = String(decoding: try JSONEncoder().encode(Wire.Recipients()), as: UTF8.self)
        for name in ["signers", "inPersonSigners", "carbonCopies", "certifiedDeliveries", "agents", "witnesses"] {
            #expect(none.contains("\"\(name)\":[]"), "\(name)")
        }
    }
}
