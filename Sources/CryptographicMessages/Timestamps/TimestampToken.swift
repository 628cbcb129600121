import Foundation
import SwiftASN1
import X509

/// A timestamp token: a CMS structure over a ``TimestampInfo`` (RFC 3161 §2.4.2).
package struct TimestampToken: Sendable {
    /// The `ContentInfo` as sent.
    package let bytes: [UInt8]
    package let signedData: CMSSignedData
    package let info: TimestampInfo
    private let content: ArraySlice<UInt8>

    /// Extracts the token from an authority's response.
    init(response bytes: [UInt8]) throws(TimestampFailure) {
        let response: TimestampResponse
        do {
            response = try TimestampResponse(bytes)
        } catch {
            throw .damaged("it is not a TimeStampResp")
        }
        guard response.isGranted else { throw .refused(response.refusal) }
        guard let token = response.token else { throw .damaged("it grants a timestamp but holds none") }
        try self.init(token)
    }

    init(_ bytes: [UInt8]) throws(TimestampFailure) {
        do {
            (signedData, info, content) = try Self.read(BER.parse(bytes))
            self.bytes = bytes
        } catch {
            throw .damaged((error as? TimestampDefect ?? .container).clause)
        }
    }

    /// Reads a token and its content.
    package static func read(
        _ node: ASN1Node
    ) throws(TimestampDefect) -> (signedData: CMSSignedData, info: TimestampInfo, content: ArraySlice<UInt8>) {
        guard let signedData = try? CMSSignedData.read(node) else { throw .container }
        guard signedData.contentType == .CMS.timestampInfo, let content = signedData.content else {
            throw .otherContent
        }
        return (signedData, try TimestampInfo(content), content)
    }

    /// The findings on the token's signature, apart from trust.
    package var findings: SignerFindings {
        SignerFindings(signedData) { $0.digest(of: content) }
    }

    /// Checks that the token answers the request and is sound.
    package func check(answers request: TimestampRequest) throws(TimestampFailure) {
        guard info.nonce == ExactInteger(magnitude: request.nonce) else { throw .wrongNonce }
        guard info.imprintAlgorithm == request.digest.algorithm.oid, info.imprint == request.digest.bytes else {
            throw .wrongImprint
        }
        if let policy = request.policy, info.policy != policy { throw .wrongPolicy(policy.description) }
        try checkSoundness()
    }

    /// Checks the token's signature, its certificate and the certificate's purpose.
    func checkSoundness() throws(TimestampFailure) {
        let findings = findings
        if let problem = findings.findings.first(where: { $0.severity != .note }) {
            throw .unsound(.signature(problem))
        }
        guard findings.integrity == .intact, let certificate = findings.certificate,
            let attributes = signedData.signer.signedAttributes
        else { throw .unsound(.unchecked) }
        guard signedData.signerCount == 1 else { throw .unsound(.severalSigners) }
        guard SigningCertificateAttribute.check(attributes, names: certificate) == .matches else {
            throw .unsound(.certificateNotNamed)
        }
        if let problem = CertificatePurpose.timestamping.problem(of: certificate) {
            throw .unsound(.certificate(problem))
        }
        guard certificate.extensions[oid: .X509ExtensionID.extendedKeyUsage]?.critical == true else {
            throw .unsound(.keyUsageNotCritical)
        }
        if let problem = CertificateValidity.problem(of: [certificate], at: info.time) {
            throw .unsound(.certificate(problem))
        }
    }
}
