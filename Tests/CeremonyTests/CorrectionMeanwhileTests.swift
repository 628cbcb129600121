import Envelopes
import Essentials
import Foundation
import Ledger
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("A change by the sender while a signature is made")
struct CorrectionMeanwhileTests {
    /// Does something else before the first certificate is issued.
    private struct Interrupting: SigningAuthority {
        let authority: EnvelopeAuthority
        let isDone = Locked(false)
        let act: @Sendable () async throws -> Void

        func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner {
            let isFirst = isDone.withLock { done in
                defer { done = true }
                return !done
            }
            if isFirst { try await act() }
            return try await authority.signer(for: recipient, at: date)
        }

        func seal() async throws -> any DocumentSigner { try await authority.seal() }
    }

    private func host(_ scene: Scene, _ act: @escaping @Sendable () async throws -> Void) -> CeremonyHost {
        CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter, authority: Interrupting(authority: scene.authority, act: act),
            configuration: CeremonyConfiguration(now: { [now = scene.now] in now }))
    }

    private func perform(_ command: Command, _ scene: Scene) async throws {
        let actor = EventActor(kind: .sender, id: "user", name: "Ann Sender")
        _ = try await scene.desk.ledger.perform(
            command, on: scene.desk.id, CommandContext(at: scene.now, actor: actor))
    }

    @Test("A field that is added for somebody else is in the document that is signed then")
    func newField() async throws {
        let scene = try Scene(recipients: ["Ann One", "Łukasz Żółć"])
        await scene.host().prepare()
        let new = try #require(TabID(rawValue: "00000000-0000-4000-8000-0000000000ff"))
        let host = host(scene) {
            let tab = EnvelopeTab(
                id: new, kind: .text, documentID: "1", recipientID: "2", page: 1,
                frame: TabFrame(x: 300, y: 100, width: 100, height: 20), label: "Floor", required: false)
            try await perform(.correct(Correction(tabs: [tab])), scene)
        }
        let answer = await host.send(.post, "finish")
        #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        let history = try await scene.desk.history()
        #expect(history.events.suffix(2).map(\.body.kind) == [.corrected, .signed])
        let bytes = try await scene.desk.blob(try #require(history.envelope.latestVersion(of: "1")))
        #expect(String(decoding: bytes, as: UTF8.self).contains("countersign-\(new)"))
        #expect(throws: EnvelopeError.fieldsFixed("1")) {
            _ = try decide(
                .correct(Correction(removedTabs: [new])), history.envelope,
                CommandContext(at: scene.now, actor: EventActor(kind: .sender, id: "user", name: "Ann Sender")))
        }
    }

    @Test("An address for another device is not given out if the recipient was changed while it was made")
    func elsewhere() async throws {
        let scene = try Scene()
        let before = try #require(try await scene.desk.history().envelope.recipient("1"))
        var configuration = CeremonyConfiguration(now: { [now = scene.now] in now })
        let isChanged = Locked(false)
        configuration.continueElsewhere = {
            if isChanged.withLock(\.self) {
                var other = before
                other.name = "Somebody Else"
                try await perform(.correct(Correction(recipients: [other])), scene)
            }
            return ContinuedVisit(
                url: "https://example.org/sign/x", minutes: 5, picture: CodePicture(size: 1, path: "M0 0h1v1h-1z"))
        }
        let host = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter, authority: scene.authority, configuration: configuration)
        let call = HTTPCall(.post, "elsewhere", headers: [.contentType: "application/json"], body: Data("{}".utf8))
        #expect(await host.answer(call, as: before).status == 200)
        isChanged.withLock { $0 = true }
        let late = await host.answer(call, as: before)
        #expect(late.status != 200 && !String(decoding: late.body, as: UTF8.self).contains("/sign/"))
    }

    @Test("A lock keeps the signature out, and the person reads until when")
    func lock() async throws {
        let scene = try Scene()
        await scene.host().prepare()
        let sender = Sender(userID: "user", name: "Ann Sender", email: "ann@example.com")
        let host = host(scene) {
            let lock = EditLock(by: sender, at: scene.now, seconds: 600, token: BlobHash(of: Data("t".utf8)))
            try await perform(.lock(lock), scene)
        }
        let answer = await host.send(.post, "finish")
        let problem = try #require(try Answer(answer).error)
        #expect(answer.status == 409 && problem.code == "being_changed")
        #expect(problem.message.hasPrefix("Ann Sender is changing these documents, until 09:26 (UTC)"), "\(problem)")
        #expect(try await scene.desk.history().events.last?.body.kind == .locked)
    }
}
