#if canImport(CryptoKit)
    import CryptoKit
    import DescribedErrors
    import Envelopes
    import Foundation
    import Security

    /// A key in the Secure Enclave. The Enclave wraps the stored form, which is useless elsewhere.
    struct SecureEnclaveSigner: DeviceSigner {
        private let key: SecureEnclave.P256.Signing.PrivateKey
        private static let mark = Data("secure-enclave:".utf8)

        /// Returns a new key in wrapped form; `nil` if there is no Secure Enclave.
        static func newWrappedKey() throws(CountersignError) -> Data? {
            guard SecureEnclave.isAvailable else { return nil }
            // A sync in the background signs while the device is locked; the standard access would refuse it.
            let access = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .privateKeyUsage, nil)
            guard let access else {
                throw .credentials(reason: "the Secure Enclave has no keys that can be used after the first unlock")
            }
            do {
                return mark + (try SecureEnclave.P256.Signing.PrivateKey(accessControl: access)).dataRepresentation
            } catch {
                throw .credentials(
                    reason: "the Secure Enclave could not create a key: \(error.localizedDescription)",
                    underlying: UnderlyingError(error))
            }
        }

        /// Returns `nil` if `wrapped` is not a wrapped key.
        init?(wrapped: Data) throws(CountersignError) {
            guard wrapped.starts(with: Self.mark) else { return nil }
            do {
                key = try SecureEnclave.P256.Signing.PrivateKey(
                    dataRepresentation: Data(wrapped.dropFirst(Self.mark.count)))
            } catch {
                throw .credentials(
                    reason: "the Secure Enclave does not know the key: \(error.localizedDescription)",
                    underlying: UnderlyingError(error))
            }
        }

        var publicKey: Data { key.publicKey.x963Representation }

        func signature(for data: Data) async throws -> Data { try key.signature(for: data).rawRepresentation }
    }
#endif
