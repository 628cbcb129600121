import Envelopes
import Foundation

/// What a log-out does with a user's envelopes on this device.
struct OfflineLogOut: LogOutPart {
    let credentials: any CredentialStore

    func unsyncedEnvelopes(of user: SessionUser) async throws(CountersignError) -> [EnvelopeID: BlobHash] {
        guard let store = try DeviceStore.existing(of: user) else { return [:] }
        defer { try? store.close() }
        return try await store.unsyncedHashes()
    }

    func clear(
        _ user: SessionUser, _ deletion: LogOutDeletion
    ) async throws(CountersignError) -> [CountersignEvent] {
        guard deletion != .keeping(.allEnvelopes), let store = try DeviceStore.existing(of: user) else { return [] }
        defer { try? store.close() }
        let gone: [EnvelopeID]
        if case .everything(let receipt) = deletion {
            gone = try await store.clear(after: receipt.userKey == user.key ? receipt.envelopes : [:])
            try await DeviceKeys(credentials: credentials, user: user.key).remove()
        } else {
            gone = try await store.clearKeepingUnsynced()
        }
        return gone.map(CountersignEvent.uncached)
    }
}

extension DeviceStore {
    /// Where a user's envelopes are.
    static func folder(of user: SessionUser) -> URL {
        user.folder.appending(path: "envelopes", directoryHint: .isDirectory)
    }

    /// The user's store, if there is one on this device.
    static func existing(of user: SessionUser) throws(CountersignError) -> DeviceStore? {
        let folder = folder(of: user)
        guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
        return try DeviceStore(folder: folder)
    }
}

extension OfflineEnvelopes {
    /// Writes every envelope in which something happened here that the server does not have - a signature, a refusal,
    /// consent, values - into a folder, each in one of its own.
    ///
    /// - Returns: what shows a log-out, or ``remove(_:after:)``, that nothing is lost.
    public func exportUnsynced(to folder: URL) async throws(CountersignError) -> EnvelopeExport.Receipt {
        var exports: [EnvelopeExport] = []
        for id in try await store.unsynced() { exports.append(try await store.export(id, to: folder)) }
        let hashes = Dictionary(uniqueKeysWithValues: exports.map { ($0.id, $0.lastHash) })
        return EnvelopeExport.Receipt(userKey: keys.user, envelopes: hashes, exports: exports)
    }
}

extension CountersignSession {
    /// The user's envelopes on this device; the same for the whole session, with what was set in it.
    ///
    /// - Parameter platform: what the signing page needs of the system; the first call's counts. Nil is
    ///   ``OfflinePlatform/system(witness:)``.
    /// - Throws: ``CountersignError/store(_:)``, ``CountersignError/notPossibleOffline(_:)`` where the system lacks
    ///   something, and ``CountersignError/sessionEnded`` after its end, as everything that
    ///   was given here then does.
    public func offline(_ platform: OfflinePlatform? = nil) throws(CountersignError) -> OfflineEnvelopes {
        try life.check()
        return try parts.part(OfflineEnvelopes.self) { () throws(CountersignError) in
            let platform = if let platform { platform } else { try OfflinePlatform.found() }
            let envelopes = OfflineEnvelopes(
                store: try deviceStore(), user: user.account,
                keys: DeviceKeys(credentials: configuration.credentials, user: user.key, now: configuration.now),
                platform: platform, options: configuration.offline, events: events, now: configuration.now,
                life: life, slot: presentation, api: api)
            envelopes.consent = configuration.consent
            envelopes.pageLoadTimeout = configuration.pageLoadTimeout
            envelopes.closeQuestion = configuration.closeQuestion
            return envelopes
        }
    }
}
