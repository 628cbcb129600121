import Foundation
import Testing

@testable import DocuSignDialect
@testable import Envelopes
@testable import TestSupport

@Suite("The lists that hold tabs") struct TabListTests {
    private func envelope(_ list: TabList, _ more: [String: Any] = [:], name: String = "Bo Signer") throws -> Envelope {
        let tab: [String: Any] = [
            "documentId": "1", "pageNumber": "1", "xPosition": "10", "yPosition": "20", "width": "100", "height": "20",
        ]
        var body = Samples.body("recipients.signers.0.tabs", [list.rawValue: [tab.merging(more) { $1 }]])
        var recipients = body["recipients"] as? [String: Any] ?? [:]
        var signers = recipients["signers"] as? [[String: Any]] ?? []
        signers[0]["name"] = name
        recipients["signers"] = [signers[0]]
        body["recipients"] = recipients
        return try Samples.history(body).envelope
    }

    @Test(
        "A tab is listed again where it came from, also after a correction that names something else",
        arguments: TabList.allCases.filter { ![.list, .checkbox].contains($0) })
    func sameList(list: TabList) throws {
        let envelope = try envelope(list)
        let recipient = try #require(envelope.recipients.first?.id)
        let answer = Wire.Tabs(of: recipient, in: envelope)
        #expect(answer[list].count == 1 && answer.count == 1)
        #expect(answer[list].first?.tabLabel == list.usualLabel)
        #expect(answer[list].first?.tabType == list.typeName)
        let wire = Wire.Tabs(requesting: recipient, in: envelope.definition)
        #expect(wire[list].count == 1 && wire.count == 1)
        var changing = Wire.Tabs()
        var tab = Wire.Tab()
        tab.tabId = answer[list].first?.tabId
        tab.xPosition = 30
        changing[list] = [tab]
        var correction = Correction()
        try changing.correct(
            &correction, of: recipient, in: envelope.definition, adding: false, newTabID: { TabID(UUID()) })
        let changed = try #require(correction.tabs.first)
        #expect(changed.frame.x == 30 && TabList(changed) == list && changed.label == list.usualLabel)
    }

    @Test(
        "A text tab in a form that this API has no name for keeps it through a correction, and a date is listed as one")
    func otherForms() throws {
        var envelope = try envelope(.text)
        let recipient = try #require(envelope.recipients.first?.id)
        envelope.definition.tabs[0].validation = .letters
        #expect(TabList(envelope.definition.tabs[0]) == .text)
        var changing = Wire.Tabs()
        var tab = Wire.Tab()
        tab.tabId = envelope.definition.tabs[0].id.rawValue
        tab.tooltip = "Letters"
        changing[.text] = [tab]
        var correction = Correction()
        try changing.correct(
            &correction, of: recipient, in: envelope.definition, adding: false, newTabID: { TabID(UUID()) })
        #expect(correction.tabs.map(\.validation) == [.letters] && correction.tabs.map(\.tooltip) == ["Letters"])
        envelope.definition.tabs[0].validation = nil
        envelope.definition.tabs[0].dateFormat = .monthDayYear
        #expect(Wire.Tabs(of: recipient, in: envelope)[.date].count == 1)
    }

    @Test(
        "What may be typed depends on the list",
        arguments: [
            (.number, "7.5", "seven"), (.email, "a@example.org", "a"), (.zip, "12345-6789", "1234"),
            (.socialSecurityNumber, "123-45-6789", "12"),
        ] as [(TabList, String, String)])
    func typed(list: TabList, fit: String, unfit: String) throws {
        #expect(try envelope(list, ["value": fit]).tabs.first?.value == fit)
        #expect(throws: (any Error).self) { try envelope(list, ["value": unfit]) }
    }

    @Test(
        "Dates, phone numbers, companies and titles take any text",
        arguments: [
            TabList.date, .phoneNumber, .company, .title, .text,
        ])
    func anyText(list: TabList) throws {
        #expect(try envelope(list, ["value": "31. Dez. ’26"]).tabs.first?.value == "31. Dez. ’26")
    }

    @Test(
        "First and last names are parts of the recipient's name",
        arguments: [
            ("Ada Lovelace", "Ada", "Lovelace"), ("Maria del Carmen", "Maria", "del Carmen"),
            ("Madonna", "Madonna", ""),
            ("عائشة  بنت أحمد", "عائشة", "بنت أحمد"),
        ])
    func names(name: String, first: String, last: String) throws {
        for (list, part) in [(TabList.firstName, first), (.lastName, last), (.fullName, name)] {
            let envelope = try envelope(list, name: name)
            #expect(envelope.value(of: try #require(envelope.tabs.first)) == part)
        }
    }
}
