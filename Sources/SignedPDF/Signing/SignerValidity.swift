import Foundation
import X509

extension DocumentSigner {
    /// Returns a sentence on the first certificate that is not valid at a time, from the signer's up to the trust
    /// anchor, or `nil` if all are valid.
    public func validityProblem(at time: Date) -> String? {
        CertificateValidity.problem(
            of: certificateChain.prefix(1) + certificateChain.dropFirst().filter { $0.issuer != $0.subject }, at: time)?
            .sentence
    }
}

extension LongTermError {
    /// Throws if the signer's certificate is not valid at the timestamp's time, since the signature would never be
    /// valid.
    ///
    /// - Parameter clock: the local time when the timestamp was requested
    static func require(_ signer: some DocumentSigner, validAt timestamp: Date, clock: Date) throws(LongTermError) {
        guard let reason = signer.validityProblem(at: timestamp) else { return }
        throw .outsideValidity(
            reason: reason, timestamp: timestamp, ahead: Int(clock.timeIntervalSince(timestamp).rounded()))
    }
}
