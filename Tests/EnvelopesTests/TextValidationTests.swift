import Testing

@testable import Envelopes

@Suite("Rules for text")
struct TextValidationTests {
    @Test(
        "Each rule takes what it names, and nothing else",
        arguments: [
            (TextValidation.number, ["0", "-1", "12.50"], ["1,5", "a", "1.", ".5", "1e3", "٣"]),
            (.letters, ["Zoë Åström", "漢字"], ["R2", "a-b"]),
            (.alphanumeric, ["Unit 4"], ["#4", "a_b"]),
            (.emailAddress, ["bo@example.org"], ["bo", "bo@", "@example.org"]),
            (.usPhoneNumber, ["(555) 010-0199", "15550100199"], ["5550100", "25550100199", "555x0100199"]),
            (.usZipCode, ["12345", "12345-6789"], ["1234", "123456"]),
            (.usSocialSecurityNumber, ["123-45-6789", "123456789"], ["12345678"]),
            (.age, ["0", "42", "150"], ["151", "-1", "4.5"]),
            (.usBankRoutingNumber, ["021000021"], ["021000022", "02100002"]),
            (.usBankAccountNumber, ["1234", "12345678901234567"], ["123", "123456789012345678", "12a4"]),
        ])
    func rules(rule: TextValidation, taken: [String], refused: [String]) {
        for text in taken { #expect(rule.allows(text), "\(text)") }
        for text in refused { #expect(!rule.allows(text), "\(text)") }
        #expect(rule.allows(""))
    }

    @Test("A sender's value has to meet the rule of its own tab, and only text has one")
    func definition() {
        var definition = Samples.definition()
        definition.tabs[7].validation = .number
        #expect(definition.problems(whenSending: true) == [.valueUnfit(definition.tabs[7])])
        definition.tabs[7].validation = nil
        definition.tabs[4].validation = .number
        #expect(definition.problems(whenSending: true) == [.formWithoutText(definition.tabs[4])])
    }
}
