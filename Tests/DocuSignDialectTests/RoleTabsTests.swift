import Envelopes
import Essentials
import Foundation
import Testing

@testable import DocuSignDialect

@Suite("A role's changes to a template's tabs")
struct RoleTabsTests {
    private static func template() throws -> Template {
        var body = Samples.body("recipients.signers.0.roleName", "tenant")
        body["name"] = "Lease"
        let wire = try Wire.decode(
            Wire.EnvelopeTemplate.self, from: JSONSerialization.data(withJSONObject: body))
        return try wire.template(
            id: TemplateID(UUID()), accountID: "a-1", owner: Samples.sender, folder: nil,
            documents: try wire.receivedDocuments().map { $0.document(pages: [Samples.letter, Samples.letter]) },
            at: Samples.start, newTabID: { TabID(UUID()) })
    }

    /// An envelope from the template, with these tabs of the only role.
    private func definition(
        _ tabs: Any, role: [String: Any] = [:], noting ignored: IgnoredMembers = IgnoredMembers()
    ) throws -> EnvelopeDefinition {
        let template = try Self.template()
        let person: [String: Any] = ["roleName": "tenant", "name": "Bo", "email": "bo@example.org", "tabs": tabs]
        let body: [String: Any] = [
            "templateId": template.id.rawValue, "templateRoles": [person.merging(role) { $1 }],
        ]
        let wire = try Wire.decode(
            Wire.EnvelopeDefinition.self, from: JSONSerialization.data(withJSONObject: body), noting: ignored)
        try wire.refuseOtherTabs(than: template)
        return try template.definition(
            filling: wire.filling(leavingOutUnfilled: false), sender: Samples.sender, newTabID: { TabID(UUID()) })
    }

    @Test("A value that the sender locks cannot be changed, and the client writes the lock too")
    func locked() throws {
        let made = try definition(["textTabs": [["tabLabel": "Town", "value": "Delft", "locked": "true"]]])
        let town = try #require(made.tabs.first { $0.kind == .text })
        #expect(town.locked && town.value == "Delft")
        #expect(try definition(["textTabs": [["tabLabel": "Town", "value": "Delft"]]]).tabs.allSatisfy { !$0.locked })
        let values = [
            TabDefault(label: "Town", value: "Delft", kind: .text, locks: true),
            TabDefault(label: "a", value: "true", kind: .radio, group: "g", locks: true),
        ]
        #expect(try Wire.Tabs(values).values(at: "tabs") == values)
    }

    @Test("The template's tabs may be sent back whole with new values")
    func copies() throws {
        let template = try Self.template()
        let answer = Wire.EnvelopeTemplate(template, including: [.recipients, .tabs])
        var tabs = try #require(answer.recipients?.signers?.first?.tabs)
        tabs[.signHere] = []
        tabs[.text][0].value = "Delft"
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(tabs))
        let ignored = IgnoredMembers()
        #expect(try definition(object, noting: ignored).tabs.first { $0.kind == .text }?.value == "Delft")
        #expect(ignored.places.contains("templateRoles.tabs.textTabs.xPosition"))
    }

    @Test(
        "A change that a role may not make is refused by name",
        arguments: [
            (#"{"textTabs": [{"tabLabel": "Town", "value": "x", "maxLength": "5"}]}"#, "textTabs[0].maxLength"),
            (#"{"checkboxTabs": [{"tabLabel": "Checkbox", "required": "true"}]}"#, "checkboxTabs[0].required"),
            (
                #"{"textTabs": [{"tabLabel": "Town", "conditionalParentLabel": "Checkbox"}]}"#,
                "textTabs[0].conditionalParentLabel"
            ),
            (#"{"textTabs": [{"tabLabel": "Town", "tabGroupLabels": ["g"]}]}"#, "textTabs[0].tabGroupLabels"),
            (#"{"textTabs": [{"tabLabel": "Town", "locked": "true"}]}"#, "textTabs[0].locked"),
            (#"{"textTabs": [{"tabLabel": "Nowhere"}]}"#, "textTabs[0].tabLabel"),
            (#"{"radioGroupTabs": [{"groupName": "Nowhere"}]}"#, "radioGroupTabs[0].groupName"),
            (#"{"tabGroups": [{"groupLabel": "g", "groupRule": "SelectAtLeast"}]}"#, "tabGroups[0]"),
        ])
    func changes(tabs: String, place: String) throws {
        let tabs = try JSONSerialization.jsonObject(with: Data(tabs.utf8))
        let error = #expect(throws: APIError.self) { _ = try definition(tabs) }
        #expect(error?.message.contains("templateRoles[0].tabs.\(place)") == true, "\(String(describing: error))")
    }

    @Test("An in-person signer's name is refused for a role without a host")
    func inPersonName() {
        let error = #expect(throws: APIError.self) { _ = try definition([:], role: ["inPersonSignerName": "Di"]) }
        #expect(error?.message.contains("templateRoles[0].inPersonSignerName") == true)
    }

    @Test("An access code is refused, whatever its value", arguments: ["0000", "false", "1234"])
    func accessCodes(code: String) {
        let error = #expect(throws: APIError.self) { _ = try definition([:], role: ["accessCode": code]) }
        #expect(error?.message.contains("accessCode") == true)
    }
}
