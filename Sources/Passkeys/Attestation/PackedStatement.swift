/// The attestation format “packed” (WebAuthn Level 3 §8.2).
struct PackedStatement: Sendable {
    let algorithm: Int64
    let signature: [UInt8]
    let certificates: [[UInt8]]?

    static let mostCertificates = 8

    init(_ statement: [CBORKey: CBORValue]) throws(PasskeyError) {
        guard let algorithm = statement["alg"]?.integer, let signature = statement["sig"]?.bytes else {
            throw .malformedAttestation("it lacks its algorithm or its signature")
        }
        self.algorithm = algorithm
        self.signature = signature
        guard let chain = statement["x5c"] else {
            certificates = nil
            return
        }
        let certificates = chain.array?.compactMap(\.bytes) ?? []
        guard (1...Self.mostCertificates).contains(certificates.count), certificates.count == chain.array?.count else {
            throw .malformedAttestation("its certificates are not one to \(Self.mostCertificates) byte strings")
        }
        self.certificates = certificates
    }

    func verify(
        _ credential: AuthenticatorData.Credential, message: [UInt8]
    ) throws(PasskeyError) -> Attestation {
        guard let certificates, let first = certificates.first else {
            guard algorithm == credential.key.algorithm.rawValue else {
                throw .malformedAttestation("its algorithm is not the passkey's")
            }
            guard credential.key.isValid(signature: signature, of: message) else { throw .wrongAttestationSignature }
            return .selfSigned
        }
        let certificate = try AttestationCertificate(first)
        guard algorithm == certificate.key.algorithm.rawValue else {
            throw .malformedAttestation("its algorithm is not its certificate's")
        }
        guard certificate.key.isValid(signature: signature, of: message) else { throw .wrongAttestationSignature }
        if let aaguid = certificate.aaguid, aaguid != credential.aaguid {
            throw .malformedAttestation("its certificate is for another model")
        }
        return .certified(certificates)
    }
}
