import CountersignTesting
import Envelopes
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Envelopes on a device and the session", .timeLimit(.minutes(8)))
struct OfflineSessionTests {
    @Test("A log-out dismisses the offline signing page and ends the signing")
    func pageGoes() async throws {
        let device = try await SharedDevice()
        let id = try await device.offline.compose(OfflineScene.draft())
        let (people, offline) = (WaitingPeople(), device.offline)
        let signing = Task { try await offline.sign(id, with: people) }
        await people.shown.wait()
        try await device.countersign.logOut(keeping: .allEnvelopes)
        await #expect(throws: CountersignError.sessionEnded) { try await signing.value }
    }

    @Test("Objects from an ended session do nothing for the next user")
    func oldHandles() async throws {
        let device = try await SharedDevice()
        let (offline, session) = (device.offline, device.session)
        let id = try await offline.compose(OfflineScene.draft())
        let host = try await offline.host(for: "1", of: id)
        let (history, document) = try SyncSamples.envelope(number: 1)
        try await device.countersign.logOut(keeping: .allEnvelopes)
        _ = try await device.countersign.logIn(accessToken: device.bo.accessToken, account: device.bo.account)

        let ended = CountersignError.sessionEnded
        await #expect(throws: ended) {
            try await offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        }
        await #expect(throws: ended) { try await offline.compose(OfflineScene.draft()) }
        await #expect(throws: ended) { try await offline.store.envelopes() }
        await #expect(throws: ended) { try await offline.document("1", of: id) }
        await #expect(throws: ended) { try await offline.host(for: "1", of: id) }
        #expect(throws: ended) { try session.offlineEnvelopes(on: offline.platform) }
        #expect(throws: ended) { try session.templates() }
        #expect(throws: ended) { try session.syncEngine(for: offline) }
        // What was under way when the session ended arrives no more.
        await #expect(throws: ended) { try await offline.store.store(document) }
        await #expect(throws: ended) {
            try await offline.store.add(history, name: "Late", origin: .downloaded, confirmedSequence: 1)
        }
        let template = try #require(TemplateID(rawValue: UUID().uuidString.lowercased()))
        await #expect(throws: ended) {
            try await offline.store.keep(
                template: template, name: "Late", modified: nil, body: Data("{}".utf8), documents: [])
        }
        // A page that was left open can write nothing.
        _ = await ScriptedPeople([.sign]).present(SigningPage(source: .host(host), policy: .inApp))
        let envelope = try await device.store().envelope(id)
        #expect(envelope.lastSequence == 2)
    }

    @Test("A log-out keeps unsynced envelopes and announces the ones it removes")
    func keeping() async throws {
        let device = try await SharedDevice()
        let offline = device.offline
        let declined = try await offline.compose(OfflineScene.draft())
        _ = try await offline.sign(declined, with: ScriptedPeople([.decline("Wrong rent")]))
        let begun = try await offline.compose(OfflineScene.draft())
        _ = try await offline.sign(begun, with: ScriptedPeople([.later]))
        let waiting = try await offline.compose(SharedDevice.remoteDraft())
        let untouched = try await offline.compose(OfflineScene.draft())
        let draft = EnvelopeDraft("Being composed")
        try await offline.store.save(draft)
        #expect(Set(try await offline.store.unsynced()) == [declined, begun, waiting])

        var heard = device.countersign.events.makeAsyncIterator()
        try await device.countersign.logOut()
        #expect(Set(try await device.store().envelopeIDs()) == [declined, begun, waiting])
        device.countersign.events.announce(.syncEnded)
        var gone: Set<EnvelopeID> = []
        while let event = await heard.next(), event != .syncEnded {
            if case .uncached(let id) = event { gone.insert(id) }
        }
        #expect(gone == [untouched, draft.id])
    }

    @Test("An unsynced refusal is removed only after its export")
    func declinedNeedsExport() async throws {
        let device = try await SharedDevice()
        let (offline, user) = (device.offline, device.session.user)
        let id = try await offline.compose(OfflineScene.draft())
        _ = try await offline.sign(id, with: ScriptedPeople([.decline("Wrong rent")]))
        await #expect(throws: CountersignError.store(.unsyncedSignatures([id]))) { try await offline.remove(id) }
        await #expect(throws: CountersignError.exportIncomplete(missing: [id])) {
            try await device.countersign.logOut(
                deletingUnsynced: EnvelopeExport.Receipt(userKey: user.key, envelopes: [:]))
        }
        #expect(!device.session.hasEnded)
        let export = try await offline.exportUnsynced(to: device.folder.url.appending(path: "out"))
        #expect(export.exports.map(\.id) == [id])
        try await device.countersign.logOut(deletingUnsynced: export)
        #expect(try await device.store().envelopeIDs() == [])
    }

    @Test("Signing during a log-out that deletes is refused, or its envelope stays")
    func signingMeanwhile() async throws {
        for isElsewhere in [false, true] {
            let device = try await SharedDevice()
            let id = try await device.offline.compose(OfflineScene.draft())
            let export = try await device.offline.exportUnsynced(
                to: device.folder.url.appending(path: "out"))
            let offline = isElsewhere ? try device.elsewhere() : device.offline
            let failure = Tally()
            device.credentials.whenRemoved.withLock {
                $0 = {
                    do {
                        _ = try await offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
                    } catch {
                        failure.add()
                    }
                }
            }
            if isElsewhere {
                await #expect(throws: CountersignError.exportIncomplete(missing: [id])) {
                    try await device.countersign.logOut(deletingUnsynced: export)
                }
                #expect(try await device.store().envelope(id).status == .signed)
                #expect(failure.value == 0)
            } else {
                try await device.countersign.logOut(deletingUnsynced: export)
                #expect(try await device.store().envelopeIDs() == [])
                #expect(failure.value == 1)
            }
            #expect(device.session.hasEnded)
        }
    }

    @Test("Settings are shared by all of a session's offline objects")
    func sharedSettings() async throws {
        struct Hooks: OfflineSigningHooks {}
        let device = try await SharedDevice()
        device.offline.hooks = Hooks()
        device.offline.closeQuestion = "Leave?"
        let again = try device.session.offlineEnvelopes(on: device.offline.platform)
        #expect(again.hooks is Hooks)
        #expect(again.closeQuestion == "Leave?")
    }
}
