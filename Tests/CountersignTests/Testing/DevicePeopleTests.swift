import Countersign
import CountersignTesting
import DocuSignDialect
import Envelopes
import Foundation
import TestSupport
import Testing

@Suite("A device without a network in an app's tests")
struct DevicePeopleTests {
    private struct Scene {
        let folder = TemporaryFolder()
        let service: ServiceStandIn
        let ada: StandInUser
        let session: CountersignSession

        init() async throws {
            service = try ServiceStandIn()
            ada = service.addUser(name: "Ada Host", email: "ada@example.org")
            var configuration = CountersignConfiguration(
                server: service.address, storageFolder: folder.url, credentials: MemoryCredentials(),
                transport: service)
            configuration.retries = RetryRule(pauses: [])
            session = try await CountersignClient(configuration).logIn(
                accessToken: ada.accessToken, account: ada.account)
        }
    }

    @Test("All signers on the device sign without configured pages or fonts, and the sync uploads it")
    func signing() async throws {
        let scene = try await Scene()
        let offline = try scene.session.offlineEnvelopes(on: .testing())
        let id = try await offline.compose(OfflineScene.draft())
        scene.service.turnOn(.offline)
        let outcome = try await offline.sign(id, with: DevicePeople())
        #expect(outcome == .completed(.byDevice))
        scene.service.turnOffFaults()
        let report = try await scene.session.syncEngine(for: offline).syncAll()
        #expect(report.synced == [id])
        #expect(try await scene.service.envelope(id).status == .completed)
    }

    @Test("People decline or postpone as a test says")
    func others() async throws {
        let scene = try await Scene()
        let offline = try scene.session.offlineEnvelopes(on: .testing())
        let kept = try await offline.compose(OfflineScene.draft())
        let keeping = DevicePeople(handOver: { _ in .later })
        #expect(try await offline.sign(kept, with: keeping) != .completed(.byDevice))
        #expect(try await offline.store.history(kept).envelope.status == .sent)
        let declined = try await offline.compose(OfflineScene.draft())
        let declining = DevicePeople { try await $0.decline(because: "Too dear.") }
        _ = try await offline.sign(declined, with: declining)
        #expect(try await offline.store.history(declined).envelope.status == .declined)
    }

    @Test("A template that a test creates is visible to the app, and a refusal throws")
    func templates() async throws {
        let scene = try await Scene()
        let body = try JSONEncoder().encode(TemplateScene.wire("Lease"))
        let id = try await scene.service.createTemplate(body, from: scene.ada)
        #expect(try await scene.session.templates().list().templates.map(\.id) == [id])
        await #expect(throws: CountersignError.self) {
            try await scene.service.createTemplate(Data("{}".utf8), from: scene.ada)
        }
    }
}
