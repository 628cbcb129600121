import Foundation
import HTTPMessages

extension SyncEngine {
    /// The kind of server, which determines the calls it supports.
    public enum ServerKind: String, Sendable, Hashable, CaseIterable {
        /// A Countersign service: it accepts a device's history.
        case countersign
        /// Any other server: it has only the eSignature REST API v2.1.
        case dialectOnly

        private struct Greeting: Decodable {
            var service: String
            var version: Int
        }

        /// Asks the server for its kind.
        ///
        /// A server counts as another kind only if the API itself rejects the question in its documented form. A proxy
        /// may answer anything for a while, and an envelope uploaded the wrong way would arrive without its history.
        ///
        /// - Throws: ``SyncFailure`` if no answer decides the question
        static func found(by calls: any AuthorizedCalls) async throws -> SyncEngine.ServerKind {
            let reply = try await calls.syncing(APIRequest(.get, ["countersign", "v1"], in: .root))
            switch reply.status {
            case 200..<300:
                let greeting = try? JSONDecoder().decode(Greeting.self, from: reply.body)
                if greeting?.service == "countersign" { return .countersign }
            case 404, 405:
                let code = Refusal(reply).errorCode
                if code.map({ $0 != "UNSPECIFIED_ERROR" }) ?? (reply.trace != nil) { return .dialectOnly }
            case 401, 408, 425, 429, 500...:
                if let failure = SyncFailure(reply) { throw failure }
            default: break
            }
            throw SyncFailure.busy(
                message: "The server did not say whether it is a Countersign service: it answered with status "
                    + "\(reply.status). An app that knows can pass the kind.", after: nil)
        }
    }
}

/// Remembers the kind of a server.
actor FoundServer {
    private static let setting = "serverKind"

    private let calls: any AuthorizedCalls
    private let settings: SyncSettings
    private let store: DeviceStore
    private var found: SyncEngine.ServerKind?

    /// - Parameters:
    ///   - settings: the app's setting of the server's kind takes precedence over the detected kind
    ///   - store: the user's store for this server; it remembers a Countersign service permanently
    init(calls: any AuthorizedCalls, settings: SyncSettings, store: DeviceStore) {
        self.calls = calls
        self.settings = settings
        self.store = store
    }

    func server() async throws -> any SyncServer {
        var kind = settings.values.kind
        if kind == nil {
            found = try await known()
            kind = found
        } else if kind == .dialectOnly {
            // Ask first, so that nothing starts offline: such a server remembers a transaction only for a limited time.
            _ = try await calls.syncing(APIRequest(.get, ["countersign", "v1"], in: .root))
        }
        return switch kind {
        case .dialectOnly: DialectServer(calls: calls, now: store.now)
        case .countersign, nil: CountersignServer(calls: calls, partSize: settings.values.partSize)
        }
    }

    /// Returns the known kind. A Countersign service stays one; any other server is asked again in each pass.
    private func known() async throws -> SyncEngine.ServerKind {
        if found == .countersign { return .countersign }
        if try await store.setting(Self.setting) == SyncEngine.ServerKind.countersign.rawValue { return .countersign }
        let found = try await SyncEngine.ServerKind.found(by: calls)
        if found == .countersign { try await store.set(Self.setting, to: found.rawValue) }
        return found
    }
}
