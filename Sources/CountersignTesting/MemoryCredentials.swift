import Countersign
import Essentials
import Foundation

/// Stores secrets in memory, for tests. Nothing remains on the machine.
public final class MemoryCredentials: CredentialStore {
    private let secrets = Locked<[String: Data]>([:])

    /// Starts without secrets.
    public init() {}

    /// Never throws.
    public func secret(named name: String) async throws(CountersignError) -> Data? { secrets.withLock { $0[name] } }

    /// Never throws, and accepts any name.
    public func keep(_ secret: Data, named name: String) async throws(CountersignError) {
        secrets.withLock { $0[name] = secret }
    }

    /// Never throws.
    public func remove(named name: String) async throws(CountersignError) {
        secrets.withLock { $0[name] = nil }
    }
}
