import Foundation

/// What a server can be asked for.
enum ServerKind: Sendable {
    /// A Countersign service: it takes a device's history.
    case countersign
    /// Any other: it speaks the eSignature REST API v2.1.
    case dialectOnly

    private struct Greeting: Decodable {
        var service: String
        var version: Int
    }

    /// Asks the server.
    ///
    /// - Throws: ``SyncFailure`` when there is no answer that says either.
    static func found(by calls: any AuthorizedCalls) async throws -> ServerKind {
        let reply = try await calls.syncing(APIRequest("GET", ["countersign", "v1"], in: .root))
        switch reply.status {
        case 200..<300:
            let greeting = try? JSONDecoder().decode(Greeting.self, from: reply.body)
            return greeting?.service == "countersign" ? .countersign : .dialectOnly
        case 408, 425, 429, 500...:
            throw SyncFailure(reply) ?? .unreachable(reason: "the server answered with status \(reply.status)")
        default: return .dialectOnly
        }
    }
}

/// Remembers what a server was found to be.
actor FoundServer {
    private let calls: any AuthorizedCalls
    private let partSize: Int
    private var kind: ServerKind?

    init(calls: any AuthorizedCalls, partSize: Int) {
        self.calls = calls
        self.partSize = partSize
    }

    func server() async throws -> any SyncServer {
        let kind: ServerKind
        if let known = self.kind { kind = known } else { kind = try await ServerKind.found(by: calls) }
        self.kind = kind
        return switch kind {
        case .countersign: CountersignServer(calls: calls, partSize: partSize)
        case .dialectOnly: DialectServer(calls: calls)
        }
    }
}
