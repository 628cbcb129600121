import Envelopes
import Foundation

/// What a log-out does with a user's envelopes on this device.
struct OfflineLogOut: LogOutPart {
    let credentials: any CredentialStore

    func unsyncedEnvelopes(of user: SessionUser) async throws(CountersignError) -> [EnvelopeID: BlobHash] {
        guard let store = try Self.store(of: user) else { return [:] }
        defer { try? store.close() }
        return try await store.unsyncedHashes()
    }

    func clear(_ user: SessionUser, keeping: LogOutKeeping?) async throws(CountersignError) {
        guard let store = try Self.store(of: user) else { return }
        defer { try? store.close() }
        switch keeping {
        case .allEnvelopes: return
        case .unsyncedEnvelopes: try await store.clear(keepingUnsynced: true)
        case nil:
            try await store.clear(keepingUnsynced: false)
            try await DeviceKeys(credentials: credentials, user: user.key).remove()
        }
    }

    /// The user's store, if there is one.
    private static func store(of user: SessionUser) throws(CountersignError) -> DeviceStore? {
        let folder = DeviceStore.folder(of: user)
        guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
        return try DeviceStore(folder: folder)
    }
}

extension DeviceStore {
    /// Where a user's envelopes are.
    static func folder(of user: SessionUser) -> URL {
        user.folder.appending(path: "envelopes", directoryHint: .isDirectory)
    }
}

extension OfflineEnvelopes {
    /// Writes every signed envelope that the server does not have into a folder, each in one of its own.
    ///
    /// - Returns: what shows a log-out, or ``remove(_:after:)``, that nothing is lost.
    public func exportUnsynced(
        to folder: URL, user: SessionUser
    ) async throws(CountersignError) -> (receipt: ExportReceipt, exports: [EnvelopeExport]) {
        var exports: [EnvelopeExport] = []
        for id in try await store.unsyncedSigned() { exports.append(try await store.export(id, to: folder)) }
        let hashes = Dictionary(uniqueKeysWithValues: exports.map { ($0.id, $0.lastHash) })
        return (ExportReceipt(userKey: user.key, envelopes: hashes), exports)
    }
}

extension Session {
    /// The user's envelopes on this device; the same for the whole session.
    ///
    /// - Parameter platform: what the signing page needs of the system; the first call's counts.
    /// - Throws: ``CountersignError/store(_:)``.
    public func offline(_ platform: OfflinePlatform) throws(CountersignError) -> OfflineEnvelopes {
        try parts.part(OfflineEnvelopes.self) { () throws(CountersignError) in
            var envelopes = OfflineEnvelopes(
                store: try deviceStore(), user: user.account,
                keys: DeviceKeys(credentials: configuration.credentials, user: user.key, now: configuration.now),
                platform: platform, options: configuration.offline, events: events, now: configuration.now)
            envelopes.consent = configuration.consent
            envelopes.pageLoadTimeout = configuration.pageLoadTimeout
            envelopes.closeQuestion = configuration.closeQuestion
            return envelopes
        }
    }
}
