import Envelopes
import Foundation
import Ledger
import Mail
import Testing

@testable import Delivery

/// How many messages an address gets.
extension MailFlowTests {
    @Test("An address that many recipients share gets only so many messages an hour, and all in the end")
    func sharedAddress() async throws {
        _ = try await send { definition in
            let tab = definition.tabs[0]
            definition.recipients = (1...50).map {
                Recipient(id: RecipientID(rawValue: "\($0)"), name: "Bo \($0)", email: "Bo@example.org")
            }
            definition.tabs = definition.recipients.map { recipient in
                EnvelopeTab(
                    id: TabID(UUID()), kind: tab.kind, documentID: "1", recipientID: recipient.id, page: 1,
                    frame: tab.frame, label: tab.label)
            }
        }
        await runner.runDue()
        #expect(server.sent.count == 20)
        time.pass(3601)
        await runner.runDue()
        #expect(server.sent.count == 40)
        time.pass(3601)
        await runner.runDue()
        #expect(server.sent.count == 50)
    }

    @Test(
        "Many envelopes send one address only so many messages an hour; the histories say which wait, and none is lost")
    func manyEnvelopes() async throws {
        var ids: [EnvelopeID] = []
        for number in 1...25 {
            ids.append(try await send { $0.recipients[0].email = "bo+\(number)@example.org" })
        }
        await runner.runDue()
        #expect(server.sent.count == 20)
        var waits: [Undelivered] = []
        for id in ids {
            let history = try await ledger.history(id)
            for case .undelivered(let delay) in history.events.map(\.body) {
                waits.append(delay)
                #expect(history.envelope.state(of: "1")?.status == .sent)
            }
        }
        #expect(waits.count == 5 && waits.allSatisfy { $0.waitsUntil == time.now + 3600 })
        // What is looked at again meanwhile says nothing new.
        time.pass(1800)
        await runner.runDue()
        time.pass(1800)
        await runner.runDue()
        #expect(server.sent.count == 25)
        #expect(Set(server.sent.map(\.to.address.description)).count == 25)
        #expect(server.sent.allSatisfy { $0.to.address.local.hasPrefix("bo") })
    }

    @Test("A corrected address does not wait for the quota of the one before")
    func correctedWhileWaiting() async throws {
        for _ in 1...20 { _ = try await send() }
        let id = try await send()
        await runner.runDue()
        #expect(server.sent.count == 20)
        try await correct(id) { envelope in
            var bo = envelope.recipients[0]
            bo.email = "di@example.org"
            return Correction(recipients: [bo])
        }
        await runner.runDue()
        #expect(server.sent.last?.to.address.description == "di@example.org")
    }

    @Test("A code and the completed documents do not wait behind an invitation that does")
    func codesDoNotWait() async throws {
        for _ in 1...20 { _ = try await send() }
        let id = try await send()
        await runner.runDue()
        server.forget()
        let envelope = try await ledger.envelope(id)
        let sealed = try secrets.seal("123456", for: MailSecret.code(of: LinkTarget(envelopeID: id, recipientID: "1")))
        let code = MailOrder(Notice(.oneTimeCode, to: "1"), sealedCode: sealed.base64EncodedString())
        try await queue.add(
            [try code.job(for: envelope), try MailOrder(Notice(.completed, to: "1")).job(for: envelope)], at: time.now)
        await runner.runDue()
        #expect(server.sent.count == 2 && server.sent.contains { $0.text.contains("123456") })
    }

    @Test("An address that is changed back and forth gets no more messages than any other")
    func changedBackAndForth() async throws {
        let id = try await send()
        for number in 1...60 {
            try await correct(id) { envelope in
                var bo = envelope.recipients[0]
                bo.email = number.isMultiple(of: 2) ? "bo@example.org" : "bob@example.org"
                return Correction(recipients: [bo])
            }
            await runner.runDue()
        }
        let counts = Dictionary(grouping: server.sent, by: \.to.address.description).mapValues(\.count)
        // A message that was counted for the address before is counted again for the new one.
        #expect(counts.count == 2 && counts.values.allSatisfy { (19...20).contains($0) }, "\(counts)")
    }
}
