import Essentials

#if canImport(CPKCS11)
    import CPKCS11
    import Dispatch
    import Foundation
    import CryptographicMessages
    import X509

    /// A private key on a PKCS#11 token. It signs documents without leaving the token.
    ///
    ///     let key = try await TokenKey.open(TokenReference(uri: "pkcs11:token=Notary"), pin: pin)
    ///     let signed = try await document.signed(field, with: key, at: Date())
    public struct TokenKey: DocumentSigner {
        /// The certificate of the key first, then the issuers that the token or the caller has.
        public let certificateChain: [Certificate]
        /// Follows from the certificate's key and the caller's choice.
        public let algorithm: SignatureAlgorithm
        private let session: TokenSession
        private let object: CK_OBJECT_HANDLE
        private let label: String
        /// Devices are slow and must not block the threads of the concurrency runtime.
        private let queue: DispatchQueue

        /// Opens the token and finds the key and its certificate.
        ///
        /// - Parameters:
        ///   - reference: the token and the key; each may be omitted if there is only one
        ///   - pin: the token's PIN; `nil` if it is typed on the device
        ///   - certificates: for tokens without certificates, the signer's certificate first, then its issuers
        ///   - choice: the hash function and padding
        /// - Throws: ``TokenKeyError``, and `SigningIdentityError` if the choice does not fit the key
        public static func open(
            _ reference: TokenReference, pin: String?, certificates: [Certificate] = [],
            choice: AlgorithmChoice = AlgorithmChoice()
        ) async throws -> TokenKey {
            let queue = DispatchQueue(label: "countersign.token")
            return try await run(on: queue) {
                let module = try CryptokiModule(path: reference.modulePath ?? CryptokiModule.proxy)
                let session = try TokenSession(Token.find(reference, in: module), of: module, pin: pin)
                return try TokenKey(reference, session, certificates, choice, queue)
            }
        }

        private init(
            _ reference: TokenReference, _ session: TokenSession, _ given: [Certificate], _ choice: AlgorithmChoice,
            _ queue: DispatchQueue
        ) throws {
            self.session = session
            self.queue = queue
            object = try Self.key(reference, in: session)
            let label = session.label(of: object)
            self.label = label
            let present = try TokenCertificate.all(in: session)
            let id = session.attribute(CKA_ID, of: object) ?? []
            let own =
                given.first ?? present.first { !id.isEmpty && $0.id == id }?.certificate
                ?? present.first { !label.isEmpty && $0.label == label }?.certificate
            guard let own else { throw TokenKeyError.noCertificate(key: label, token: session.token.label) }
            var choice = choice
            // A key for PSS only must not sign otherwise (RFC 4055 §1.2).
            if own.isKeyForPSS { choice.usesPSS = true }
            algorithm = try choice.algorithm(for: own.publicKey)
            certificateChain = CertificateChain.ordered(from: own, among: given + present.map(\.certificate))
        }

        private static func key(
            _ reference: TokenReference, in session: TokenSession
        ) throws(TokenKeyError) -> CK_OBJECT_HANDLE {
            let keys = try session.objects(ofClass: CKO_PRIVATE_KEY)
            let found = keys.filter { key in
                (reference.object == nil || session.label(of: key) == reference.object)
                    && (reference.id == nil || session.attribute(CKA_ID, of: key) == reference.id)
            }
            let token = session.token.label
            guard let key = found.first else {
                let id = reference.id.map { Hexadecimal.text($0) }
                throw .noKey(wanted: reference.object ?? id, token: token, present: keys.map(session.label))
            }
            guard found.count == 1 else { throw .severalKeys(found.map(session.label), token: token) }
            return key
        }

        /// - Throws: ``TokenKeyError``, also if the token's value is not a signature by the certificate's key
        public func signature(over input: Data) async throws -> Data {
            let value = try await Self.run(on: queue) { [algorithm, session, object] in
                try algorithm.value(over: input, by: object, in: session)
            }
            guard algorithm.isValid(value, over: input, for: certificateChain[0]) else {
                throw TokenKeyError.wrongSignature(key: label, token: session.token.label)
            }
            return value
        }

        private static func run<Value: Sendable>(
            on queue: DispatchQueue, _ work: @escaping @Sendable () throws -> Value
        ) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try work() }) }
            }
        }
    }

    /// An X.509 certificate on a token (PKCS#11 v2.40 §4.6.3).
    struct TokenCertificate {
        let certificate: Certificate
        let id: [UInt8]
        let label: String

        /// Returns the readable certificates.
        static func all(in session: TokenSession) throws(TokenKeyError) -> [TokenCertificate] {
            try session.objects(ofClass: CKO_CERTIFICATE).compactMap { object in
                guard let der = session.attribute(CKA_VALUE, of: object),
                    let certificate = try? CertificateDER.certificate(from: der)
                else { return nil }
                return TokenCertificate(
                    certificate: certificate, id: session.attribute(CKA_ID, of: object) ?? [],
                    label: session.label(of: object))
            }
        }
    }
#endif
