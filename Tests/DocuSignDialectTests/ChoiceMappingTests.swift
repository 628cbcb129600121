import Envelopes
import Foundation
import Testing

@testable import DocuSignDialect

/// Radio groups, lists, conditions, tab groups, and recipients who are not plain signers.
@Suite("Choices in requests and answers")
struct ChoiceMappingTests {
    private static let tabs = #"""
        {
          "radioGroupTabs": [{
            "documentId": "1", "groupName": "Colour",
            "radios": [
              {"pageNumber": "1", "xPosition": "10", "yPosition": "20", "value": "red", "selected": "true"},
              {"pageNumber": 2, "xPosition": 10, "yPosition": 40, "value": "blue", "required": true}
            ]
          }],
          "listTabs": [{
            "documentId": "1", "pageNumber": "1", "xPosition": "10", "yPosition": "60", "tabLabel": "Land",
            "listItems": [{"text": "Nederland", "value": "nl"}, {"text": "Belgium", "value": "be", "selected": "true"}]
          }],
          "textTabs": [{
            "documentId": "1", "pageNumber": "1", "xPosition": "10", "yPosition": "90", "tabLabel": "Shade",
            "conditionalParentLabel": "Colour", "conditionalParentValue": "blue"
          }],
          "checkboxTabs": [{
            "documentId": "1", "pageNumber": "1", "xPosition": "10", "yPosition": "120", "tabLabel": "News",
            "tabGroupLabels": ["Topics"]
          }],
          "tabGroups": [{
            "documentId": "1", "pageNumber": "1", "groupLabel": "Topics", "groupRule": "SelectAtLeast",
            "minimumRequired": "1", "maximumAllowed": "1", "validationMessage": "Pick one."
          }]
        }
        """#

    private static func body(_ recipients: String) throws -> [String: Any] {
        let parsed = try #require(try JSONSerialization.jsonObject(with: Data(recipients.utf8)) as? [String: Any])
        var body = Samples.body("status", "sent")
        body["recipients"] = parsed
        return body
    }

    private static func envelope(_ recipients: String) throws -> Envelope {
        try Samples.history(body(recipients)).envelope
    }

    private static let signer =
        #"{"recipientId": "1", "name": "Bo", "email": "bo@example.org", "clientUserId": "u-1", "tabs": \#(tabs)}"#

    @Test("Radio groups, lists, conditions and tab groups of a request become tabs")
    func choices() throws {
        let envelope = try Self.envelope(#"{"signers": [\#(Self.signer)]}"#)
        let radios = envelope.tabs.filter { $0.kind == .radio }
        #expect(radios.map(\.choice?.value) == ["red", "blue"])
        #expect(radios.map(\.page) == [1, 2])
        #expect(radios.allSatisfy { $0.required && $0.choice?.group == "Colour" })
        #expect(radios.map { envelope.value(of: $0) } == ["true", nil])
        let list = try #require(envelope.tabs.first { $0.kind == .list })
        #expect(list.value == "be")
        #expect(list.options == [ListOption(text: "Nederland", value: "nl"), ListOption(text: "Belgium", value: "be")])
        let shade = try #require(envelope.tabs.first { $0.label == "Shade" })
        #expect(shade.condition == TabCondition(parentLabel: "Colour", parentValue: "blue"))
        #expect(envelope.tabs.first { $0.label == "News" }?.groupLabels == ["Topics"])
        #expect(
            envelope.definition.tabGroups == [
                TabGroup(
                    label: "Topics", recipientID: "1", rule: .selectAtLeast, minimum: 1, maximum: 1,
                    message: "Pick one.")
            ])
    }

    @Test("An answer that is read back gives the same tabs and groups")
    func roundTrip() throws {
        let envelope = try Self.envelope(#"{"signers": [\#(Self.signer)]}"#)
        let wire = Wire.Recipients(envelope, includingTabs: true)
        let again = try JSONDecoder().decode(Wire.Recipients.self, from: JSONEncoder().encode(wire))
        #expect(again == wire)
        var number = 0
        let newTabID: () -> TabID = {
            number += 1
            return Samples.tabID(number)
        }
        var parts = RecipientParts(newTabID: newTabID, newSalt: { "salt" })
        try parts.add(again)
        func shape(_ tabs: [EnvelopeTab]) -> [EnvelopeTab] {
            tabs.map {
                var tab = $0
                tab.id = Samples.tabID(1)
                // What is neither ticked nor chosen says so in answers.
                if tab.kind == .radio || tab.kind == .checkbox, tab.value == nil { tab.value = "false" }
                return tab
            }
        }
        #expect(Set(shape(parts.tabs)) == Set(shape(envelope.tabs)))
        #expect(parts.tabGroups == envelope.definition.tabGroups)
    }

    @Test(
        "An exact number of ticks can be given as minimum or as maximum",
        arguments: [#""minimumRequired": "2""#, #""maximumAllowed": "2""#])
    func exactCount(number: String) throws {
        let signer = Self.signer.replacingOccurrences(of: "SelectAtLeast", with: "SelectExactly")
            .replacingOccurrences(of: #""minimumRequired": "1", "maximumAllowed": "1""#, with: number)
        var parts = RecipientParts(newTabID: { Samples.tabID(1) }, newSalt: { "salt" })
        try parts.add(try JSONDecoder().decode(Wire.Recipients.self, from: Data(#"{"signers": [\#(signer)]}"#.utf8)))
        #expect(parts.tabGroups.map(\.allowed) == [2...2])
    }

    @Test("The value of a hidden tab is not reported")
    func hiddenValue() throws {
        var history = try Samples.history(Self.body(#"{"signers": [\#(Self.signer)]}"#))
        let actor = EventActor(kind: .recipient, id: "1", name: "Bo")
        func perform(_ commands: [Command]) throws {
            for command in commands {
                let context = CommandContext(at: Date(timeIntervalSince1970: 1_795_253_000), actor: actor)
                try history.append(try decide(command, history.envelope, context))
            }
        }
        func tab(_ label: String) throws -> TabID {
            let found = try #require(history.envelope.tabs.first { $0.label == label })
            return found.id
        }
        func shade() -> String? {
            Wire.Tabs(of: "1", in: history.envelope)[.text].first { $0.tabLabel == "Shade" }?.value
        }
        try perform([
            .consent(recipientID: "1", disclosure: BlobHash(of: Data("I agree.".utf8))),
            .fill(recipientID: "1", tabID: try tab("blue"), value: "true"),
            .fill(recipientID: "1", tabID: try tab("Shade"), value: "navy"),
        ])
        #expect(shade() == "navy")
        try perform([.fill(recipientID: "1", tabID: try tab("red"), value: "true")])
        #expect(shade() == "")
    }

    @Test("In-person signers and carbon copies keep their kind")
    func recipientKinds() throws {
        let envelope = try Self.envelope(
            #"""
            {"signers": [\#(Self.signer)],
             "inPersonSigners": [{"recipientId": "2", "hostName": "Hal Host", "hostEmail": "hal@example.org",
                                  "signerName": "Ina", "routingOrder": "2"}],
             "carbonCopies": [{"recipientId": "3", "name": "Cy", "email": "cy@example.org", "routingOrder": "3"}]}
            """#)
        #expect(envelope.recipients.map(\.kind) == [.signer, .inPersonSigner, .carbonCopy])
        #expect(envelope.recipients[1].host == Recipient.Host(name: "Hal Host", email: "hal@example.org"))
        let json = String(
            decoding: try JSONEncoder().encode(Wire.Recipients(envelope, includingTabs: false)), as: UTF8.self)
        for type in ["\"recipientType\":\"signer\"", "\"inpersonsigner\"", "\"carboncopy\""] {
            #expect(json.contains(type))
        }
    }

    @Test("The host opens an in-person signer's page, not the signer")
    func hostView() throws {
        let envelope = try Self.envelope(
            #"""
            {"inPersonSigners": [{"recipientId": "2", "hostName": "Hal Host", "hostEmail": "hal@example.org",
                                  "signerName": "Ina"}]}
            """#)
        func recipient(_ name: String, _ email: String) throws -> RecipientID {
            try Wire.RecipientViewRequest(
                returnUrl: "https://example.org", userName: name, email: email, clientUserId: nil
            ).recipient(of: envelope).id
        }
        #expect(try recipient("Hal Host", "hal@example.org") == "2")
        #expect(throws: APIError.self) { try recipient("Ina", "hal@example.org") }
    }

    @Test("Custom fields with a list keep it, and a field without an id gets a free one")
    func listFields() throws {
        var body = Samples.body("status", "sent")
        body["customFields"] = [
            "textCustomFields": [["name": "order", "value": "7"]],
            "listCustomFields": [["name": "team", "value": "b", "listItems": ["a", "b"]]],
        ]
        let fields = try Samples.history(body).envelope.definition.customFields
        #expect(fields.map(\.items) == [nil, ["a", "b"]])
        #expect(fields.map(\.id) == ["1", "2"])
        #expect(Wire.CustomFields(fields).fields() == fields)
        // A field without an id gets one that nobody has.
        body["customFields"] = [
            "textCustomFields": [["fieldId": "2", "name": "order"], ["name": "team"]],
            "listCustomFields": [
                ["name": "town", "listItems": ["a"]], ["fieldId": "3", "name": "x", "listItems": ["a"]],
            ],
        ]
        #expect(try Samples.history(body).envelope.definition.customFields.map(\.id) == ["2", "4", "5", "3"])
    }

    @Test(
        "A faulty choice is refused with the name of the fault",
        arguments: [
            (#""groupName": "Colour""#, #""groupName": """#, "groupName is missing"),
            (#""groupRule": "SelectAtLeast""#, #""groupRule": "SelectAll""#, "groupRule can only be"),
            (
                #""conditionalParentValue": "blue""#, #""conditionalParentValue": """#,
                "conditionalParentValue is missing"
            ),
            (
                #""conditionalParentValue": "blue""#, #""conditionalParentValue": "green""#,
                "a value that it cannot have"
            ),
            (#""minimumRequired": "1""#, #""minimumRequired": "2""#, "fewer tabs than have to be ticked"),
        ])
    func faults(part: String, wrong: String, sentence: String) throws {
        let recipients = #"{"signers": [\#(Self.signer.replacingOccurrences(of: part, with: wrong))]}"#
        let error = #expect(throws: APIError.self) { _ = try Samples.events(Self.body(recipients)) }
        #expect(error?.status == 400)
        #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
    }
}
