import ClientSupport
import Foundation

/// A credential store whose errors are the library's.
struct KeptSecrets: Sendable {
    let store: any CredentialStore

    init(_ store: any CredentialStore) {
        self.store = store
    }

    func secret(named name: String) async throws(CountersignError) -> Data? {
        do { return try await store.secret(named: name) } catch { throw CountersignError(supporting: error) }
    }

    func keep(_ secret: Data, named name: String) async throws(CountersignError) {
        do { try await store.keep(secret, named: name) } catch { throw CountersignError(supporting: error) }
    }

    func remove(named name: String) async throws(CountersignError) {
        do { try await store.remove(named: name) } catch { throw CountersignError(supporting: error) }
    }
}
