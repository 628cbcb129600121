import Envelopes
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Impossible histories", .timeLimit(.minutes(8)))
struct ImpossibleHistoryTests {
    /// A history in which two documents have one id, as a server may send it.
    private func history(_ scene: OfflineScene) async throws -> History {
        let own = try await scene.offline.compose(OfflineScene.draft())
        var definition = try await scene.store.envelope(own).definition
        definition.transactionID = nil
        definition.documents.append(definition.documents[0])
        let id = EnvelopeID(UUID())
        let actor = EventActor(kind: .sender, id: OfflineScene.ada.userID, name: "Ada Host")
        let created = try Event(
            sequence: 1, envelopeID: id, at: OfflineScene.start, actor: actor, commandKey: nil,
            body: .created(definition), device: nil, previousHash: .none)
        let sent = try Event(
            sequence: 2, envelopeID: id, at: OfflineScene.start, actor: actor, commandKey: nil, body: .sent,
            device: nil, previousHash: created.hash)
        return try History([created, sent])
    }

    @Test("A download refuses an invalid history and gives the reason")
    func download() async throws {
        try await withTestFolder { folder in
            let scene = try OfflineScene()
            let history = try await history(scene)
            let file = try history.file
            let transport = ScriptedTransport { call in
                call.isUserInfo ? TestUser.ada.userInfo() : HTTPReply(status: 200, body: file)
            }
            let session = try await CountersignClient(.test(folder, transport))
                .logIn(accessToken: "t", account: TestUser.ada.details)
            let offline = try session.offlineEnvelopes(on: SharedDevice.platform())
            let download = OfflineDownload(envelopes: offline, api: session.api)
            for work in [
                { _ = try await download.obstacles(history.envelope.id) },
                { try await download.download(history.envelope.id) },
            ] as [@Sendable () async throws -> Void] {
                await #expect {
                    try await work()
                } throws: { error in
                    guard case CountersignError.unreadableAnswer(let what, _) = error else { return false }
                    return what.contains("an invalid envelope")
                }
            }
            #expect(try await offline.store.cached(history.envelope.id) == nil)
        }
    }

    @Test("An envelope is downloaded only for the account that owns the local envelopes")
    func otherAccount() async throws {
        let device = try await SharedDevice()
        let scene = try OfflineScene()
        await #expect(
            throws: CountersignError.accountMismatch(what: "the envelopes on this device belong to another user")
        ) {
            try await OfflineDownload(envelopes: scene.offline, api: device.session.api).download(EnvelopeID(UUID()))
        }
    }

    @Test("An invalid history on the device fails the signing but does not crash the app")
    func onTheDevice() async throws {
        let scene = try OfflineScene()
        let history = try await history(scene)
        try await scene.store.add(history, name: "Twice", origin: .downloaded, confirmedSequence: 2)
        let people = ScriptedPeople([.sign, .sign, .sign])
        _ = try? await scene.offline.sign(history.envelope.id, with: people)
        try await scene.store.history(history.envelope.id).verify()
    }
}
