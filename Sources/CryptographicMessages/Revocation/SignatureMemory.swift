import Essentials
import Foundation
import X509

/// Caches the results of signature checks. Many signatures of one file may depend on the same revocation list, which
/// may have many megabytes to hash.
final class SignatureMemory: Sendable {
    private struct Question: Hashable {
        var number: Int
        var key: Certificate.PublicKey
    }

    private let outcomes = Locked<[Question: Bool]>([:])

    /// - Parameters:
    ///   - number: identifies the signed object
    ///   - key: the expected signer's key
    ///   - check: performs the check if its result is not yet known
    func isSigned(_ number: Int, with key: Certificate.PublicKey, check: () -> Bool) -> Bool {
        let question = Question(number: number, key: key)
        if let outcome = outcomes.withLock({ $0[question] }) { return outcome }
        let outcome = check()
        outcomes.withLock { $0[question] = outcome }
        return outcome
    }
}
