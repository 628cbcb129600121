import Envelopes
import Foundation
import Testing

@testable import DocuSignDialect

@Suite("Limits of the API that are stricter than the domain's")
struct DialectLimitTests {
    @Test("A subject of an update has at most 100 characters")
    func update() throws {
        let long = Wire.EnvelopeUpdate(status: nil, emailSubject: String(repeating: "x", count: 101))
        let error = #expect(throws: APIError.self) { _ = try long.commands() }
        #expect(error?.errorCode == "INVALID_REQUEST_PARAMETER")
        #expect(
            try Wire.EnvelopeUpdate(status: nil, emailSubject: String(repeating: "x", count: 100)).commands().count == 1
        )
    }

    @Test(
        "A recipient's name has at most 100 characters, and a longer one is refused once", arguments: [101, 255, 256])
    func recipientName(count: Int) throws {
        #expect(try !Samples.events(Samples.body("recipients.signers.0.name", name(100))).isEmpty)
        let error = #expect(throws: APIError.self) {
            _ = try Samples.events(Samples.body("recipients.signers.0.name", name(count)))
        }
        #expect(error?.message.components(separatedBy: "The name of recipient 1").count == 2, "\(error?.message ?? "")")
    }

    private func name(_ count: Int) -> String { String(repeating: "n", count: count) }

    @Test("The text of a custom field has at most 100 characters")
    func customFields() throws {
        let fields = Wire.CustomFields(
            textCustomFields: [Wire.TextCustomField(fieldId: nil, name: "n", value: String(repeating: "x", count: 101))]
        )
        let error = #expect(throws: APIError.self) { _ = try fields.adding(to: []) }
        #expect(error?.message.contains("has more than 100 characters") == true)
    }
}
