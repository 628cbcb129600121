// Made by scripts/documented-code from Sources/Countersign/Countersign.docc/Offline.md; change it there.
import Countersign
import CountersignTesting
import Foundation

// Sign without a network
enum OfflineSignWithoutANetwork {
    static func signOffline(
        _ draft: EnvelopeDraft, with session: CountersignSession, _ presenter: any OfflineSigningPresenter
    ) async throws {
        let offline = try session.offlineEnvelopes
        let id = try await offline.compose(draft)
        let outcome = try await offline.sign(id, with: presenter)
        switch outcome {
        case .completed: print(try await offline.document("1", of: id).count, "bytes, signed")
        case .nobodyHere: print("everybody signs elsewhere")
        case .declined(let reason): print("declined:", reason ?? "")
        default: print("goes on later:", try await offline.canResume(id))
        }
    }


    static func fetch(_ id: EnvelopeID, _ offline: OfflineEnvelopes) async throws {
        let obstacles = try await offline.reasonsNotToDownload(id)
        guard obstacles.isEmpty else { return print(obstacles) }
        try await offline.download(id)
    }
}

// Sync
enum OfflineSync {
    static func uploadAll(with session: CountersignSession) async throws {
        let report = try await session.sync()
        print(report.synced.count, "arrived")
        for (id, reason) in report.failed { print(id, "is still waiting:", reason) }
        for (id, conflict) in report.conflicts { print(id, conflict.message) }
        if let problem = report.problem { print("the sync could not start:", problem) }
    }
}

// Templates
enum OfflineTemplates {
    static func fromTemplate(_ id: TemplateID, with session: CountersignSession, _ offline: OfflineEnvelopes) async throws -> EnvelopeID {
        let templates = try session.templates()
        var isNeeded = try await templates.cached(id) == nil
        // Whether a copy is stale is the server's to say; without a network it is used as it is.
        if !isNeeded { isNeeded = (try? await templates.isStale(id)) ?? false }
        if isNeeded { try await templates.cache(id) }
        for obstacle in try await templates.reasonsNotToCache(id) { print(obstacle) }
        var defaults = TemplateDefaults()
        defaults.recipients = [TemplateDefaults.Recipient(role: "tenant", name: "Bo Signer", email: "bo@example.org")]
        defaults.tabValues = ["Rent": "950"]
        return try await templates.composeEnvelope(from: id, with: defaults, in: offline).envelopeID
    }
}

// See what is here
enum OfflineSeeWhatIsHere {
    static func list(_ offline: OfflineEnvelopes) async throws {
        for envelope in try await offline.store.envelopes(in: [.inProgress, .readyToSync], limit: 50) {
            print(envelope.name, envelope.state, envelope.size, "bytes", envelope.lastFailure ?? "")
        }
    }
}

// Keep a draft
enum OfflineKeepADraft {
    static func keep(_ draft: EnvelopeDraft, _ offline: OfflineEnvelopes) async throws {
        try await offline.store.save(draft)
        for problem in offline.problems(in: draft) { print(problem) }
    }

    static func goOn(_ offline: OfflineEnvelopes) async throws -> EnvelopeDraft? {
        try await offline.store.hasDraft() ? try await offline.store.draft() : nil
    }
}

// Be asked while people sign
enum OfflineBeAskedWhilePeopleSign {
    struct Reception: OfflineSigningHooks {
        func willSign(_ recipient: Recipient, in envelope: Envelope, editing recipients: RecipientEditing) async {
            guard recipients.isPossible else { return print(recipients.obstacle?.description ?? "") }
            try? recipients.change(recipient.id) { $0.note = "Welcome." }
        }

        func didSign(_ recipient: Recipient, in envelope: Envelope) async {
            print(recipient.name, "has signed", envelope.emailSubject)
        }
    }

    static func signAttended(
        _ id: EnvelopeID, _ offline: OfflineEnvelopes, _ presenter: any OfflineSigningPresenter
    ) async throws -> SigningOutcome {
        offline.hooks = Reception()
        return try await offline.sign(id, with: presenter)
    }
}

// Export before a log-out
enum OfflineExportBeforeALogOut {
    static func leave(
        _ countersign: CountersignClient, _ offline: OfflineEnvelopes, exportingTo folder: URL
    ) async throws {
        let receipt = try await offline.exportUnsynced(to: folder)
        for export in receipt.exports { print(export.folder.path) }
        try await countersign.logOut(deletingUnsynced: receipt)
    }
}

// Test it without a network and without people
enum OfflineTestItWithoutANetworkAndWithoutPeople {
    /// Signs while nothing arrives at the server, loses the answer to the sync, and looks whether it arrived once.
    static func testOffline(_ draft: EnvelopeDraft, _ service: ServiceStandIn, _ session: CountersignSession) async throws -> Bool {
        service.turnOn(.offline)
        let offline = try session.offlineEnvelopes(on: .testing())
        let id = try await offline.compose(draft)
        let outcome = try await offline.sign(id, with: DevicePeople())
        service.turnOffFaults()
        service.turnOn(.answerLost, times: 1) { method, path in method == "PUT" && path.hasSuffix("/history") }
        let report = try await session.syncEngine(for: offline, retries: SyncEngine.RetryPolicy(attempts: 2, firstDelay: 0)).syncAll()
        let arrived = try await service.envelope(id)
        return outcome == .completed(.byDevice) && report.synced == [id] && arrived.status == .completed
    }
}
