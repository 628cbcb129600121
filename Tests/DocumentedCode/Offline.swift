// Made by scripts/documented-code from Sources/Countersign/Countersign.docc/Offline.md; change it there.
import Countersign
import Envelopes
import Foundation

// Sign without a network
private func OfflineSignWithoutANetwork() async throws {
    func signOffline(
        _ draft: EnvelopeDraft, with session: Session, on platform: OfflinePlatform, _ presenter: any OfflineSigningPresenter
    ) async throws {
        let offline = try session.offline(platform)
        let id = try await offline.compose(draft)
        let outcome = try await offline.sign(id, presenter: presenter)
        switch outcome.ending {
        case .completed: print(try await offline.document("1", of: id).count, "bytes, signed")
        case .later, .cancelled, .timedOut: print("goes on later:", try await offline.canResume(id))
        case .declined(let who, let reason): print(who, reason)
        case .failed(let reason): print(reason)
        }
    }


    func fetch(_ id: EnvelopeID, with session: Session, _ offline: OfflineEnvelopes) async throws {
        let download = OfflineDownload(offline, api: session.api)
        let obstacles = try await download.obstacles(id)
        guard obstacles.isEmpty else { return print(obstacles) }
        try await download.download(id)
    }
}

// Hand over
private func OfflineHandOver() async throws {
    func handOver(_ offline: OfflineEnvelopes, with session: Session) async throws {
        let report = try await session.sync(offline).syncAll()
        print(report.synced.count, "arrived")
        for (id, reason) in report.failed { print(id, "is still waiting:", reason) }
        for (id, aside) in report.setAside { print(id, aside.message) }
    }
}

// Templates
private func OfflineTemplates() async throws {
    func fromTemplate(_ id: TemplateID, with session: Session, _ offline: OfflineEnvelopes) async throws -> EnvelopeID {
        let templates = try session.templates()
        if try await templates.isStale(id) { try await templates.cache(id) }
        for obstacle in try await templates.offlineObstacles(id) { print(obstacle) }
        var defaults = TemplateDefaults()
        defaults.recipients = [RecipientDefault(role: "tenant", name: "Bo Signer", email: "bo@example.org")]
        defaults.tabValues = ["Rent": "950"]
        return try await templates.compose(id, defaults, in: offline).envelopeID
    }
}
