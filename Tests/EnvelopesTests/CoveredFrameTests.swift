import Foundation
import Testing

@testable import Envelopes

@Suite("Covered places of documents")
struct CoveredFrameTests {
    private func document(_ covered: [CoveredFrame] = []) -> EnvelopeDocument {
        EnvelopeDocument(
            id: "1", name: "Lease.pdf", blob: BlobHash(of: Data()), pages: [PageSize(width: 595, height: 842)],
            order: 1, covered: covered)
    }

    @Test("A document without covered places is written as before there were any")
    func unchanged() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(document()), as: UTF8.self)
        #expect(
            text == #"{"blob":"\#(BlobHash(of: Data()).rawValue)","id":"1","name":"Lease.pdf","order":1,"#
                + #""pages":[{"height":842000,"width":595000}]}"#)
    }

    @Test("Covered places are read back as they were written")
    func roundTrip() throws {
        let covered = document([CoveredFrame(page: 1, frame: TabFrame(x: 72.5, y: 80, width: 90, height: 12))])
        let read = try JSONDecoder().decode(EnvelopeDocument.self, from: try JSONEncoder().encode(covered))
        #expect(read == covered)
        #expect(read.covered.first?.frame.x == 72.5)
    }

    @Test("A document has at most a thousand covered places")
    func limit() {
        let frame = CoveredFrame(page: 1, frame: TabFrame(x: 0, y: 0, width: 1, height: 1))
        func problems(_ count: Int) -> [EnvelopeProblem] {
            EnvelopeDefinition(
                accountID: "a", sender: Sender(userID: "u", name: "Ann", email: "ann@example.com"), emailSubject: "x",
                documents: [document(Array(repeating: frame, count: count))], recipients: [], tabs: []
            ).problems(whenSending: false)
        }
        let problem = EnvelopeProblem.tooMany(.document("1", .covered), limit: 1000)
        #expect(!problems(1000).contains(problem))
        #expect(problems(1001).contains(problem))
    }
}
