import Envelopes
import Foundation
import Testing

@testable import Countersign

@Suite("Signers on a device")
struct LocalSignersTests {
    private func obstacles(sentBy sender: String, clientUserID: String?) throws -> [OfflineObstacle] {
        let user = AccountDetails(
            accountID: "a-1", userID: "ada", userName: "Ada Host", email: "ada@example.org")
        let definition = EnvelopeDefinition(
            accountID: "a-1", sender: Sender(userID: sender, name: "Sender", email: "sender@example.org"),
            emailSubject: "Lease",
            documents: [
                EnvelopeDocument(
                    id: "1", name: "Lease", blob: BlobHash(of: Data("lease".utf8)),
                    pages: [PageSize(width: 612, height: 792)], order: 1)
            ],
            recipients: [
                Recipient(
                    id: "1", name: "Ada Host", email: "ada@example.org", routingOrder: 1, clientUserID: clientUserID)
            ],
            tabs: [
                EnvelopeTab(
                    id: TabID(UUID()), kind: .signHere, documentID: "1", recipientID: "1", page: 1,
                    frame: TabFrame(x: 72, y: 500, width: 100, height: 30), label: "Sign", required: true,
                    locked: false)
            ])
        return LocalSigners(user).obstacles(definition, needsSigner: true)
    }

    @Test("The user signs envelopes from anybody, but with a client user id only their own")
    func clientUserIDs() throws {
        #expect(try obstacles(sentBy: "bo", clientUserID: nil) == [])
        #expect(try obstacles(sentBy: "ada", clientUserID: "customer-17") == [])
        #expect(try obstacles(sentBy: "bo", clientUserID: "customer-17") == [.nobodyLeftHere])
    }
}
