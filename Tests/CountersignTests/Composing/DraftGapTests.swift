import Ceremony
import Envelopes
import Foundation
import Testing
import Typesetting

@testable import Countersign

@Suite("Gaps in a draft before and after sending")
struct DraftGapTests {
    private func draft(
        _ name: String = "Lease", subject: String? = nil, fields: [CustomField] = [],
        @RecipientDraft.TabsBuilder tabs: () -> [RecipientDraft.Tabs]
    ) throws -> EnvelopeDraft {
        let signer = Signer(id: "1", name: "Bo", email: "bo@example.org", tabs: tabs)
        return EnvelopeDraft(
            name, subject: subject, documents: [DraftDocument(id: "1", name: "Lease", data: try OfflinePDF.make())],
            recipients: [signer.draft], customFields: fields)
    }

    @Test("A radio group without buttons is reported")
    func emptyRadioGroup() throws {
        let draft = try draft {
            SignHere(document: "1", page: 1, x: 72, y: 600)
            RadioGroup("Payment", document: "1") {}
        }
        for sending in [true, false] {
            #expect(draft.validate(sending: sending) == [.radioGroupWithoutButtons("1", group: "Payment")])
        }
    }

    @Test("A saved draft still reports a radio group without buttons")
    func keptEmptyRadioGroup() async throws {
        let draft = try draft {
            SignHere(document: "1", page: 1, x: 72, y: 600)
            RadioGroup("Payment", document: "1") {}
        }
        let scene = try OfflineScene()
        try await scene.store.save(draft)
        let kept = try #require(try await scene.store.draft())
        #expect(kept == draft)
        #expect(kept.validate() == [.radioGroupWithoutButtons("1", group: "Payment")])
        #expect(scene.offline.problems(in: kept) == [.radioGroupWithoutButtons("1", group: "Payment")])
    }

    @Test("Sending a draft reports fields that are required, locked and empty")
    func lockedEmpty() throws {
        let draft = try draft {
            TextTab(document: "1", page: 1, x: 72, y: 100, label: "Rent").locked()
            ListTab(document: "1", page: 1, x: 72, y: 130, label: "Floor", items: ["1"]).locked()
            CheckboxTab(document: "1", page: 1, x: 72, y: 160, label: "Pets").optional(false).locked()
            TextTab(document: "1", page: 1, x: 72, y: 190, label: "Note").locked().optional()
            TextTab(document: "1", page: 1, x: 72, y: 220, label: "Unit", value: "4B").locked()
        }
        let tabs = draft.recipients[0].tabs
        let problems = draft.validate()
        #expect(problems == tabs.prefix(3).map { .lockedRequiredEmpty($0, "1") })
        #expect(
            problems.first?.description
                == "Nobody can fill in the text tab “Rent” of recipient 1 on page 1 of document 1: it is required,"
                + " locked and empty.")
        #expect(draft.validate(sending: false).isEmpty)
    }

    @Test("A missing value of a required custom field is reported, for lists and for texts")
    func customFields() throws {
        let draft = try draft(
            fields: [
                ListCustomField(id: "1", name: "Branch", items: ["North"], isRequired: true).field,
                TextCustomField(id: "2", name: "Reference", value: " ", isRequired: true).field,
                TextCustomField(id: "3", name: "Note").field,
            ]
        ) { SignHere(document: "1", page: 1, x: 72, y: 600) }
        #expect(draft.validate() == [.customFieldWithoutValue("Branch"), .customFieldWithoutValue("Reference")])
        #expect(draft.validate(sending: false).isEmpty)
    }

    @Test("An envelope needs a name even if it has a subject")
    func name() throws {
        let named = try draft(" ", subject: "Please sign") { SignHere(document: "1", page: 1, x: 72, y: 600) }
        #expect(named.validate() == [.emptyName])
        let nameless = try draft("") { SignHere(document: "1", page: 1, x: 72, y: 600) }
        #expect(nameless.validate() == [.definition(.emptySubject)])
    }

    @Test("A checkbox group inside another keeps its rule")
    func nestedGroups() throws {
        let draft = try draft {
            SignHere(document: "1", page: 1, x: 72, y: 600)
            CheckboxGroup("Extras", .atMost(2)) {
                CheckboxGroup("Parking", .exactly(1)) {
                    CheckboxTab(document: "1", page: 1, x: 72, y: 100, label: "Garage")
                    CheckboxTab(document: "1", page: 1, x: 72, y: 130, label: "Street")
                }
                CheckboxTab(document: "1", page: 1, x: 72, y: 160, label: "Cellar")
            }
        }
        #expect(draft.validate().isEmpty)
        let definition = try draft.prepared(accountID: "a", sender: Sender(userID: "u", name: "n", email: "e@f.org"))
            .definition
        #expect(definition.tabGroups.map(\.label) == ["Parking", "Extras"])
        #expect(definition.tabs.first { $0.label == "Garage" }?.groupLabels == ["Parking", "Extras"])
        #expect(definition.tabs.first { $0.label == "Cellar" }?.groupLabels == ["Extras"])
    }

    @Test("A sentence about a tab names its recipient and place")
    func sentences() throws {
        let draft = try draft {
            SignHere(document: "1", page: 1, x: 72, y: 600, width: 0)
            SignHere(document: "1", page: 1, x: 72, y: 700, width: 0)
            SignHere(document: "1", page: 9, x: 72, y: 700)
            TextTab(document: "1", page: 1, x: 72, y: 300, label: "City").fontSize(13)
        }
        #expect(
            draft.validate().map(\.description) == [
                "The signature tab “Signature” of recipient 1 at 72, 600 on page 1 has no size.",
                "The signature tab “Signature” of recipient 1 at 72, 700 on page 1 has no size.",
                "The signature tab “Signature” of recipient 1 is on page 9 of document 1, which has 1 page.",
                "The font size 13.0 of the text tab “City” of recipient 1 on page 1 of document 1 is not supported.",
            ])
    }

    @Test("Errors in a draft and obstacles to offline use are reported together, each once")
    func offline() async throws {
        let scene = try OfflineScene()
        let host = OfflineScene.host
        let draft = try EnvelopeDraft("Lease") {
            DraftDocument(id: "1", name: "Lease", data: try OfflinePDF.make())
            InPersonSigner(id: "1", name: "Bo Tenant", host: host) {
                SignHere(document: "1", page: 1, x: 72, y: 100)
                TextTab(document: "1", page: 1, x: 72, y: 300, label: "City").fontSize(13)
            }
            InPersonSigner(id: "2", name: "Cy Tenant", host: host) {}
        }
        let city = draft.recipients[0].tabs[1]
        let all: [DraftProblem] = [.badFontSize(city, "1"), .notPossibleOffline(.signerWithoutTabs("2"))]
        #expect(scene.offline.problems(in: draft) == all)
        await #expect(throws: CountersignError.invalidDraft(all)) { try await scene.offline.compose(draft) }
        // What can be done at a server is no fault of the draft.
        #expect(draft.validate() == [.badFontSize(city, "1")])
        let empty = EnvelopeDraft("Lease")
        #expect(
            scene.offline.problems(in: empty) == [
                .definition(.noDocument), .definition(.noSigner), .notPossibleOffline(.noTabs),
            ])
    }
}
