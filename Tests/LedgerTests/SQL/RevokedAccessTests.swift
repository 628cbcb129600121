import Envelopes
import Foundation
import Ledger
import Testing

@testable import TestSupport

@Suite("What opens a part that was passed on")
struct RevokedAccessTests {
    @Test("Nothing of the earlier person's works afterward; another recipient's does", arguments: Engine.allCases)
    func revoked(engine: Engine) async throws {
        let fixture = try LedgerFixture(engine)
        let links = SQLLinkStore(fixture.database)
        let sessions = SQLSessionStore(fixture.database, idleLife: 600)
        let tickets = SQLTicketStore(fixture.database)
        let codes = SQLCodeStore(fixture.database)
        var definition = fixture.definition(document: try await fixture.blobs.store(Data("a document".utf8)))
        definition.allowsReassigning = true
        definition.recipients[0].clientUserID = nil
        definition.recipients.append(Recipient(id: "2", name: "Other", email: "other@example.org"))
        let id = EnvelopeID(UUID())
        _ = try await fixture.ledger.createEnvelope(id, definition, send: true, fixture.context())
        let now = Moment.start

        struct Keys {
            let link: Secret
            let session: (id: UUID, cookie: Secret)
            let ticket: Secret
            let code: String
        }
        func keys(_ recipient: RecipientID) async throws -> Keys {
            let target = LinkTarget(envelopeID: id, recipientID: recipient)
            let visit = TicketTarget(
                envelopeID: id, recipientID: recipient, returnURL: try #require(URL(string: "https://example.org/")))
            let order = try await codes.issue(
                for: target, within: LimitedAct("code", limit: 3, period: 60), life: 600, tries: 5, at: now)
            guard case .issued(let code) = order else { throw CancellationError() }
            try await fixture.events.noteServed(DocumentPage("1", 1), of: id, to: recipient)
            _ = try await fixture.events.noteShown([DocumentPage("1", 1)], of: id, to: recipient)
            return Keys(
                link: try await links.issue(target, at: now, life: 3600),
                session: try await sessions.open(visit, id: UUID(), asking: [], at: now),
                ticket: try await tickets.issue(visit, at: now, life: 3600), code: code)
        }
        let earlier = try await keys("1")
        let other = try await keys("2")
        let actor = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        _ = try await fixture.ledger.perform(
            .delegate(recipientID: "1", delegation: Delegation(name: "Cy", email: "cy@example.org", reason: "r")),
            on: id, CommandContext(at: now, actor: actor))

        let target = LinkTarget(envelopeID: id, recipientID: "1")
        // It opens nothing, but can still say what has happened.
        #expect(try await links.find(earlier.link, at: now) == .passedOn(target, holder: 0))
        let visited = try await sessions.visit(
            earlier.session.id.uuidString, cookie: earlier.session.cookie, at: now)
        #expect(visited == .unknown)
        #expect(try await tickets.redeem(earlier.ticket, at: now) == .unknown)
        #expect(try await codes.redeem(earlier.code, for: target, at: now) == .unknown)
        #expect(try await fixture.events.shownPages(of: id, to: "1").isEmpty)

        #expect(try await links.find(other.link, at: now) != .unknown)
        #expect(
            try await sessions.visit(other.session.id.uuidString, cookie: other.session.cookie, at: now) != .unknown)
        #expect(try await tickets.redeem(other.ticket, at: now) != .unknown)
        #expect(try await fixture.events.shownPages(of: id, to: "2").count == 1)
        #expect(try await fixture.published(id) == ["created", "sent", "delegated"])
    }
}
