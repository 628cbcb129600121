import Essentials
import Foundation
import Testing

@testable import Envelopes

/// A template of a tenant, a landlord who signs in person, and somebody who gets a copy.
enum SampleTemplate {
    static func tab(
        _ number: Int, _ kind: TabKind, _ label: String, for recipient: RecipientID = "1", value: String? = nil,
        choice: RadioChoice? = nil, options: [ListOption]? = nil, locked: Bool = false
    ) -> EnvelopeTab {
        EnvelopeTab(
            id: Samples.tabID(number), kind: kind, documentID: "1", recipientID: recipient, page: 1,
            frame: TabFrame(x: 72, y: 100, width: 120, height: 22), label: label, required: kind != .checkbox,
            locked: locked, value: value, choice: choice, options: options)
    }

    static func template() -> Template {
        Template(
            id: TemplateID(UUID()), accountID: "a-1", owner: Samples.ada, name: "Lease",
            documents: [Samples.document("1")],
            recipients: [
                TemplateRecipient(roleName: "tenant", recipient: Recipient(id: "1", name: "", email: "")),
                TemplateRecipient(
                    roleName: "landlord",
                    recipient: Recipient(id: "2", name: "", email: "", routingOrder: 2, kind: .inPersonSigner)),
                TemplateRecipient(
                    roleName: "",
                    recipient: Recipient(
                        id: "3", name: "Archive", email: "archive@example.org", routingOrder: 3, kind: .carbonCopy)),
            ],
            tabs: [
                tab(1, .signHere, "Signature"), tab(2, .text, "Rent"), tab(3, .checkbox, "Pets", value: "false"),
                tab(4, .radio, "one", value: "true", choice: RadioChoice(group: "Term", value: "one year")),
                tab(5, .radio, "two", choice: RadioChoice(group: "Term", value: "two years")),
                tab(
                    6, .list, "Town",
                    options: [ListOption(text: "Ghent", value: "g"), ListOption(text: "Liège", value: "l")]),
                tab(7, .text, "Numéro de compte"), tab(8, .signHere, "Signature", for: "2"),
                tab(9, .text, "Rent", for: "2"),
            ], emailSubject: "Your lease", emailBlurb: "Please sign.",
            customFields: [
                CustomField(id: "f1", name: "flat", value: "4"), CustomField(id: "2", name: "x", value: "y"),
            ],
            createdAt: Samples.start)
    }

    static let tenant = TemplateRole(.role("tenant"), name: "Bo Signer", email: "bo@example.org", clientUserID: "u-1")
    static let landlord = TemplateRole(
        .id("2"), name: "Ada Sender", email: "ada@example.org", inPersonSignerName: "Lo Lord")

    static func definition(
        _ roles: [TemplateRole] = [tenant, landlord], _ change: (inout TemplateFilling) -> Void = { _ in }
    ) throws -> EnvelopeDefinition {
        var filling = TemplateFilling(roles: roles)
        change(&filling)
        var number = 100
        return try template().definition(filling: filling, sender: Samples.ada) {
            number += 1
            return Samples.tabID(number)
        }
    }

    static func problems(
        _ roles: [TemplateRole], _ change: (inout TemplateFilling) -> Void = { _ in }
    ) -> [TemplateFillingError.Problem] {
        do {
            _ = try definition(roles, change)
            return []
        } catch {
            return (error as? TemplateFillingError)?.problems ?? []
        }
    }
}

@Suite("Templates")
struct TemplateTests {
    @Test("A template with unfilled roles is valid")
    func rolesMayBeEmpty() {
        #expect(SampleTemplate.template().problems() == [])
    }

    @Test("All errors of a template are reported at once")
    func allProblems() {
        var template = SampleTemplate.template()
        template.name = " "
        template.recipients[1].roleName = "tenant"
        template.recipients[2].recipient.email = ""
        template.tabs[1].page = 9
        template.folder = TemplateFolder(id: "f", name: "")
        let problems = template.problems()
        #expect(problems.contains(.emptyName) && problems.contains(.duplicateRole("tenant")))
        #expect(problems.contains(.nobody("3")) && problems.contains(.emptyFolderName))
        #expect(problems.contains { if case .definition(.pageOutOfRange) = $0 { true } else { false } })
        #expect(problems.count == 5)
    }

    @Test("An invalid address is an error even where an empty one is allowed")
    func wrongAddress() {
        var template = SampleTemplate.template()
        template.recipients[0].recipient.email = "nobody"
        #expect(template.problems() == [.definition(.notAnEmail("1", "nobody"))])
    }

    @Test("An envelope gets the people, order, documents and texts")
    func filling() throws {
        let definition = try SampleTemplate.definition()
        #expect(definition.problems(whenSending: true) == [])
        #expect(definition.recipients.map(\.name) == ["Bo Signer", "Lo Lord", "Archive"])
        #expect(definition.recipients[1].host == Recipient.Host(name: "Ada Sender", email: "ada@example.org"))
        #expect(definition.recipients.map(\.routingOrder) == [1, 2, 3])
        #expect(definition.emailSubject == "Your lease" && definition.emailBlurb == "Please sign.")
        #expect(definition.tabs.map(\.id) == (101...109).map { Samples.tabID($0) })
    }

    @Test("A person in a role has the role's routing order or their own")
    func order() throws {
        var landlord = SampleTemplate.landlord
        landlord.routingOrder = 7
        let definition = try SampleTemplate.definition([SampleTemplate.tenant, landlord])
        #expect(definition.recipients.map(\.routingOrder) == [1, 7, 3])
    }

    @Test("All unfilled roles are named with what they lack")
    func unfilled() {
        #expect(
            SampleTemplate.problems([]) == [
                .roleUnfilled("role “tenant”", lacks: ["a name", "an e-mail address"]),
                .roleUnfilled(
                    "role “landlord”",
                    lacks: ["a host's name", "a host's e-mail address", "the name of who signs"]),
            ])
        #expect(
            SampleTemplate.problems([TemplateRole(.role("tenant"), name: "Bo"), SampleTemplate.landlord]) == [
                .roleUnfilled("role “tenant”", lacks: ["an e-mail address"])
            ])
    }

    @Test("On request, an unfilled role is left out with its tabs")
    func leftOut() throws {
        let definition = try SampleTemplate.definition([SampleTemplate.tenant]) { $0.unfilledRoles = .leftOut }
        #expect(definition.recipients.map(\.id) == ["1", "3"])
        #expect(!definition.tabs.contains { $0.recipientID == "2" })
        #expect(definition.problems(whenSending: true) == [])
    }

    @Test("Unknown names are all refused at once")
    func unknownNames() {
        let problems = SampleTemplate.problems([
            SampleTemplate.tenant, SampleTemplate.tenant, SampleTemplate.landlord,
            TemplateRole(.role("Tenant"), name: "x", email: "x@example.org"), TemplateRole(.id("9")),
            TemplateRole(.id("3"), kind: .signer),
        ])
        #expect(problems.contains(.unknownRole("Tenant")) && problems.contains(.unknownRecipient("9")))
        #expect(problems.contains(.roleTakenTwice("role “tenant”")))
        #expect(problems.contains(.kindNotChangeable("recipient 3")))
        #expect(
            SampleTemplate.problems([SampleTemplate.tenant, SampleTemplate.landlord]) {
                $0.tabValues = [TabDefault(label: "Deposit", value: "1")]
            } == [.unknownLabel("Deposit")])
    }

    @Test("Role names are compared without case on request")
    func roleComparison() throws {
        let role = TemplateRole(.role("TENANT"), name: "Bo Signer", email: "bo@example.org")
        let definition = try SampleTemplate.definition([role, SampleTemplate.landlord]) {
            $0.roleComparison = .caseAndDiacriticInsensitive
        }
        #expect(definition.recipients[0].name == "Bo Signer")
    }

    @Test("A recipient can be removed, and a signer turned into an in-person signer and back")
    func switching() throws {
        var removed = TemplateRole(.role("landlord"))
        removed.isRemoved = true
        let definition = try SampleTemplate.definition([
            TemplateRole(
                .role("tenant"), name: "Ada Sender", email: "ada@example.org", kind: .inPersonSigner,
                inPersonSignerName: "Bo Signer"), removed,
        ])
        #expect(definition.recipients.map(\.id) == ["1", "3"])
        #expect(definition.recipients[0].kind == .inPersonSigner && definition.recipients[0].name == "Bo Signer")
        #expect(definition.problems(whenSending: true) == [])
        let back = try SampleTemplate.definition([
            SampleTemplate.tenant,
            TemplateRole(.id("2"), name: "Lo Lord", email: "lo@example.org", kind: .signer),
        ])
        #expect(back.recipients[1].kind == .signer && back.recipients[1].host == nil)
        #expect(back.problems(whenSending: true) == [])
    }

    @Test("Values fill tabs by label and radio buttons by value, and choosing one clears the other")
    func values() throws {
        let definition = try SampleTemplate.definition {
            $0.tabValues = [
                TabDefault(label: "Rent", value: "950"), TabDefault(label: "Pets", value: "true"),
                TabDefault(label: "two years", value: "true"), TabDefault(label: "Town", value: "l"),
            ]
        }
        func values(_ label: String) -> [String?] { definition.tabs.filter { $0.label == label }.map(\.value) }
        #expect(values("Rent") == ["950", "950"] && values("Pets") == ["true"] && values("Town") == ["l"])
        #expect(values("one") == ["false"] && values("two") == ["true"])
        #expect(definition.problems(whenSending: true) == [])
        // A role's own values go to its own tabs only, and over those for everybody.
        var tenant = SampleTemplate.tenant
        tenant.tabValues = [TabDefault(label: "Rent", value: "1000", kind: .text, locks: true)]
        let own = try SampleTemplate.definition([tenant, SampleTemplate.landlord]) {
            $0.tabValues = [TabDefault(label: "Rent", value: "950")]
        }
        #expect(own.tabs.filter { $0.label == "Rent" }.map(\.value) == ["1000", "950"])
        #expect(own.tabs.filter { $0.label == "Rent" }.map(\.locked) == [true, false])
    }

    @Test(
        "Labels are compared in the given way",
        arguments: [
            (LabelComparison.strict, "Numéro de compte", true), (.strict, "numéro de compte", false),
            (.caseAndDiacriticInsensitive, "NUMERO DE COMPTE", true), (.caseAndDiacriticInsensitive, "numero", false),
            (.contains, "COMPTE", true), (.contains, "Numéro de compte bancaire", false), (.contains, "", false),
        ])
    func comparison(comparison: LabelComparison, label: String, isMet: Bool) throws {
        let definition = try SampleTemplate.definition {
            $0.labelComparison = comparison
            $0.refusesUnknownLabels = false
            $0.tabValues = [TabDefault(label: label, value: "BE68")]
        }
        #expect((definition.tabs.first { $0.label == "Numéro de compte" }?.value == "BE68") == isMet)
    }

    @Test("A custom field of a known name gets the value, and another is added under a new id")
    func customFields() throws {
        let definition = try SampleTemplate.definition {
            $0.customFields = [
                CustomField(id: "9", name: "flat", value: "7"), CustomField(id: "2", name: "floor", value: "3"),
            ]
        }
        #expect(definition.customFields.map(\.name) == ["flat", "x", "floor"])
        #expect(definition.customFields.map(\.value) == ["7", "y", "3"])
        #expect(Set(definition.customFields.map(\.id)).count == 3 && definition.customFields[0].id == "f1")
    }

    @Test(
        "A document is inserted before or after the template's, under an unused id",
        arguments: [
            (TemplateFilling.Position.beginning, ["2", "1"]), (.end, ["1", "2"]),
        ])
    func insertion(position: TemplateFilling.Position, ids: [String]) throws {
        let definition = try SampleTemplate.definition {
            $0.inserted = Samples.document("1")
            $0.position = position
        }
        #expect(definition.documents.map(\.id.rawValue) == ids)
        #expect(definition.documents.map(\.order) == [1, 2])
        #expect(definition.problems(whenSending: true) == [])
    }

    @Test("A template reads back unchanged")
    func canonical() throws {
        let template = SampleTemplate.template()
        let bytes = try CanonicalJSON.bytes(of: template)
        #expect(try CanonicalJSON.value(Template.self, from: bytes) == template)
    }
}
