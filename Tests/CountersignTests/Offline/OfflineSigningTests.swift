import Envelopes
import Foundation
import SignedPDF
import Testing
import X509

@testable import Ceremony
@testable import Countersign

@Suite("Offline signing")
struct OfflineSigningTests {
    @Test("Three people sign one after the other without a network")
    func threeSigners() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        #expect(try await scene.offline.canResume(id))
        let people = ScriptedPeople([.sign, .sign, .sign])
        let outcome = try await scene.offline.sign(id, with: people)
        #expect(await people.refusals == [])
        #expect(outcome == .completed(.byDevice))
        #expect(try await scene.signers(of: id) == ["1", "2", "3"])
        // The device goes to each person, and to the user before they sign themselves.
        #expect(
            await people.handOvers.map { handOver -> RecipientID? in
                if case .signer(let recipient) = handOver.to { recipient.id } else { nil }
            } == ["1", "2", "3"])

        let cached = try #require(try await scene.store.cached(id))
        #expect(cached.state == .readyToSync)
        #expect(cached.status == .signed)
        #expect(cached.holdsUnsyncedSignature)
        #expect(cached.name == "Rental agreement")
        #expect(try await scene.store.pendingEnvelopes().map(\.id) == [id])
        #expect(try await scene.offline.canResume(id) == false)
        await #expect(throws: CountersignError.notPossibleOffline([.readyToSync(id)])) {
            try await scene.offline.sign(id, with: people)
        }
    }

    @Test("The signed PDF is there at once, and every signature is valid")
    func signedPDF() async throws {
        let scene = try OfflineScene()
        let draft = try OfflineScene.draft()
        let id = try await scene.offline.compose(draft)
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let pdf = try await scene.offline.document("1", of: id)
        #expect(pdf.starts(with: try draft.documents[0].bytes()))
        let authority = try await scene.offline.keys.authority()
        let report = try await PDFDocument(pdf).verifySignatures(
            trusting: [authority.certificate], at: OfflineScene.start.addingTimeInterval(60))
        #expect(report.verdict == .valid)
        #expect(report.signatures.map(\.signer) == ["Bo Tenant", "Cy Tenant", "Ada Host <ada@example.org>"])
    }

    @Test("The device signs every event, with its time, facts and position")
    func evidence() async throws {
        let scene = try OfflineScene(consent: Disclosure(title: "Consent", paragraphs: ["I agree to this."]))
        try await scene.offline.times.note(
            HTTPReply(status: 200, headers: [.date: "Sat, 21 Nov 2026 09:15:00 GMT"]))
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let history = try await scene.store.history(id)
        try history.verifyDeviceSignatures()
        #expect(history.deviceKeys == [try await scene.offline.keys.signer().publicKey])
        #expect(history.events.allSatisfy { $0.device?.signature != nil })
        let evidence = try #require(history.events.last?.device)
        #expect(evidence.zone == "Europe/Amsterdam")
        #expect(evidence.secondsFromUTC == 3600)
        #expect(evidence.elapsed == 0)
        #expect(evidence.count != nil)
        #expect(evidence.serverTime?.at == Date(timeIntervalSince1970: 1_795_252_500))
        #expect(evidence.facts == ["model": "Tablet 3"])
        #expect(evidence.position?.accuracy == 20)
        let disclosures = history.events.compactMap { event in
            if case .consented(_, let hash) = event.body { hash } else { nil }
        }
        #expect(disclosures.count == 3)
        let text = try await scene.store.blob(try #require(disclosures.first))
        #expect(String(decoding: text, as: UTF8.self) == "Consent\nI agree to this.\n")
    }

    @Test("A device never seals")
    func noSeal() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        #expect(!(try await scene.store.history(id).events.contains { $0.body.kind == .sealed }))
        await #expect(throws: CountersignError.self) {
            _ = try await DeviceSigningAuthority(scene.offline.keys.authority()).seal()
        }
    }

    @Test("After the signers at the device, the envelope waits for those elsewhere")
    func remoteSigners() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft(remote: true))
        let outcome = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        #expect(outcome == .completed(.byDevice))
        let envelope = try await scene.store.envelope(id)
        #expect(envelope.status == .sent)
        #expect(envelope.currentRoutingOrder == 4)
        #expect(try await scene.store.cached(id)?.state == .readyToSync)
    }

    @Test("An envelope that nobody signs at the device is ready to sync at once")
    func nobodyHere() async throws {
        let scene = try OfflineScene()
        let draft = try EnvelopeDraft("Lease") {
            DraftDocument(id: "1", name: "Lease", data: try OfflinePDF.make())
            Signer(id: "1", name: "Ada host", email: "ada@example.org") {
                SignHere(document: "1", page: 1, x: 72, y: 500)
            }
        }
        // Names are compared letter for letter.
        let id = try await scene.offline.compose(draft)
        #expect(try await scene.store.cached(id)?.state == .readyToSync)
    }

    @Test("Signing that is put off or closed keeps all entries and can be resumed")
    func finishLater() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        let first = try await scene.offline.sign(id, with: ScriptedPeople([.later]))
        #expect(first == .finishedLater)
        #expect(try await scene.signers(of: id) == [])
        // The app ends and starts again.
        let store = try DeviceStore(folder: scene.store.folder)
        let envelope = try await store.envelope(id)
        let city = try #require(envelope.tabs.first { $0.kind == .text })
        #expect(envelope.value(of: city) == "Utrecht")
        #expect(try await scene.offline.canResume(id))
        let second = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .close]))
        #expect(second == .cancelled)
        #expect(try await scene.signers(of: id) == ["1"])
        let third = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign]))
        #expect(third == .completed(.byDevice))
        #expect(scene.events.all.contains(.cached(id, template: nil, isLocal: true)))
        #expect(scene.events.all.last == .signingCompleted(id, template: nil, mode: .offline))
    }

    @Test("Without saved progress, entries after the last signature are undone")
    func unsavedProgress() async throws {
        var options = OfflineOptions()
        options.savesProgress = false
        let scene = try OfflineScene(options: options)
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .later]))
        #expect(try await scene.signers(of: id) == ["1"])
        let history = try await scene.store.history(id)
        try history.verify()
        #expect(history.events.last?.body.kind == .signed)
        #expect(try await scene.offline.canResume(id))
    }

    @Test("Without saved progress, entries that a killed app left are undone before the next page")
    func killedApp() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .later]))
        let left = try await scene.store.history(id).events.count
        var options = OfflineOptions()
        options.savesProgress = false
        let restarted = OfflineEnvelopes(
            store: scene.store, user: scene.offline.user, keys: scene.offline.keys, platform: scene.offline.platform,
            options: options, events: scene.events)
        _ = try await restarted.sign(id, with: ScriptedPeople([.close]))
        let history = try await scene.store.history(id)
        #expect(history.events.count < left)
        #expect(history.events.last?.body.kind == .signed)
        #expect(history.envelope.state(of: "2")?.hasConsented == false)
    }

    @Test("Declining ends the envelope and keeps the reason")
    func declining() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        let outcome = try await scene.offline.sign(id, with: ScriptedPeople([.decline("Wrong rent")]))
        #expect(outcome == .declined(reason: "Wrong rent"))
        #expect(try await scene.store.cached(id)?.state == .readyToSync)
        #expect(
            scene.events.all.last
                == .signingCancelled(id, mode: .offline, reason: .decline, error: nil, information: "Wrong rent"))
    }

    @Test("A lost page is reported as an error")
    func lostPage() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        let lost = CountersignError.signingFailed(reason: "the page was lost", trace: nil)
        await #expect(throws: lost) { try await scene.offline.sign(id, with: ScriptedPeople([.fail])) }
        #expect(scene.events.all.last == .offlineSigningFailed(id, error: lost))
    }

    @Test("If the next signer does not take the device, signing is put off")
    func refusedDevice() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        let people = ScriptedPeople([.sign, .sign], answers: [.ready, .later])
        let outcome = try await scene.offline.sign(id, with: people)
        #expect(outcome == .finishedLater)
        #expect(try await scene.signers(of: id) == ["1"])
    }

    @Test("If several people can sign, one of them is chosen")
    func choosingSigner() async throws {
        let scene = try OfflineScene()
        var draft = try OfflineScene.draft()
        for index in draft.recipients.indices { draft.recipients[index].recipient.routingOrder = 1 }
        let id = try await scene.offline.compose(draft)
        let people = ScriptedPeople([.sign, .later], choice: "2")
        _ = try await scene.offline.sign(id, with: people)
        #expect(try await scene.signers(of: id) == ["2"])
        #expect(await people.offered.first == ["1", "2", "3"])
        #expect(await people.offered.dropFirst().first == ["1", "3"])
    }

    @Test("An envelope that cannot be signed offline is refused with every reason")
    func obstacles() async throws {
        let scene = try OfflineScene()
        let draft = try EnvelopeDraft("Lease") {
            DraftDocument(id: "1", name: "Lease", data: try OfflinePDF.make())
            InPersonSigner(id: "1", name: "Bo", host: OfflineScene.host) {}
            InPersonSigner(id: "2", name: "Bo", host: OfflineScene.host, routingOrder: 2) {}
        }
        await #expect(
            throws: CountersignError.notPossibleOffline([
                .noTabs, .signerWithoutTabs("1"), .signerWithoutTabs("2"), .samePersonTwice("1", "2"),
            ])
        ) { try await scene.offline.compose(draft) }
        let unknown = EnvelopeID(UUID())
        #expect(try await scene.offline.reasonsNotToSign(unknown) == [.notCached(unknown)])
        #expect(try await scene.store.envelopes() == [])
    }
}
