import Envelopes
import Foundation

extension CountersignSession {
    /// Returns the account's templates, the same for the whole session.
    ///
    /// - Throws: ``CountersignError/store(_:)``, or ``CountersignError/sessionEnded`` after the session has ended
    public func templates() throws(CountersignError) -> Templates {
        try life.check()
        return try parts.part(Templates.self) { () throws(CountersignError) in
            let store = try deviceStore()
            try store.loadTemplateStatuses()
            return Templates(
                api: api, user: user.account, store: store, configuration: configuration, events: events)
        }
    }

    /// Returns the user's store on this device, the same for the whole session.
    func deviceStore() throws(CountersignError) -> DeviceStore {
        try parts.part(DeviceStore.self) { () throws(CountersignError) in
            var store = try DeviceStore(folder: DeviceStore.folder(of: user), now: configuration.now)
            store.life = life
            try store.endInterruptedSync()
            return store
        }
    }
}

/// Deletes the templates on this device at log-out; they belong to the account.
struct TemplateLogOut: LogOutPart {
    func clear(
        _ user: SessionUser, _ deletion: LogOutDeletion
    ) async throws(CountersignError) -> [CountersignEvent] {
        guard let store = try DeviceStore.existing(of: user) else { return [] }
        defer { try? store.close() }
        let gone = try await store.templates()
        try await store.removeTemplates()
        try await store.sweep()
        return gone.map { .templateUncached(template: $0.id) }
    }
}
