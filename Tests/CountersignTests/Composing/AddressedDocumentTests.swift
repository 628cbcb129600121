import CountersignTesting
import Envelopes
import Foundation
import Testing

@testable import Countersign

@Suite("Documents from an address")
struct AddressedDocumentTests {
    @Test("An answer larger than a document may be is refused", arguments: [0, 1])
    func tooLarge(over: Int) async throws {
        let url = try #require(URL(string: "https://files.example.org/lease.pdf"))
        let lease = try OfflinePDF.make(title: "Lease")
        let transport = ScriptedTransport { _ in HTTPReply(status: 200, body: lease) }
        var document = DraftDocument(id: "1", name: "Lease", url: url)
        let limit = lease.count - over
        if over == 0 {
            try await document.load(over: transport, limit: limit)
            #expect(document.source == .data(lease))
        } else {
            await #expect(throws: DraftProblem.fileTooLarge("1", limit: limit)) {
                try await document.load(over: transport, limit: limit)
            }
            #expect(document.source == .remote(url))
        }
    }

    @Test("A draft with an address is valid for the server, and for the device only after the download")
    func everywhere() async throws {
        let url = try #require(URL(string: "https://files.example.org/lease.pdf"))
        let lease = try OfflinePDF.make(title: "Lease")
        let device = try await SharedDevice {
            $0.transport = FileBeside(url: url, body: lease, others: $0.transport)
        }
        var draft = EnvelopeDraft("Lease") {
            DraftDocument(id: "1", name: "Lease", url: url)
            Signer(id: "1", name: "Ada Host", email: "ada@example.org") {
                SignHere(document: "1", page: 1, x: 72, y: 500)
            }
        }
        #expect(draft.validate() == [] && draft.validate(sending: false) == [])
        let made = try await device.session.send(draft.copy())
        #expect(try await device.service.envelope(made).documents.map(\.blob) == [BlobHash(of: lease)])

        let notLoaded = [DraftProblem.notLoaded("1", url, reason: "it was not fetched before")]
        #expect(device.offline.problems(in: draft) == notLoaded)
        await #expect(throws: CountersignError.invalidDraft(notLoaded)) { try await device.offline.compose(draft) }
        // Of a draft that is kept, only the address is.
        try await device.offline.store.save(draft)
        #expect(try await device.offline.store.draft() == draft)
        try await draft.loadDocuments(over: device.session.configuration.transport)
        try await device.offline.store.save(draft)
        let kept = try #require(try await device.offline.store.draft())
        #expect(kept.documents.map(\.source) == [.data(lease)])
        let id = try await device.offline.compose(kept)
        #expect(try await device.offline.canResume(id))
    }
}
