import Ceremony
import ClientSupport
import CountersignTesting
import DocuSignDialect
import Envelopes
import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

/// Each setting is made where an app makes it, in the configuration, and looked for where it shows.
@Suite("Effects of the configuration")
struct SettingTests {
    /// Keeps the page it is shown, and closes it.
    private final class Watcher: SigningPresenter, OfflineSigningPresenter {
        let pages = Locked<[SigningPage]>([])
        let leaves: @Sendable (SigningPage) async -> SigningPageEnding

        init(_ leaves: @escaping @Sendable (SigningPage) async -> SigningPageEnding = { _ in .cancelled }) {
            self.leaves = leaves
        }

        var page: SigningPage? { pages.withLock { $0.last } }

        func present(_ page: SigningPage) async -> SigningPageEnding {
            pages.withLock { $0.append(page) }
            return await leaves(page)
        }

        func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID? {
            recipients.first?.id
        }

        func handOver(_ handOver: HandOver) async -> HandOver.Answer { .ready }
    }

    private struct Everywhere: NavigationHandler {
        func decide(_ request: NavigationRequest) -> NavigationDecision? {
            request.url.host() == "partner.example" ? .allow : nil
        }
    }

    /// An envelope at the server whose one signer signs in the app.
    private func sent(_ device: SharedDevice, note: String? = nil) async throws -> EnvelopeID {
        let draft = try EnvelopeDraft("Lease", subject: "Lease") {
            DraftDocument(id: "1", name: "Lease", data: try OfflinePDF.make())
            Signer(id: "1", name: "Di Owner", email: "di@example.org", clientUserID: "di", note: note) {
                SignHere(document: "1", page: 1, x: 72, y: 500)
            }
        }
        return try await device.session.send(draft)
    }

    @Test(
        "Load timeout, close question and navigation rules take effect online and offline")
    func pages() async throws {
        let device = try await SharedDevice {
            $0.pageLoadTimeout = 7
            $0.closeQuestion = "Really?"
            $0.navigationHandlers = [Everywhere()]
        }
        let online = Watcher()
        _ = try await device.session.present(
            .recipient(envelopeID: try await sent(device), clientUserID: "di"), with: online)
        let offline = Watcher()
        let id = try await device.offline.compose(OfflineScene.draft())
        _ = try await device.offline.sign(id, with: offline)
        for page in [try #require(online.page), try #require(offline.page)] {
            #expect(page.loadTimeout == 7)
            #expect(page.closeQuestion == "Really?")
        }
        let partner = NavigationRequest(url: try #require(URL(string: "https://partner.example/terms")))
        #expect(try #require(online.page).policy.decide(partner) == .allow)
        // Without the app's rule the system's browser opens it.
        let usual = try await SharedDevice()
        let watcher = Watcher()
        _ = try await usual.session.present(
            .recipient(envelopeID: try await sent(usual), clientUserID: "di"), with: watcher)
        #expect(try #require(watcher.page).policy.decide(partner) == .openOutside(partner.url))
    }

    @Test("Consent text, finishing later and Next take effect offline")
    func offlinePage() async throws {
        let reported = Locked<[String]>([])
        func look(_ device: SharedDevice) async throws -> (page: String, refusal: String?) {
            let refusal = Locked<String?>(nil)
            let watcher = Watcher { page in
                guard case .host(let host) = page.source else { return .failed(reason: "no host") }
                let answer = await host.answer(
                    HTTPCall(.get, "session"))
                reported.withLock { $0.append(String(decoding: answer.body, as: UTF8.self)) }
                do {
                    _ = try await CeremonyVisit(host).finishLater()
                } catch {
                    refusal.withLock { $0 = (error as? CeremonyVisit.Refusal)?.code }
                }
                return .cancelled
            }
            let id = try await device.offline.compose(OfflineScene.draft())
            _ = try await device.offline.sign(id, with: watcher)
            return (try #require(reported.withLock { $0.last }), refusal.withLock { $0 })
        }
        let own = try await look(
            try await SharedDevice {
                $0.consent = Disclosure(title: "House rules", paragraphs: ["Wash your hands."])
                $0.offline.allowsSigningLater = false
                $0.offline.nextGoesOnlyToBlankRequired = true
            })
        #expect(own.page.contains("House rules") && own.page.contains("Wash your hands."))
        #expect(own.page.contains(#""later":false"#) && own.page.contains(#""nextOnlyToBlankRequired":true"#))
        #expect(own.refusal != nil)
        let usual = try await look(try await SharedDevice())
        #expect(!usual.page.contains("House rules"))
        #expect(usual.page.contains(#""later":true"#) && usual.page.contains(#""nextOnlyToBlankRequired":false"#))
        #expect(usual.page.contains(#""keepsEntries":true"#))
        #expect(usual.refusal == nil)
        let forgetful = try await look(try await SharedDevice { $0.offline.savesProgress = false })
        #expect(forgetful.page.contains(#""keepsEntries":false"#))
    }

    @Test("If progress is not saved, the close question warns of it, unless the app has its own")
    func lossQuestion() async throws {
        func asked(_ change: (inout CountersignConfiguration) -> Void) async throws -> String? {
            let device = try await SharedDevice(change)
            let watcher = Watcher()
            let id = try await device.offline.compose(OfflineScene.draft())
            _ = try await device.offline.sign(id, with: watcher)
            return watcher.page?.closeQuestion
        }
        #expect(try await asked { _ in } == CloseQuestion.kept)
        #expect(try await asked { $0.offline.savesProgress = false } == CloseQuestion.notKept)
        let own = try await asked {
            $0.offline.savesProgress = false
            $0.closeQuestion = "Really?"
        }
        #expect(own == "Really?")
    }

    @Test("The event backlog takes effect for a slow listener")
    func backlog() async throws {
        let device = try await SharedDevice { $0.eventBacklog = 1 }
        var own = device.session.events.makeAsyncIterator()
        var all = device.countersign.events.makeAsyncIterator()
        let first = try await device.offline.compose(OfflineScene.draft())
        let second = try await device.offline.compose(OfflineScene.draft())
        for id in [first, second] { _ = try await device.offline.sign(id, with: Watcher()) }
        for event in [await own.next(), await all.next()] {
            let reported = "\(try #require(event))"
            #expect(reported.contains(second.rawValue) && !reported.contains(first.rawValue))
        }
    }

    @Test("The log level takes effect", arguments: CountersignConfiguration.LoggingLevel.allCases)
    func logging(level: CountersignConfiguration.LoggingLevel) async throws {
        let lines = Locked<[CountersignConfiguration.LoggingLevel]>([])
        let device = try await SharedDevice {
            $0.loggingLevel = level
            $0.log = { level, _ in lines.withLock { $0.append(level) } }
            // The session cannot be kept, which is an error; what is sent again is a warning.
            $0.credentials = NoRoom()
            $0.retries = RetryRule(pauses: [0])
        }
        device.service.turnOn(.offline, times: 1)
        _ = try await device.session.api.envelopes()
        let written = Set(lines.withLock { $0 })
        #expect(written == Set([.error, .warning, .debug].filter { $0 <= level }))
    }

    private struct NoRoom: CredentialStore {
        private static let problem = CountersignError.credentials(reason: "there is no room")
        func secret(named name: String) async throws(CountersignError) -> Data? { nil }
        func keep(_ secret: Data, named name: String) async throws(CountersignError) { throw Self.problem }
        func remove(named name: String) async throws(CountersignError) {}
    }

    @Test("The role comparison takes effect", arguments: [TemplateDefaults.RoleMatching.strict, .caseInsensitive])
    func roles(matching: TemplateDefaults.RoleMatching) async throws {
        try await TemplateScene.run {
            $0.roleMatching = matching
        } _: { scene in
            let id = try await scene.make()
            try await scene.templates.cache(id)
            var defaults = TemplateDefaults()
            defaults.recipients = TemplateScene.people
            defaults.recipients[0].selector = .role("TENANT")
            let offline = try scene.session.offlineEnvelopes(on: .testing())
            let made = try? await scene.templates.composeEnvelope(from: id, with: defaults, in: offline)
            #expect((made != nil) == (matching == .caseInsensitive))
        }
    }

    @Test("A message to one recipient arrives at the server")
    func note() async throws {
        let device = try await SharedDevice()
        let id = try await sent(device, note: "Please today, Di.")
        let reply = try await device.session.api.send(APIRequest(.get, ["envelopes", id.rawValue, "recipients"]))
        let reported = try reply.decoded(Wire.Recipients.self)
        #expect(reported.signers?.map(\.note) == ["Please today, Di."])
    }

    @Test("Each signature sends the device's facts to a foreign server")
    func device() async throws {
        let posted = Locked<Data?>(nil)
        let service = try ServiceStandIn(.otherServer)
        let ada = service.addUser(name: "Ada Host", email: "ada@example.org")
        let folder = TemporaryFolder()
        let watched = ScriptedTransport { call in
            if call.method == .post, call.path.hasSuffix("/envelopes") { posted.withLock { $0 = call.body } }
            return try await service.send(call)
        }
        let countersign = try CountersignClient(
            CountersignConfiguration(
                server: service.address, storageFolder: folder.url, credentials: MemoryCredentials(),
                transport: watched))
        let session = try await countersign.logIn(accessToken: ada.accessToken, account: ada.account)
        let witness = DeviceWitness(
            facts: ["model": "Tablet 3", "name": "Front desk"],
            position: { DeviceEvidence.Position(latitude: 52.09, longitude: 5.12, accuracy: 20) })
        let offline = try session.offlineEnvelopes(on: .testing(witness: witness))
        let id = try await offline.compose(OfflineScene.draft())
        _ = try await offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        #expect(try await session.syncEngine(for: offline).syncAll().synced == [id])
        let sent = try JSONDecoder().decode(Wire.EnvelopeDefinition.self, from: try #require(posted.withLock { $0 }))
        let attributes = try #require(sent.recipients?.signers?.first?.offlineAttributes)
        #expect(attributes.deviceModel == "Tablet 3" && attributes.deviceName == "Front desk")
        #expect(attributes.gpsLatitude == "52.09" && attributes.gpsLongitude == "5.12")
        #expect(sent.recipients?.inPersonSigners?.compactMap(\.offlineAttributes?.deviceName).count == 2)
    }
}
