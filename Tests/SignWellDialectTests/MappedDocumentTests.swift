import Envelopes
import Foundation
import Testing

@testable import SignWellDialect

@Suite("Problems of the domain at the places of the API")
struct MappedDocumentTests {
    /// Two text fields of one recipient with the same label, at places of their own.
    private func mapped(_ change: (inout EnvelopeDefinition) -> Void) -> MappedDocument {
        var tabs: [EnvelopeTab] = []
        var places: [TabID: [String]] = [:]
        for index in 1...2 {
            let id = TabID(UUID())
            tabs.append(
                EnvelopeTab(
                    id: id, kind: .text, documentID: "1", recipientID: "a", page: 1,
                    frame: TabFrame(x: 10, y: 10, width: 90, height: 20), label: "City"))
            places[id] = ["fields", "file_1", "field_\(index)"]
        }
        var definition = EnvelopeDefinition(
            accountID: "x", sender: Sender(userID: "u", name: "Ada", email: "ada@example.org"), emailSubject: "Sign",
            documents: [
                EnvelopeDocument(
                    id: "1", name: "Lease", blob: BlobHash(of: Data()), pages: [PageSize(width: 612, height: 792)],
                    order: 1)
            ],
            recipients: [Recipient(id: "a", name: "Bo", email: "bo@example.org")], tabs: tabs)
        change(&definition)
        var mapped = MappedDocument(definition)
        mapped.tabPlaces = places
        mapped.recipientPlaces = ["a": ["recipients", "recipient_1"]]
        return mapped
    }

    @Test("A problem is at the member that it is about, also among parts of the same name")
    func places() {
        let long = String(repeating: "x", count: 20_000)
        let rows: [((inout EnvelopeDefinition) -> Void, [String])] = [
            ({ $0.tabs[1].clientID = long }, ["fields", "file_1", "field_2", "api_id"]),
            ({ $0.tabs[1].tooltip = long }, ["fields", "file_1", "field_2", "label"]),
            ({ $0.tabs[1].value = long }, ["fields", "file_1", "field_2", "value"]),
            ({ $0.tabs[0].label = "" }, ["fields", "file_1", "field_1", "label"]),
            ({ $0.tabs[1].page = 2 }, ["fields", "file_1", "field_2", "page"]),
            (
                { $0.tabs[1].frame = TabFrame(x: 10, y: 10, width: 0, height: 20) },
                ["fields", "file_1", "field_2", "width"]
            ),
            (
                { $0.tabs[1].frame = TabFrame(x: 9999, y: 10, width: 90, height: 20) },
                ["fields", "file_1", "field_2", "x"]
            ),
            ({ $0.recipients[0].name = "" }, ["recipients", "recipient_1", "name"]),
            ({ $0.recipients[0].email = "nobody" }, ["recipients", "recipient_1", "email"]),
            ({ $0.recipients[0].mailDelay = 99_999 }, ["recipients", "recipient_1", "send_email_delay"]),
            ({ $0.recipients[0].note = long }, ["base"]),
            ({ $0.documents[0].name = "" }, ["files", "file_1", "name"]),
            ({ $0.documents = [] }, ["files"]),
            ({ $0.recipients = [] }, ["recipients"]),
            ({ $0.emailSubject = "" }, ["subject"]),
            ({ $0.emailBlurb = long }, ["message"]),
            ({ $0.options.title = long }, ["name"]),
            ({ $0.options.labels = [""] }, ["labels"]),
            ({ $0.options.signedAddress = "javascript:1" }, ["redirect_url"]),
            ({ $0.options.declinedAddress = "javascript:1" }, ["decline_redirect_url"]),
            ({ $0.customFields = [CustomField(id: "1", name: "", value: "x")] }, ["metadata"]),
            (
                {
                    $0.tabGroups = [TabGroup(label: "", recipientID: "a", rule: .selectAtLeast, minimum: 1, maximum: 1)]
                }, ["checkbox_groups"]
            ),
        ]
        for (change, path) in rows {
            let problems = RequestProblems()
            mapped(change).check(whenSending: true, problems)
            #expect(problems.has(path), "\(path) \(problems.tree)")
        }
    }

    @Test("Nothing is said about a definition without problems")
    func none() {
        let problems = RequestProblems()
        mapped { _ in }.check(whenSending: true, problems)
        #expect(problems.isEmpty)
    }
}
