import ClientSupport
import Envelopes
import Foundation

/// Deletes or keeps a user's envelopes on this device at log-out.
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
    /// Returns the folder of a user's envelopes.
    static func folder(of user: SessionUser) -> URL {
        user.folder.appending(path: "envelopes", directoryHint: .isDirectory)
    }

    /// Returns the user's store, if there is one on this device.
    static func existing(of user: SessionUser) throws(CountersignError) -> DeviceStore? {
        let folder = folder(of: user)
        guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
        return try DeviceStore(folder: folder)
    }
}

extension OfflineEnvelopes {
    /// Exports every envelope with a signature, decline, consent or values that the server lacks. Each gets its own
    /// folder inside `folder`.
    ///
    /// - Returns: the proof for a log-out or ``remove(_:after:)`` that nothing is lost
    public func exportUnsynced(to folder: URL) async throws(CountersignError) -> EnvelopeExport.Receipt {
        var exports: [EnvelopeExport] = []
        for id in try await store.unsynced() { exports.append(try await store.export(id, to: folder)) }
        let hashes = Dictionary(uniqueKeysWithValues: exports.map { ($0.id, $0.lastHash) })
        return EnvelopeExport.Receipt(userKey: keys.user, envelopes: hashes, exports: exports)
    }
}

extension CountersignSession {
    /// The user's envelopes on this device, the same for the whole session, with their settings.
    ///
    /// - Throws: as ``offlineEnvelopes(on:)``
    public var offlineEnvelopes: OfflineEnvelopes {
        get throws(CountersignError) { try offlineEnvelopes(on: nil) }
    }

    /// Returns the same as ``offlineEnvelopes-swift.property``, made with what the app names of the operating system.
    ///
    /// - Parameter platform: what the signing page needs from the operating system; only the first call's value counts;
    ///   `nil` for ``OfflinePlatform/system(witness:)``
    /// - Throws: ``CountersignError/store(_:)``; ``CountersignError/notPossibleOffline(_:)`` if the system lacks
    ///   something; ``CountersignError/sessionEnded`` after the session has ended, which the returned object then
    ///   throws too
    public func offlineEnvelopes(on platform: OfflinePlatform?) throws(CountersignError) -> OfflineEnvelopes {
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
