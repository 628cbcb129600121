import Envelopes
import Foundation
import Testing

@testable import Ceremony
@testable import TestSupport

/// The words of the last page, as the signing page gets them.
private struct Ended: Decodable {
    struct Words: Decodable {
        struct Quote: Decodable {
            let words: String
        }
        let language: String
        let direction: String
        let good: Bool
        let title: String
        let sentences: [String]
        let quote: Quote?
    }
    let closing: Words?
}

@Suite("The end of a visit")
struct ClosingTests {
    private func words(_ reply: HTTPReply) throws -> Ended.Words {
        try #require(try JSONDecoder().decode(Ended.self, from: reply.body).closing)
    }

    @Test("The last page says who has signed, and that a copy comes by mail, or that none does")
    func signed() async throws {
        let scene = try Scene(recipients: ["María Fernández", "Bob Two"]) { definition in
            definition.recipients[1].clientUserID = "bob"
        }
        let maria = scene.host("1")
        await maria.prepare()
        let first = try words(await maria.send(.post, "finish"))
        #expect(first.good && first.title == "You have signed “Please sign”")
        #expect(
            first.sentences == [
                "You have signed; 1 other has not yet.",
                "When everybody has signed, you get the completed documents by mail to s…@example.com.",
            ])
        let bob = scene.host("2")
        _ = await bob.get("session")
        _ = await bob.send(.post, "consent")
        _ = await bob.send(.put, "signature", Drawings.zigzag())
        await bob.placeEverywhere()
        let last = try words(await bob.send(.post, "finish"))
        #expect(last.title == "“Please sign” is complete")
        #expect(last.sentences.first == "Everybody has signed, and the documents are sealed.")
        #expect(last.sentences.last == "No copy comes by mail. To keep the documents, download them here.")
        let again = try words(await maria.send(.post, "later"))
        #expect(again.sentences.last == "The documents are on their way to s…@example.com by mail.")
    }

    @Test("Declining, leaving and withdrawing end in words of their own")
    func others() async throws {
        let scene = try Scene()
        let host = scene.host("1")
        _ = await host.get("session")
        let later = try words(await host.send(.post, "later"))
        #expect(later.good && later.title == "You have not signed yet")
        #expect(later.sentences == ["What you entered is kept.", "To continue, come back the same way."])
        _ = await host.send(.post, "consent")
        let declined = try words(await host.send(.post, "decline", #"{"reason":"No."}"#))
        #expect(!declined.good && declined.title == "You have declined to sign “Please sign”")

        let other = try Scene()
        _ = try await other.desk.perform(
            .void(reason: "Wrong price."),
            CommandContext(at: other.now, actor: EventActor(kind: .sender, id: "user", name: "Ann Sender")))
        let voided = try words(await other.host("1").get("session"))
        #expect(voided.title == "These documents were withdrawn" && voided.quote?.words == "Wrong price.")
    }

    @Test("The end of the time to sign is no withdrawal, in the reader's language")
    func expired() async throws {
        let scene = try Scene()
        _ = try await scene.desk.perform(.expire, CommandContext(at: scene.now, actor: .service))
        let plain = try words(await scene.host("1").get("session"))
        #expect(plain.title == "The time to sign has expired" && plain.quote == nil)
        let arabic = try words(await scene.host("1").get("session", headers: [.acceptLanguage: "ar, en;q=0.5"]))
        #expect(arabic.language == "ar" && arabic.direction == "rtl")
        #expect(arabic.title == PageSentences(.best(for: ["ar"]))(.timeOverTitle))
    }
}
