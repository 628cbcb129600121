import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Dismissed pages", .timeLimit(.minutes(10)))
struct DismissalTests {
    @Test("A page dismissed before its address arrives is not shown, and its call is cancelled")
    func beforeItIsShown() async throws {
        try await withTestFolder { folder in
            let (stage, asked) = (SigningStage(), Gate())
            let server = stage.transport
            let session = try await stage.session(folder) {
                $0.transport = ScriptedTransport { call in
                    guard call.path.hasSuffix("/views/recipient") else { return try await server.send(call) }
                    let cancelled = Gate()
                    await withTaskCancellationHandler {
                        asked.open()
                        await cancelled.wait()
                    } onCancel: {
                        cancelled.open()
                    }
                    throw CancellationError()
                }
            }
            var events = session.events.makeAsyncIterator()
            let shown = Tally()
            let presentation = Task {
                try await session.present(
                    stage.named,
                    with: TestPresenter { _ in
                        shown.add()
                        return .cancelled
                    })
            }
            await asked.wait()
            session.dismissPresentation()
            #expect(try await presentation.value == .cancelled)
            #expect(shown.value == 0)
            #expect(
                await events.next()
                    == .signingCancelled(
                        stage.envelopeID, mode: .online, reason: .cancel, error: nil, information: nil))
        }
    }

    @Test("A log-out dismisses a page shown by its address")
    func byAddress() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let countersign = try CountersignClient(.test(folder, stage.transport))
            try await countersign.logIn(accessToken: "t", account: TestUser.ada.details)
            let address = try #require(URL(string: "https://sign.example.org/sign/ticket-1"))
            let people = WaitingPeople()
            let presentation = Task { try await countersign.present(url: address, with: people) }
            await people.shown.wait()
            try await countersign.logOut()
            #expect(try await presentation.value == .cancelled)
        }
    }

    @Test("An invalid page address throws, and listeners hear of a cancelled signing")
    func unusableAddress() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let countersign = try CountersignClient(.test(folder, stage.transport))
            var events = countersign.events.makeAsyncIterator()
            let address = try #require(URL(string: "http://sign.example.org/sign/ticket-1"))
            let error = CountersignError.unusableAddress(what: "the signing page's address is not https")
            await #expect(throws: error) {
                try await countersign.present(
                    url: address, envelopeID: stage.envelopeID, recipientID: "1",
                    with: TestPresenter { _ in .cancelled })
            }
            #expect(
                await events.next()
                    == .signingCancelled(
                        stage.envelopeID, recipient: "1", mode: .online, reason: nil, error: error, information: nil))
        }
    }
}
