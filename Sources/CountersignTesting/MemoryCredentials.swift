import Countersign
import Essentials
import Foundation

/// Stores secrets in memory, for tests. Nothing remains on the machine.
public final class MemoryCredentials: CredentialStore {
    private let secrets = Locked<[String: Data]>([:])

    public init() {}

    public func secret(named name: String) async throws(CountersignError) -> Data? { secrets.withLock { $0[name] } }

    public func keep(_ secret: Data, named name: String) async throws(CountersignError) {
        secrets.withLock { $0[name] = secret }
    }

    public func remove(named name: String) async throws(CountersignError) {
        secrets.withLock { $0[name] = nil }
    }
}
