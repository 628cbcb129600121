import Envelopes
import Locks
import Observation

extension Templates {
    /// What a list shows of a template on this device.
    public struct Status: Sendable, Hashable {
        public let state: Templates.CacheState
        /// The copy that can be used now; how old it is, ``CachedTemplate/cachedAt`` and
        /// ``CachedTemplate/isOlder(than:)`` say. Nil where there is none.
        public let cached: CachedTemplate?
    }
}

extension Templates {
    /// Which templates are on this device, for the cells of a list: answered at once, from any thread.
    ///
    ///     let status = templates.statuses[template.id]
    ///     cell.badge = status.state == .cached ? "On this device" : nil
    ///
    /// What a call of ``Templates`` has done is seen here when it returns, and when the event of it comes. SwiftUI's views are
    /// drawn again after a change, and so is whatever else uses `withObservationTracking`; other lists listen to
    /// ``CountersignSession/events``. After the session's end there are none.
    public final class Statuses: Sendable, Observable {
        private struct State {
            var cached: [TemplateID: CachedTemplate] = [:]
            var downloads: [TemplateID: (attempt: Int, isUpdate: Bool)] = [:]
            var attempts = 0
            var life: SessionLife?

            func status(of id: TemplateID) -> Templates.Status {
                if life?.isOver == true { return Templates.Status(state: .uncached, cached: nil) }
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

        /// One template; ``Templates/CacheState/uncached`` for one that nobody here has heard of.
        public subscript(id: TemplateID) -> Templates.Status {
            registrar.access(self, keyPath: \.all)
            return state.withLock { $0.status(of: id) }
        }

        /// Every template that is on this device or being downloaded.
        public var all: [TemplateID: Templates.Status] {
            registrar.access(self, keyPath: \.all)
            return state.withLock { state in
                guard state.life?.isOver != true else { return [:] }
                let ids = Set(state.cached.keys).union(state.downloads.keys)
                return Dictionary(uniqueKeysWithValues: ids.map { ($0, state.status(of: $0)) })
            }
        }

        // MARK: What happens

        /// Begins with what the store has.
        func load(_ templates: [CachedTemplate], of life: SessionLife?) {
            change { state in
                state.cached = Dictionary(uniqueKeysWithValues: templates.map { ($0.id, $0) })
                state.life = life
            }
        }

        func set(_ id: TemplateID, _ template: CachedTemplate?) { change { $0.cached[id] = template } }

        func removeAll() { change { $0.cached = [:] } }

        /// - Returns: the attempt, for its end.
        func downloadBegan(_ id: TemplateID, isUpdate: Bool) -> Int {
            change { state in
                state.attempts += 1
                state.downloads[id] = (state.attempts, isUpdate)
                return state.attempts
            }
        }

        /// Nothing happens where another attempt has begun since.
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
