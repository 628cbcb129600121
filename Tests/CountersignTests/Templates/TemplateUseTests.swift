import CountersignTesting
import Envelopes
import Foundation
import PageImages
import Testing
import Typesetting

@testable import Countersign

@Suite("Envelopes from templates")
struct TemplateUseTests {
    private func values(_ envelope: Envelope, _ label: String) -> String? {
        envelope.tabs.first { $0.label == label || $0.choice?.value == label }?.value
    }

    @Test("The server fills a template with people, values, texts and custom fields")
    func online() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            var defaults = TemplateDefaults(recipients: TemplateScene.people, emailSubject: "Bo's lease")
            defaults.tabValues = ["Rent": "950", "Pets": "true", "two years": "true", "Deposit": "1"]
            defaults.customFields = [
                TextCustomField(id: "a", name: "flat", value: "7"), TextCustomField(id: "b", name: "floor", value: "2"),
            ]
            let result = try await scene.templates.createEnvelope(from: id, with: defaults, sending: true)
            #expect(result.unusedLabels == ["Deposit"])
            let envelope = try await scene.service.envelope(result.envelopeID)
            #expect(envelope.status == .sent && envelope.emailSubject == "Bo's lease")
            #expect(envelope.recipients.map(\.name) == ["Bo Signer", "Lo Lord"])
            #expect(envelope.recipients[0].clientUserID == "u-1")
            #expect(values(envelope, "Rent") == "950" && values(envelope, "Pets") == "true")
            #expect(values(envelope, "two years") == "true" && values(envelope, "one year") == "false")
            #expect(envelope.definition.customFields.map { "\($0.name)=\($0.value)" } == ["flat=7", "floor=2"])
            // The documents were not fetched: it is the server that fills the template.
            #expect(!scene.service.calls.contains { $0.path.contains("/documents/") })
        }
    }

    @Test(
        "A missing subject falls back to the title, then to the template's name",
        arguments: [
            (nil, nil, "Lease"), (nil, "For Bo", "For Bo"), (" ", "For Bo", "For Bo"), ("Own", "For Bo", "Own"),
        ])
    func subject(given: String?, title: String?, subject: String) async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make { $0.emailSubject = nil }
            let defaults = TemplateDefaults(recipients: TemplateScene.people, emailSubject: given, title: title)
            let sent = try await scene.templates.createEnvelope(from: id, with: defaults, sending: true)
            #expect(try await scene.service.envelope(sent.envelopeID).emailSubject == subject)
            // One that the template has goes before a title.
            let other = try await scene.make("Other")
            let kept = try await scene.templates.createEnvelope(from: other, with: defaults, sending: true)
            let usual = given == "Own" ? "Own" : "Your lease"
            #expect(try await scene.service.envelope(kept.envelopeID).emailSubject == usual)
        }
    }

    @Test("Labels are compared as configured, or as the call says")
    func comparison() async throws {
        try await TemplateScene.run({ $0.offline.tabDefaultComparison = .caseAndDiacriticInsensitive }) { scene in
            let id = try await scene.make()
            var defaults = TemplateDefaults(recipients: TemplateScene.people, tabValues: ["NUMERO": "BE68"])
            let folded = try await scene.templates.createEnvelope(from: id, with: defaults, sending: true)
            #expect(values(try await scene.service.envelope(folded.envelopeID), "Numéro") == "BE68")
            defaults.comparison = .strict
            let strict = try await scene.templates.createEnvelope(from: id, with: defaults, sending: true)
            #expect(strict.unusedLabels == ["NUMERO"])
            #expect(values(try await scene.service.envelope(strict.envelopeID), "Numéro") == nil)
            defaults.comparison = .contains
            defaults.tabValues = ["umer": "BE69"]
            let contains = try await scene.templates.createEnvelope(from: id, with: defaults, sending: true)
            #expect(values(try await scene.service.envelope(contains.envelopeID), "Numéro") == "BE69")
        }
    }

    @Test("Unfilled roles and unknown names are reported together before sending")
    func unfilled() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            do {
                _ = try await scene.templates.createEnvelope(
                    from: id,
                    with: TemplateDefaults(recipients: [
                        TemplateDefaults.Recipient(id: "9", name: "x", email: "x@example.org")
                    ]),
                    sending: true)
                Issue.record("it was sent")
            } catch CountersignError.templateDefaults(let error) {
                #expect(error.problems.count == 3, "\(error)")
            }
            #expect(!scene.service.calls.contains { $0.method == "POST" && $0.path.hasSuffix("/envelopes") })
        }
    }

    @Test(
        "With a recipient removed or a PDF inserted, the client builds the envelope itself",
        arguments: [
            (TemplateDefaults.Position.beginning, ["Cover", "lease.pdf"]), (.end, ["lease.pdf", "Cover"]),
        ])
    func putTogether(position: TemplateDefaults.Position, names: [String]) async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            var defaults = TemplateDefaults(recipients: [TemplateScene.people[0], .removing(.role("landlord"))])
            defaults.inserted = DraftDocument(id: "x", name: "Cover", data: try TemplateScene.pdf("Cover"))
            defaults.position = position
            defaults.tabValues = ["Rent": "950"]
            let result = try await scene.templates.createEnvelope(from: id, with: defaults, sending: true)
            let envelope = try await scene.service.envelope(result.envelopeID)
            #expect(envelope.documents.sorted { $0.order < $1.order }.map(\.name) == names)
            #expect(envelope.recipients.map(\.id) == ["1"] && values(envelope, "Rent") == "950")
            let lease = try #require(envelope.documents.first { $0.name == "lease.pdf" })
            #expect(try await scene.service.blob(lease.blob) == TemplateScene.pdf())
        }
    }

    @Test("Sending again under the same transaction makes one envelope")
    func repeated() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            let transaction = EnvelopeID(UUID())
            let defaults = TemplateDefaults(recipients: TemplateScene.people)
            let first = try await scene.templates.createEnvelope(
                from: id, with: defaults, sending: true, transaction: transaction)
            let second = try await scene.templates.createEnvelope(
                from: id, with: defaults, sending: true, transaction: transaction)
            #expect(first == second)
        }
    }

    @Test("Retrying after a lost answer gives the same envelope", arguments: [false, true])
    func lostAnswer(putTogether: Bool) async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            var defaults = TemplateDefaults(recipients: TemplateScene.people, tabValues: ["Rent": "950"])
            if putTogether {
                defaults.inserted = DraftDocument(id: "x", name: "Cover", data: try TemplateScene.pdf("Cover"))
            }
            scene.service.turnOn(.answerLost) { method, path in method == "POST" && path.hasSuffix("/envelopes") }
            await #expect(throws: CountersignError.self) {
                try await scene.templates.createEnvelope(from: id, with: defaults, sending: true)
            }
            let reported = scene.heard.events.compactMap { event in
                if case .sendFailed(let transaction, _) = event { transaction } else { nil }
            }
            #expect(reported.count == 1)
            scene.service.turnOffFaults()
            let again = try await scene.templates.createEnvelope(from: id, with: defaults, sending: true)
            #expect(try await scene.session.api.envelopes().total == 1)
            let envelope = try await scene.service.envelope(again.envelopeID)
            #expect(envelope.definition.transactionID == reported.first?.rawValue)
            // Once there is an answer, the same call means another envelope.
            let other = try await scene.templates.createEnvelope(from: id, with: defaults, sending: true)
            #expect(other.envelopeID != again.envelopeID)
            #expect(try await scene.session.api.envelopes().total == 2)
        }
    }

    @Test("A send that fails early is reported to listeners, but a draft is not")
    func failedSend() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            scene.service.turnOn(.offline)
            let defaults = TemplateDefaults(recipients: TemplateScene.people)
            await #expect(throws: CountersignError.self) {
                try await scene.templates.createEnvelope(from: id, with: defaults, sending: true)
            }
            await #expect(throws: CountersignError.self) {
                try await scene.templates.createEnvelope(from: id, with: defaults, sending: false)
            }
            let reported = scene.heard.events.filter { if case .sendFailed = $0 { true } else { false } }
            #expect(reported.count == 1)
        }
    }

    @Test("A PDF inserted by address is downloaded, online and on the device")
    func insertedByAddress() async throws {
        let url = try #require(URL(string: "https://files.example.org/cover.pdf"))
        let cover = try TemplateScene.pdf("Cover")
        try await TemplateScene.run({ $0.transport = FileBeside(url: url, body: cover, others: $0.transport) }) {
            scene in
            let id = try await scene.make()
            var defaults = TemplateDefaults(recipients: TemplateScene.people)
            defaults.inserted = DraftDocument(id: "x", name: "Cover", url: url)
            let sent = try await scene.templates.createEnvelope(from: id, with: defaults, sending: true)
            let inserted = try await scene.service.envelope(sent.envelopeID).documents.first { $0.name == "Cover" }
            #expect(inserted?.blob == BlobHash(of: cover))
            try await scene.templates.cache(id)
            let offline = try scene.session.offlineEnvelopes(on: try OfflinePlatform.system())
            let composed = try await scene.templates.composeEnvelope(from: id, with: defaults, in: offline)
            let here = try await offline.store.envelope(composed.envelopeID)
            #expect(here.documents.contains { $0.blob == BlobHash(of: cover) })
            let gone = try #require(URL(string: "https://files.example.org/gone.pdf"))
            defaults.inserted = DraftDocument(id: "x", name: "Cover", url: gone)
            await #expect(
                throws: CountersignError.invalidDraft([
                    .notLoaded("x", gone, reason: "the server answered 404")
                ])
            ) { try await scene.templates.composeEnvelope(from: id, with: defaults, in: offline) }
        }
    }

    @Test("A missing value of a required custom field prevents an offline envelope")
    func requiredCustomField() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            try await scene.templates.cache(id)
            let offline = try scene.session.offlineEnvelopes(on: try OfflinePlatform.system())
            var defaults = TemplateDefaults(recipients: TemplateScene.people)
            defaults.customFields = [ListCustomField(id: "b", name: "Branch", items: ["North"], isRequired: true)]
            await #expect(throws: CountersignError.invalidDraft([.customFieldWithoutValue("Branch")])) {
                try await scene.templates.composeEnvelope(from: id, with: defaults, in: offline)
            }
        }
    }

    @Test("Offline, the envelope is made from the cached template and stays on the device")
    func offline() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            try await scene.templates.cache(id)
            scene.service.turnOn(.offline)
            let offline = try scene.session.offlineEnvelopes(on: try OfflinePlatform.system())
            var defaults = TemplateDefaults(tabValues: ["Rent": "950"], title: "Bo's lease")
            defaults.recipients = [
                TemplateDefaults.Recipient(
                    role: "tenant", name: "Ada Sender", email: "ada@example.org", kind: .inPersonSigner,
                    inPersonSignerName: "Bo Signer"),
                TemplateDefaults.Recipient(id: "2", name: "Lo Lord", email: "lo@example.org"),
            ]
            let result = try await scene.templates.composeEnvelope(from: id, with: defaults, in: offline)
            let cached = try #require(try await offline.store.cached(result.envelopeID))
            #expect(cached.name == "Bo's lease" && cached.template == id && cached.origin == .template)
            #expect(cached.state == .inProgress)
            let envelope = try await offline.store.envelope(result.envelopeID)
            #expect(envelope.recipients[0].kind == .inPersonSigner && values(envelope, "Rent") == "950")
            #expect(try await offline.canResume(result.envelopeID))
            let isReported = scene.heard.events.contains(
                .willSendFromTemplate(template: id, hasOnlyRemoteSigners: false, hasInPersonSigners: true))
            #expect(isReported)
        }
    }

    @Test("A template that is not cached makes no envelope offline")
    func notCached() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            let offline = try scene.session.offlineEnvelopes(on: try OfflinePlatform.system())
            await #expect(throws: CountersignError.templateNotCached(id)) {
                try await scene.templates.composeEnvelope(from: id, in: offline)
            }
        }
    }
}
