import Foundation
import Locks
import X509

/// Remembers the outcome of signature checks: many signatures of one file rest on the same revocation list, which may
/// have many megabytes to hash.
final class SignatureMemory: Sendable {
    private struct Question: Hashable {
        var number: Int
        var key: Certificate.PublicKey
    }

    private let outcomes = Locked<[Question: Bool]>([:])

    /// - Parameters:
    ///   - number: which object was signed
    ///   - key: whose signature it should be
    ///   - check: finds it out, if it is not known yet
    func isSigned(_ number: Int, with key: Certificate.PublicKey, check: () -> Bool) -> Bool {
        let question = Question(number: number, key: key)
        if let outcome = outcomes.withLock({ $0[question] }) { return outcome }
        let outcome = check()
        outcomes.withLock { $0[question] = outcome }
        return outcome
    }
}
