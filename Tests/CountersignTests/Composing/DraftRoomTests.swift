import Ceremony
import Envelopes
import Foundation
import Testing

@testable import Countersign

@Suite("Values too long for a draft's tabs")
struct DraftRoomTests {
    @Test("Sending a draft reports each tab whose value does not fit, without loading fonts")
    func reported() throws {
        let long = Array(repeating: "with everything that belongs to it", count: 5).joined(separator: ", ")
        let signer = Signer(id: "1", name: "Bo Signer", email: "bo@example.org") {
            SignHere(document: "1", page: 1, x: 72, y: 600)
            FullNameTab(document: "1", page: 1, x: 72, y: 100, width: 10, height: 12)
            TextTab(document: "1", page: 1, x: 72, y: 130, width: 100, height: 14, label: "Goods", value: long)
            TextTab(document: "1", page: 1, x: 72, y: 160, width: 200, height: 80, label: "Roomy", value: long)
            ListTab(document: "1", page: 1, x: 72, y: 250, width: 60, height: 12, label: "Which", items: ["One", long])
        }
        let draft = EnvelopeDraft(
            "Lease", documents: [DraftDocument(id: "1", name: "Lease", data: try OfflinePDF.make())],
            recipients: [signer.draft])
        let sentences = draft.validate().map(\.description)
        #expect(sentences.count == 3)
        for (sentence, what) in zip(sentences, ["the name of recipient 1", "“Goods”", "“Which”"]) {
            #expect(sentence.contains(what) && sentence.contains("too small"), "\(sentence)")
        }
        #expect(draft.validate(sending: false).isEmpty)
    }
}
