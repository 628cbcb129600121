import Foundation
import Testing
import X509

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

/// A signer whose key is elsewhere and takes its time, as a Secure Enclave or a signing service does.
private struct RemoteSigner: DocumentSigner {
    /// Holds the key, and answers one after the other.
    actor Service {
        private let identity: SigningIdentity
        private(set) var requests: [Int] = []

        init(_ identity: SigningIdentity) { self.identity = identity }

        func sign(_ input: Data) async throws -> Data {
            requests.append(input.count)
            try await Task.sleep(for: .milliseconds(20))
            return try await identity.signature(over: input)
        }
    }

    let certificateChain: [Certificate]
    let algorithm: SignatureAlgorithm
    let service: Service

    func signature(over input: Data) async throws -> Data { try await service.sign(input) }
}

@Suite("Remote signers")
struct RemoteSignerTests {
    private let identity: SigningIdentity

    init() throws {
        identity = try TestSigners.signer(.ecdsaP384SHA384)
    }

    private func sign(with signer: some DocumentSigner) async throws -> Data {
        try await SignedFiles.signed(SignedFiles.agreement(), by: signer)
    }

    @Test("A remote signer gets one request of a few hundred bytes, and the document verifies")
    func askedOnce() async throws {
        let service = RemoteSigner.Service(identity)
        let file = try await sign(
            with: RemoteSigner(
                certificateChain: identity.certificateChain, algorithm: identity.algorithm, service: service))
        let requests = await service.requests
        #expect(requests.count == 1)
        #expect(requests.allSatisfy { $0 < 500 })
        let report = try await SignedFiles.report(file, trusting: [identity.certificate])
        #expect(report.verdict == .valid)
    }

    @Test("A remote signer that answers with another key or algorithm writes nothing")
    func otherKey() async throws {
        let other = RemoteSigner.Service(
            try TestSigners.selfSigned(SigningKey(pem: OpenSSLKeys.p521), AlgorithmChoice()))
        await #expect(throws: SigningIdentityError.self) {
            try await sign(
                with: RemoteSigner(
                    certificateChain: identity.certificateChain, algorithm: identity.algorithm, service: other))
        }
        let weaker = RemoteSigner.Service(try identity.signing(by: AlgorithmChoice(digest: .sha512)))
        await #expect(throws: SigningIdentityError.self) {
            try await sign(
                with: RemoteSigner(
                    certificateChain: identity.certificateChain, algorithm: identity.algorithm, service: weaker))
        }
    }
}
