import Foundation
import X509

extension DocumentSigner {
    /// Returns the problem of the first certificate that is not valid at a time, from the signer's up to the trust
    /// anchor; `nil` if all are valid.
    package func validityProblem(at time: Date) -> TrustProblem? {
        CertificateValidity.problem(
            of: certificateChain.prefix(1) + certificateChain.dropFirst().filter { $0.issuer != $0.subject }, at: time)
    }
}

extension CertificateAuthority {
    /// Returns the problem if the authority's certificate has expired; `nil` before.
    package func expiry(at time: Date) -> TrustProblem? {
        time > certificate.notValidAfter ? CertificateValidity.problem(of: [certificate], at: time) : nil
    }
}

extension LongTermError {
    /// Throws if the signer's certificate is not valid at the timestamp's time, since the signature would never be
    /// valid.
    ///
    /// - Parameter clock: the local time when the timestamp was requested
    static func require(_ signer: some DocumentSigner, validAt timestamp: Date, clock: Date) throws(LongTermError) {
        guard let problem = signer.validityProblem(at: timestamp) else { return }
        throw .outsideValidity(
            problem, timestamp: timestamp, ahead: Int(clock.timeIntervalSince(timestamp).rounded()))
    }
}
