import ClientSupport
import CountersignTesting
import Envelopes
import Essentials
import Foundation
import TestSupport
import Testing
import Typesetting

@testable import Countersign

/// A device that two users of a service share; Ada is logged in.
struct SharedDevice {
    let folder = TemporaryFolder()
    let service: ServiceStandIn
    let ada: StandInUser
    let bo: StandInUser
    let credentials = WatchedCredentials()
    let countersign: CountersignClient
    let session: CountersignSession
    let offline: OfflineEnvelopes

    init(_ change: (inout CountersignConfiguration) -> Void = { _ in }) async throws {
        service = try ServiceStandIn()
        ada = service.addUser(name: "Ada Host", email: "ada@example.org")
        bo = service.addUser(name: "Bo Next", email: "bo@example.org")
        var configuration = CountersignConfiguration(
            server: service.address, storageFolder: folder.url, credentials: credentials, transport: service)
        configuration.retries = RetryRule(pauses: [])
        configuration.notificationCenter = NotificationCenter()
        change(&configuration)
        countersign = try CountersignClient(configuration)
        session = try await countersign.logIn(accessToken: ada.accessToken, account: ada.account)
        offline = try session.offlineEnvelopes(on: Self.platform())
    }

    static func platform() throws -> OfflinePlatform {
        OfflinePlatform(renderer: BlankRenderer(), typesetter: try HarfBuzzTypesetter())
    }

    /// Ada's envelopes as they are on the disk, whoever is logged in.
    func store() throws -> DeviceStore { try DeviceStore(folder: DeviceStore.folder(of: session.user)) }

    /// Ada's envelopes as another program with her log-in would have them.
    func elsewhere() throws -> OfflineEnvelopes {
        OfflineEnvelopes(
            store: try store(), user: session.user.account,
            keys: DeviceKeys(credentials: credentials, user: session.user.key), platform: try Self.platform(),
            events: RecordedEvents())
    }

    /// An envelope that everybody has to sign somewhere else.
    static func remoteDraft() throws -> EnvelopeDraft {
        try EnvelopeDraft("Lease") {
            DraftDocument(id: "1", name: "Lease", data: try OfflinePDF.make())
            Signer(id: "1", name: "Di Owner", email: "di@example.org") {
                SignHere(document: "1", page: 1, x: 72, y: 500)
            }
        }
    }
}

/// Secrets in memory, and something that happens when the first one is removed.
final class WatchedCredentials: CredentialStore {
    private let kept = MemoryCredentialStore()
    let whenRemoved = Locked<(@Sendable () async -> Void)?>(nil)

    func secret(named name: String) async throws(CountersignError) -> Data? { try await kept.secret(named: name) }

    func keep(_ secret: Data, named name: String) async throws(CountersignError) {
        try await kept.keep(secret, named: name)
    }

    func remove(named name: String) async throws(CountersignError) {
        let work = whenRemoved.withLock { work in
            defer { work = nil }
            return work
        }
        await work?()
        try await kept.remove(named: name)
    }
}

/// Somebody whose page stays until it is dismissed.
struct WaitingPeople: OfflineSigningPresenter {
    let shown = Gate()

    func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID? { nil }
    func handOver(_ handOver: HandOver) async -> HandOver.Answer { .ready }

    func present(_ page: SigningPage) async -> SigningPageEnding {
        let dismissed = Gate()
        await withTaskCancellationHandler {
            shown.open()
            await dismissed.wait()
        } onCancel: {
            dismissed.open()
        }
        return .dismissed
    }
}
