import ClientSupport
import CountersignTesting
import Envelopes
import Foundation
import TestSupport

@testable import Countersign

/// A device whose user has a session at a service in memory.
struct SyncScene {
    let folder = TemporaryFolder()
    let service: ServiceStandIn
    let ada: StandInUser
    let countersign: CountersignClient
    let session: CountersignSession
    let offline: OfflineEnvelopes

    init(
        _ service: ServiceStandIn, through transport: (any HTTPTransport)? = nil,
        now: (@Sendable () -> Date)? = nil
    ) async throws {
        self.service = service
        ada = service.addUser(name: "Ada Host", email: "ada@example.org")
        var configuration = CountersignConfiguration(
            server: service.address, storageFolder: folder.url, credentials: MemoryCredentials(),
            transport: transport ?? service)
        configuration.retries = RetryRule(pauses: [])
        if let now { configuration.now = now }
        countersign = try CountersignClient(configuration)
        session = try await countersign.logIn(accessToken: ada.accessToken, account: ada.account)
        offline = try session.offlineEnvelopes(on: SharedDevice.platform())
    }

    init(_ kind: ServiceStandIn.Kind = .countersign) async throws { try await self.init(try ServiceStandIn(kind)) }

    func signed() async throws -> EnvelopeID {
        let id = try await offline.compose(OfflineScene.draft())
        _ = try await offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        return id
    }
}
