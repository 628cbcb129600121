import ClientSupport
import Essentials
import Foundation
import HTTPMessages

/// Plays the service for tests of the client: in memory, or in a file that several processes share.
///
/// It exchanges a refresh token once. Shown again, the token gets the same answer as long as nobody has used what it
/// was exchanged for: an answer may be lost. After that, the whole sign-in is revoked.
package final class HubStandIn: HTTPTransport {
    private let memory = Locked(HubState())
    private let file: URL?
    private let lock: FileLock?
    /// Asked before every call; may wait.
    package let before = Locked<(@Sendable (HTTPCall) async -> HubFault?)?>(nil)

    /// - Parameter folder: holds the state for several processes; `nil` for memory
    package init(folder: URL? = nil) {
        file = folder?.appending(path: "hub.json")
        lock = folder.map { FileLock(file: $0.appending(path: "hub.lock")) }
    }

    package func change<Value: Sendable>(
        _ work: @escaping @Sendable (inout HubState) throws -> Value
    ) async throws -> Value {
        guard let file, let lock else { return try memory.withLock { try work(&$0) } }
        return try await lock.hold {
            var state = HubState()
            if let bytes = try? Data(contentsOf: file) {
                state = try JSONDecoder().decode(HubState.self, from: bytes)
            }
            let value = try work(&state)
            try JSONEncoder().encode(state).write(to: file, options: .atomic)
            return value
        }
    }

    package func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
        let fault = await before.withLock { $0 }?(call)
        if fault == .offline { throw ClientError.unreachable(reason: "the network is down") }
        if case .answer(let status, let body) = fault { return HTTPReply(status: status, body: Data(body.utf8)) }
        let reply = try await change { state in
            var reply = HubAnswer(state: state, call: call)
            let answer = try reply.make()
            state = reply.state
            return answer
        }
        if fault == .lostAnswer { throw ClientError.unreachable(reason: "the connection was lost") }
        return reply
    }
}
