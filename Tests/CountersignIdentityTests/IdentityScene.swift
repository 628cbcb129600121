import ClientSupport
import Essentials
import Foundation
import IdentityStandIn
import TestSupport
import Testing

@testable import CountersignIdentity

/// A device with an app on it, and the service.
struct IdentityScene: Sendable {
    let folder = TemporaryFolder()
    let hub: HubStandIn
    let monotonic = Locked(1_000_000)
    let wall = Locked(Date())

    init(sharedFile: Bool = false) {
        hub = sharedFile ? HubStandIn(folder: folder.url) : HubStandIn()
    }

    /// Another device with the same service.
    init(sharing hub: HubStandIn) {
        self.hub = hub
    }

    func configuration() throws -> IdentityConfiguration {
        var configuration = IdentityConfiguration(
            server: try #require(URL(string: "https://hub.example")), appKey: "key", folder: folder.url,
            credentials: FileCredentialStore(folder: folder.url.appending(path: "credentials")), transport: hub)
        configuration.worksInBackground = false
        configuration.recoveryCost = 10
        configuration.clock = DeviceClock(sinceBoot: { monotonic.withLock { $0 } }, boot: { "boot" })
        configuration.wallClock = { wall.withLock { $0 } }
        return configuration
    }

    /// Starts the app.
    func app(
        wait: @escaping @Sendable (TimeInterval) async throws -> Void = { _ in try await Task.sleep(for: .seconds(3600))
        }
    ) async throws -> IdentityClient {
        let identity = try IdentityClient(try configuration(), wait: wait)
        await identity.start()
        return identity
    }

    /// Starts the app and signs somebody in.
    func signedIn(_ user: String = "ada") async throws -> IdentityClient {
        let identity = try await app()
        #expect(try await identity.accessToken(exchanging: "valid-\(user)") != nil)
        return identity
    }

    /// Lets time pass for the device and the service.
    func advance(_ seconds: Double) async throws {
        monotonic.withLock { $0 += Int(seconds * 1000) }
        wall.withLock { $0 += seconds }
        try await hub.change { $0.now += seconds }
    }

    func fail(_ fault: HubFault?) {
        hub.before.withLock { before in
            before = { _ in fault }
        }
    }
}
