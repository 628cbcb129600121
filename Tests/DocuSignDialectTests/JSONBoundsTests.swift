import Envelopes
import Essentials
import Foundation
import Testing

@testable import DocuSignDialect

@Suite("Limits on a JSON body before decoding")
struct JSONBoundsTests {
    private func refusal(_ text: String) -> String? {
        do {
            try JSONBounds.check(Data(text.utf8))
            return nil
        } catch {
            return error.sentence
        }
    }

    private func list(_ count: Int, of element: String = "{}") -> String {
        "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
    }

    @Test(
        "Each kind of list has a maximum number of entries",
        arguments: [
            ("signers", EnvelopeLimits.recipients), ("documents", EnvelopeLimits.documents),
            ("textTabs", EnvelopeLimits.tabs), ("listItems", EnvelopeLimits.listOptions),
            ("textCustomFields", EnvelopeLimits.customFields), ("envelopeIds", EnvelopesQuery.greatestCount),
        ])
    func lists(name: String, limit: Int) {
        #expect(refusal("{\"recipients\": {\"\(name)\" : \(list(limit))}}") == nil)
        #expect(
            refusal("{\"recipients\": {\"\(name)\" : \(list(limit + 1))}}")
                == "has more than \(limit) entries in recipients.\(name)")
        // Also where the entries are lists or texts, and with another list before it.
        #expect(refusal("{\"x\":[1,2],\"\(name)\":\(list(limit + 1, of: "[[]]"))}") != nil)
        #expect(refusal("{\"x\":[1,2],\"\(name)\":\(list(limit + 1, of: "\",]\\\"\""))}") != nil)
        #expect(refusal("{\"x\":[1,2],\"\(name)\":\(list(limit, of: "\",]\\\"\""))}") == nil)
    }

    @Test("A list without a name has its own limit, and a name applies only to its own list")
    func names() {
        #expect(refusal(list(EnvelopeLimits.tabs)) == nil)
        #expect(refusal(list(EnvelopeLimits.tabs + 1)) == "has more than 5000 entries in a list in it")
        // The value "signers" is no name, and the list in a signer is not the list of signers.
        #expect(refusal("{\"a\":\"signers\",\"b\":\(list(200))}") == nil)
        #expect(refusal("{\"signers\":[{\"b\":\(list(200))}]}") == nil)
        #expect(refusal("{\"signers\":[\(list(200))]}") == nil)
    }

    @Test("The total number of values and the depth are limited")
    func sums() {
        let many = "{\"a\":\(list(5000, of: list(50, of: "1"))),\"b\":\(list(5000, of: list(50, of: "1")))}"
        #expect(refusal(many) == "holds more than 500000 values")
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(refusal(deep) == nil)
        #expect(refusal("[" + deep + "]") == "is nested more than 64 deep")
    }

    @Test("Encodings other than UTF-8 are refused")
    func encodings() throws {
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian] {
            let text = try #require("[1]".data(using: encoding))
            #expect(throws: JSONBounds.Excess(sentence: "is not JSON in UTF-8")) { try JSONBounds.check(text) }
        }
        #expect(refusal("\u{FEFF}[1]") == nil)
    }

    @Test("Truncated JSON is left to the decoder", arguments: ["", "[", "{\"", "{\"a\\", "]]]", ",", "\""])
    func fragments(text: String) { #expect(refusal(text) == nil) }

    @Test("A refusal is one sentence with status 400")
    func sentence() {
        let body = Data("{\"recipients\":{\"signers\":\(list(101))}}".utf8)
        #expect(
            throws: APIError(
                .invalidRequestBody, "The request's body has more than 100 entries in recipients.signers.")
        ) { try Wire.decode(Wire.EnvelopeDefinition.self, from: body) }
    }
}
