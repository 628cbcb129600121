import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

@Suite("Which documents a recipient sees")
struct VisibilityTests {
    /// Document 1 has tabs of the first signer, 2 of the second, 3 of nobody.
    private func definition(enforced: Bool) -> EnvelopeDefinition {
        var definition = Samples.definition()
        definition.documents = [
            Samples.document("3", order: 3), Samples.document("1"), Samples.document("2", order: 2),
        ]
        definition.recipients += [
            Recipient(id: "3", name: "Copy", email: "copy@example.org", kind: .carbonCopy),
            Recipient(id: "4", name: "Receiver", email: "r@example.org", kind: .certifiedDelivery),
        ]
        definition.tabs = [Samples.tab(1, .signHere), Samples.tab(9, .signHere, for: "2", on: "2")]
        definition.enforcesVisibility = enforced
        return definition
    }

    private func seen(_ definition: EnvelopeDefinition) throws -> [RecipientID: [String]] {
        let envelope = try Samples.sent(definition).envelope
        return Dictionary(
            uniqueKeysWithValues: envelope.recipients.map {
                ($0.id, envelope.documents(visibleTo: $0.id).map(\.id.rawValue))
            })
    }

    @Test("Without a wish of the sender, everybody sees everything, in order")
    func everything() throws {
        let all = ["1", "2", "3"]
        #expect(try seen(definition(enforced: false)) == ["1": all, "2": all, "3": all, "4": all])
    }

    @Test("With visibility enforced, signers see what is theirs or nobody's; others see everything")
    func enforced() throws {
        #expect(
            try seen(definition(enforced: true))
                == ["1": ["1", "3"], "2": ["2", "3"], "3": ["1", "2", "3"], "4": ["1", "2", "3"]])
    }

    @Test("A document is hidden from those whom the sender excludes, whoever they are")
    func excluded() throws {
        var definition = definition(enforced: false)
        definition.recipients[0].excludedDocuments = ["2"]
        definition.recipients[2].excludedDocuments = ["1", "3"]
        #expect(
            try seen(definition) == ["1": ["1", "3"], "2": ["1", "2", "3"], "3": ["2"], "4": ["1", "2", "3"]])
        let envelope = try Samples.sent(definition).envelope
        #expect(!envelope.seesAll("1") && envelope.seesAll("2") && !envelope.seesAll("9"))
        #expect(envelope.document("2", visibleTo: "1") == nil && envelope.document("3", visibleTo: "1") != nil)
    }

    @Test("Nobody has to see a page of a document that is hidden from them, nor signs it")
    func pages() throws {
        let envelope = try Samples.sent(definition(enforced: true)).envelope
        #expect(envelope.pagesToShow(to: "1").map(\.documentID) == ["1", "3"])
        #expect(envelope.documentsAsking("1").map(\.id) == ["1"])
        var free = definition(enforced: true)
        free.tabs.removeFirst()
        #expect(try Samples.sent(free).envelope.documentsAsking("1").map(\.id) == ["1", "3"])
    }

    @Test("A tab on a hidden document, an unknown document and nothing to see are problems")
    func problems() {
        var definition = definition(enforced: false)
        definition.recipients[0].excludedDocuments = ["1", "7"]
        definition.recipients[3].excludedDocuments = ["1", "2", "3"]
        #expect(
            definition.problems(whenSending: true) == [
                .unknownExclusion("1", "7"), .tabOnExcludedDocument(definition.tabs[0]), .nothingVisible("4"),
            ])
        // A copy may be of nothing, since it asks for nothing.
        definition.recipients[0].excludedDocuments = []
        definition.recipients[3].kind = .carbonCopy
        #expect(definition.problems(whenSending: true).isEmpty)
    }
}
