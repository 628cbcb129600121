import Foundation
import X509

extension DocumentSigner {
    /// A sentence on the first certificate that is not valid at a time: the signer's, or that of an authority between
    /// it and the trust anchor. `nil` if all are.
    public func validityProblem(at time: Date) -> String? {
        CertificateValidity.problem(
            of: certificateChain.prefix(1) + certificateChain.dropFirst().filter { $0.issuer != $0.subject }, at: time)?
            .sentence
    }
}

extension LongTermError {
    /// Refuses a timestamp at which the signer's certificate is not valid: with it the signature never is.
    ///
    /// - Parameter clock: the time here when the timestamp was asked for.
    static func require(_ signer: some DocumentSigner, validAt timestamp: Date, clock: Date) throws(LongTermError) {
        guard let reason = signer.validityProblem(at: timestamp) else { return }
        throw .outsideValidity(
            reason: reason, timestamp: timestamp, ahead: Int(clock.timeIntervalSince(timestamp).rounded()))
    }
}
