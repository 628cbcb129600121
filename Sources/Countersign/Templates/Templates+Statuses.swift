import Envelopes
import Essentials
import Observation

extension Templates {
    /// The status of a template on this device, for a list.
    public struct Status: Sendable, Hashable {
        /// Whether the template can be used offline, and whether it is being downloaded.
        public let state: Templates.CacheState
        /// The copy that can be used now; `nil` if there is none. ``CachedTemplate/cachedAt`` and
        /// ``CachedTemplate/isOlder(than:)`` say how old it is.
        public let cached: CachedTemplate?
    }
}

extension Templates {
    /// The templates on this device, for the cells of a list. Reading a status never waits and is safe from any thread.
    ///
    ///     let status = templates.statuses[template.id]
    ///     cell.badge = status.state == .cached ? "On this device" : nil
    ///
    /// A change is visible here when the call of ``Templates`` returns, and when its event arrives. SwiftUI redraws
    /// views after a change, as does other code that uses `withObservationTracking`. Other lists listen to
    /// ``CountersignSession/events``. After the session has ended, there are no statuses.
    public final class Statuses: Sendable, Observable {
        private struct State {
            var cached: [TemplateID: CachedTemplate] = [:]
            var downloads: [TemplateID: (attempt: Int, isUpdate: Bool)] = [:]
            var attempts = 0
            var life: SessionLife?

            func status(of id: TemplateID) -> Templates.Status {
                if life?.hasEnded == true { return Templates.Status(state: .uncached, cached: nil) }
                let state: Templates.CacheState =
                    switch (downloads[id]?.isUpdate, cached[id]) {
                    case (nil, nil): .uncached
                    case (nil, _?): .cached
                    case (false?, _): .inProgress
                    case (true?, _): .updateInProgress
                    }
                return Templates.Status(state: state, cached: cached[id])
            }
        }

        private let state = Locked(State())
        private let registrar = ObservationRegistrar()

        /// The status of one template; ``Templates/CacheState/uncached`` for a template unknown on this device.
        public subscript(id: TemplateID) -> Templates.Status {
            registrar.access(self, keyPath: \.all)
            return state.withLock { $0.status(of: id) }
        }

        /// Every template that is on this device or being downloaded.
        public var all: [TemplateID: Templates.Status] {
            registrar.access(self, keyPath: \.all)
            return state.withLock { state in
                guard state.life?.hasEnded != true else { return [:] }
                let ids = Set(state.cached.keys).union(state.downloads.keys)
                return Dictionary(uniqueKeysWithValues: ids.map { ($0, state.status(of: $0)) })
            }
        }

        // MARK: What happens

        /// Starts with the templates in the store.
        func load(_ templates: [CachedTemplate], of life: SessionLife?) {
            change { state in
                state.cached = Dictionary(uniqueKeysWithValues: templates.map { ($0.id, $0) })
                state.life = life
            }
        }

        func set(_ id: TemplateID, _ template: CachedTemplate?) { change { $0.cached[id] = template } }

        func removeAll() { change { $0.cached = [:] } }

        /// - Returns: the attempt's number, for ``downloadEnded(_:_:)``
        func downloadBegan(_ id: TemplateID, isUpdate: Bool) -> Int {
            change { state in
                state.attempts += 1
                state.downloads[id] = (state.attempts, isUpdate)
                return state.attempts
            }
        }

        /// Ends a download. Does nothing if another attempt has started since.
        func downloadEnded(_ id: TemplateID, _ attempt: Int) {
            change { state in
                if state.downloads[id]?.attempt == attempt { state.downloads[id] = nil }
            }
        }

        private func change<Value>(_ body: (inout State) -> Value) -> Value {
            registrar.withMutation(of: self, keyPath: \.all) {
                state.withLock { body(&$0) }
            }
        }
    }
}
