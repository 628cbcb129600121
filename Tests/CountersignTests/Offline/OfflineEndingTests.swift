import Envelopes
import Essentials
import Foundation
import Testing

@testable import Ceremony
@testable import Countersign

@Suite("Endings of offline signing", .timeLimit(.minutes(8)))
struct OfflineEndingTests {
    private static func ends(_ events: [CountersignEvent]) -> [CountersignEvent] {
        events.filter { event in
            switch event {
            case .signingCompleted, .signingCancelled: true
            default: false
            }
        }
    }

    private static func failures(_ events: [CountersignEvent]) -> Int {
        events.count { event in if case .offlineSigningFailed = event { true } else { false } }
    }

    @Test("Cancelling the task dismisses the page and is not reported as a failure")
    func cancelled() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        let (people, offline) = (WaitingPeople(), scene.offline)
        let signing = Task { try await offline.sign(id, with: people) }
        await people.shown.wait()
        signing.cancel()
        #expect(try await signing.value == .cancelled)
        #expect(
            Self.ends(scene.events.all) == [
                .signingCancelled(id, mode: .offline, reason: .cancel, error: nil, information: nil)
            ])
        #expect(Self.failures(scene.events.all) == 0)
        // The next one can be shown.
        #expect(try await offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign])) == .completed(.byDevice))
    }

    @Test("The session dismisses pages with and without a network, and shows one at a time")
    func dismissed() async throws {
        let device = try await SharedDevice()
        let id = try await device.offline.compose(OfflineScene.draft())
        let (people, offline) = (WaitingPeople(), device.offline)
        let signing = Task { try await offline.sign(id, with: people) }
        await people.shown.wait()
        await #expect(throws: CountersignError.alreadyPresenting) {
            try await device.session.present(.ownRecipient(envelopeID: id), with: people)
        }
        device.session.dismissPresentation()
        #expect(try await signing.value == .cancelled)
    }

    /// Somebody who does not take the device, because the screen that asks goes away or because it is not the time.
    private struct NotNow: OfflineSigningPresenter {
        let isDismissed: Bool

        func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID? { nil }
        func present(_ page: SigningPage) async -> SigningPageEnding { .cancelled }

        func handOver(_ handOver: HandOver) async -> HandOver.Answer {
            if isDismissed { withUnsafeCurrentTask { $0?.cancel() } }
            return .later
        }
    }

    @Test("Dismissing a hand-over screen does not count as “later”", arguments: [true, false])
    func handOverDismissed(isDismissed: Bool) async throws {
        let scene = try OfflineScene()
        let (id, offline) = (try await scene.offline.compose(OfflineScene.draft()), scene.offline)
        let signing = Task { try await offline.sign(id, with: NotNow(isDismissed: isDismissed)) }
        #expect(try await signing.value == (isDismissed ? .cancelled : .finishedLater))
    }

    /// A view that is not on the screen.
    private struct OffScreen: OfflineSigningPresenter {
        var presentationObstacle: PresentationObstacle? { .offScreen }
        func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID? { nil }
        func handOver(_ handOver: HandOver) async -> HandOver.Answer { .later }
        func present(_ page: SigningPage) async -> SigningPageEnding { .cancelled }
    }

    @Test("If nothing can be shown, signing fails with the reason and nobody is asked for the device")
    func offScreen() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        let error = CountersignError.cannotPresent(.offScreen)
        await #expect(throws: error) { try await scene.offline.sign(id, with: OffScreen()) }
        #expect(
            Self.ends(scene.events.all) == [
                .signingCancelled(id, mode: .offline, reason: nil, error: error, information: nil)
            ])
    }

    @Test("Each signature is reported as progress saved on the device")
    func saved() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .later]))
        let reported = scene.events.all.count { $0 == .cached(id, template: nil, isLocal: true) }
        #expect(reported >= 3)
        let before = scene.events.all.count
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign]))
        #expect(scene.events.all.dropFirst(before).contains(.cached(id, template: nil, isLocal: true)))
    }

    @Test("A cancelled list throws the cancelled error")
    func cancelledList() async throws {
        let scene = try OfflineScene()
        let store = scene.store
        let listing = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.envelopes()
        }
        await #expect(throws: CountersignError.cancelled) { try await listing.value }
    }

    /// Somebody under whose page the store is closed, and who tries twice.
    private struct Unlucky: OfflineSigningPresenter {
        let store: DeviceStore

        func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID? { nil }
        func handOver(_ handOver: HandOver) async -> HandOver.Answer { .ready }

        func present(_ page: SigningPage) async -> SigningPageEnding {
            guard case .host(let host) = page.source else { return .cancelled }
            try? store.close()
            for _ in 1...2 {
                _ = await host.answer(
                    HTTPCall(
                        .post, "consent",
                        headers: HTTPFields(["content-type": "application/json", "idempotency-key": UUID().uuidString]),
                        body: Data("{}".utf8)))
            }
            return .cancelled
        }
    }

    @Test("A store that cannot save is reported once, and signing ends once")
    func storeFails() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        await #expect(throws: CountersignError.self) {
            try await scene.offline.sign(id, with: Unlucky(store: scene.store))
        }
        let saving = scene.events.all.count { event in if case .savingFailed = event { true } else { false } }
        #expect(saving == 1)
        #expect(Self.failures(scene.events.all) <= 1)
        #expect(Self.ends(scene.events.all).count == 1)
        guard case .signingCancelled(id, nil, .offline, nil, .some, _)? = Self.ends(scene.events.all).first else {
            Issue.record("the end is not a failure")
            return
        }
    }

    /// Sends the only signer home, and asks for one who is not there.
    private final class SendingAway: OfflineSigningHooks {
        let failure = Locked<CountersignError?>(nil)

        func willChooseRecipient(of envelope: Envelope, editing recipients: RecipientEditing) async {
            do throws(CountersignError) {
                try recipients.change("1") { recipient in
                    recipient.kind = .signer
                    recipient.email = "bo@example.org"
                    recipient.host = nil
                }
                try recipients.change("7") { $0.name = "Nobody" }
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }

    @Test("An envelope without local signers or signatures does not become completed")
    func nobodyHere() async throws {
        let hooks = SendingAway()
        let scene = try OfflineScene(hooks: hooks)
        let id = try await scene.offline.compose(
            try EnvelopeDraft("Lease") {
                DraftDocument(id: "1", name: "Lease", data: try OfflinePDF.make())
                InPersonSigner(id: "1", name: "Bo Tenant", host: OfflineScene.host) {
                    SignHere(document: "1", page: 1, x: 72, y: 500)
                }
            })
        let outcome = try await scene.offline.sign(id, with: ScriptedPeople([.sign]))
        #expect(outcome == .nobodyHere)
        #expect(try await scene.signers(of: id) == [])
        #expect(
            Self.ends(scene.events.all) == [
                .signingCancelled(
                    id, mode: .offline, reason: .cancel, error: nil,
                    information: "No remaining recipient can sign on this device.")
            ])
        #expect(hooks.failure.withLock { $0 } == .notPossibleOffline([.unknownRecipient("7")]))
        #expect(try await scene.store.cached(id)?.state == .readyToSync)
    }
}
