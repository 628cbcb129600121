#if os(Linux)
    import Dispatch
    import Foundation

    /// Stores secrets in the desktop's Secret Service (GNOME Keyring, KWallet) through libsecret. The library is loaded
    /// on demand, so neither this package nor an app requires it to be installed.
    ///
    ///     configuration.credentials =
    ///         (try? SecretServiceCredentialStore(service: "My app")) ?? configuration.credentials
    ///
    /// The desktop may ask the person to unlock their keyring; calls wait for that. If no such service is running,
    /// calls throw ``ClientError/credentials(reason:underlying:)``.
    public struct SecretServiceCredentialStore: CredentialStore {
        /// The name of the secrets' owner, as shown by the keyring's own programs.
        public let service: String
        private let library: LibSecret

        /// - Throws: ``ClientError/credentials(reason:underlying:)`` if libsecret is not installed
        public init(service: String) throws(ClientError) {
            self.service = service
            library = try LibSecret()
        }

        /// Throws ``ClientError/credentials(reason:underlying:)`` if no service is running, or it does not give the secret.
        public func secret(named name: String) async throws(ClientError) -> Data? {
            try CredentialName.check(name)
            return try await blocking { [self] () throws(ClientError) -> Data? in
                guard let text = try library.lookUp(attributes(name)) else { return nil }
                // The service stores text only.
                guard let secret = Data(base64Encoded: text) else {
                    throw .credentials(reason: "the keyring's secret is not in this library's format")
                }
                return secret
            }
        }

        /// Throws ``ClientError/credentials(reason:underlying:)`` if no service is running, or it does not store the secret.
        public func keep(_ secret: Data, named name: String) async throws(ClientError) {
            try CredentialName.check(name)
            try await blocking { [self] () throws(ClientError) -> Void in
                try library.store(secret.base64EncodedString(), label: "\(service): \(name)", attributes(name))
            }
        }

        /// Does nothing if there is no such secret. Throws ``ClientError/credentials(reason:underlying:)`` if no service is
        /// running.
        public func remove(named name: String) async throws(ClientError) {
            try CredentialName.check(name)
            try await blocking { [self] () throws(ClientError) -> Void in try library.clear(attributes(name)) }
        }

        private func attributes(_ name: String) -> [String: String] { ["service": service, "name": name] }

        /// Runs outside the shared thread pool: the person may take their time at the keyring's prompt.
        private func blocking<Result: Sendable>(
            _ work: @escaping @Sendable () throws(ClientError) -> Result
        ) async throws(ClientError) -> Result {
            let result: Swift.Result<Result, ClientError> = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    do throws(ClientError) {
                        continuation.resume(returning: .success(try work()))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
            }
            return try result.get()
        }
    }
#endif
