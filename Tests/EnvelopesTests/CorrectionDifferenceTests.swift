import Envelopes
import Foundation
import Testing

@Suite("The correction from one definition to another")
struct CorrectionDifferenceTests {
    private let document = EnvelopeDocument(
        id: "1", name: "Contract", blob: BlobHash(of: Data("1".utf8)), pages: [PageSize(width: 612, height: 792)],
        order: 1)

    private var old: EnvelopeDefinition {
        EnvelopeDefinition(
            accountID: "a", sender: Sender(userID: "u", name: "Anna", email: "anna@example.org"),
            emailSubject: "Contract", emailBlurb: "Please sign.", documents: [document],
            recipients: [
                Recipient(id: "1", name: "Ada", email: "ada@example.org"),
                Recipient(id: "2", name: "Ben", email: "ben@example.org", routingOrder: 2),
            ], tabs: [tab("1"), tab("2")], notification: .standard)
    }

    private func tab(_ recipient: RecipientID, x: Double = 72) -> EnvelopeTab {
        EnvelopeTab(
            id: TabID(UUID(uuidString: "00000000-0000-0000-0000-00000000000\(recipient)") ?? UUID()), kind: .signHere,
            documentID: "1", recipientID: recipient, page: 1, frame: TabFrame(x: x, y: 72, width: 100, height: 30),
            label: "Signature")
    }

    @Test("It leads from the one to the other")
    func leadsThere() {
        var new = old
        new.recipients.removeLast()
        new.recipients.append(Recipient(id: "3", name: "Cleo", email: "cleo@example.org"))
        new.tabs = [tab("1", x: 90)]
        new.emailSubject = "Lease"
        new.emailBlurb = nil
        new.notification = nil
        #expect(old.corrected(by: Correction(from: old, to: new)) == new)
    }

    @Test("Nothing changed is no correction")
    func nothing() {
        #expect(Correction(from: old, to: old) == Correction())
    }

    @Test("Made again on what others have changed, it keeps both changes")
    func merges() {
        var mine = old
        mine.tabs[0] = tab("1", x: 200)
        var theirs = old
        theirs.emailSubject = "Lease"
        theirs.recipients[1].name = "Benjamin"
        let both = theirs.corrected(by: Correction(from: old, to: mine))
        #expect(both.emailSubject == "Lease")
        #expect(both.recipients[1].name == "Benjamin")
        #expect(both.tabs[0].frame.x == 200)
    }
}
