import Envelopes
import Foundation
import Testing

@testable import Ceremony

@Suite("The certificate's text about events")
struct EventWordsTests {
    private func sentence(_ body: EventBody, in scene: Scene) async throws -> String {
        let envelope = try await scene.desk.envelope()
        let event = try Event(
            sequence: envelope.lastSequence + 1, envelopeID: envelope.id, at: scene.now, actor: .service,
            commandKey: nil, body: body, previousHash: envelope.lastHash)
        return EventWords(envelope: envelope).sentence(event)
    }

    @Test("The text names the user who uploaded a device's events, and the values in the device's own fonts")
    func uploaded() async throws {
        let scene = try Scene()
        let key = Data(repeating: 4, count: 65).base64EncodedString()
        let ada = Sender(userID: "u-1", name: "Ada Host", email: "ada@example.org")
        let reported = try await sentence(.historyTaken(device: key, first: 2, last: 5, uploadedBy: ada), in: scene)
        #expect(
            reported.hasPrefix(
                "The service accepted events 2 to 5, which a device recorded and signed. "
                    + "Ada Host (ada@example.org) uploaded them. SHA-256 of its key: "))
        let tab = try #require(TabID(rawValue: Scene.text))
        let drawn = try await sentence(
            .historyTaken(device: key, first: 2, last: 5, uploadedBy: ada, otherFonts: [tab]), in: scene)
        let label = try #require(try await scene.desk.envelope().tab(tab)).label
        #expect(drawn.contains("uploaded them. The device drew “\(label)” in fonts of its own. SHA-256"))
    }

    @Test("A correction is told with everything that changed, people with their addresses")
    func corrected() async throws {
        let scene = try Scene()
        let correction = Correction(
            recipients: [Recipient(id: "1", name: "Bo", email: "bo@example.org")], removedRecipients: ["2"],
            removedTabs: [try #require(TabID(rawValue: Scene.text))], emailSubject: "New", cleared: [.notification])
        let told = try await sentence(.corrected(correction), in: scene)
        #expect(
            told.hasSuffix(
                " changed the envelope: recipient Bo (bo@example.org), recipient 2 removed, 1 field removed, the subject,"
                    + " reminders and expiry."))
    }

    @Test("A value in lines is told in one, with a sign for each break")
    func lines() async throws {
        let scene = try Scene()
        let tab = try #require(TabID(rawValue: Scene.text))
        let reported = try await sentence(.fieldFilled(recipientID: "1", tabID: tab, value: "Kade 1\nHoorn"), in: scene)
        #expect(reported.hasSuffix(": Kade 1 ¶ Hoorn"))
    }
}
