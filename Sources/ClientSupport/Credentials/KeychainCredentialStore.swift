#if canImport(Security)
    import DescribedErrors
    import Foundation
    import Security

    /// Stores secrets in the Keychain: on this device only, readable after the first unlock.
    public struct KeychainCredentialStore: CredentialStore {
        /// The items' `kSecAttrService`; stores with the same service and access group share their secrets.
        public let service: String
        /// The access group that shares the secrets, for example between an app and its extensions; `nil` for the
        /// program's own.
        public let accessGroup: String?
        private let start: FirstStart?

        /// - Parameters:
        ///   - accessGroup: an entry of the program's entitlement `keychain-access-groups`, with its prefix
        ///   - installationMark: a file in the container of all programs that share the secrets. If it is missing although
        ///     the store has made it before, the app was removed and installed again, and the secrets, which the Keychain
        ///     has kept, are removed. Only on iOS: elsewhere a container outlives its app. Without an access group, an
        ///     app's extensions have containers of their own, and remove nothing.
        public init(service: String, accessGroup: String? = nil, installationMark: URL? = nil) {
            (self.service, self.accessGroup) = (service, accessGroup)
            let mayRemove = accessGroup != nil || !Bundle.main.bundlePath.hasSuffix(".appex")
            #if canImport(UIKit)
                start = mayRemove ? installationMark.map { FirstStart(mark: $0) } : nil
            #else
                _ = mayRemove
                start = nil
            #endif
        }

        /// Removes every secret of the service that this program has stored, in the access group if there is one.
        private func removeAll() throws(ClientError) {
            let status = SecItemDelete(items as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw Self.failure(status) }
        }

        /// Names the item that remembers the mark: each app has a mark of its own, a group one for all.
        private var memory: String {
            accessGroup == nil ? "installation." + (Bundle.main.bundleIdentifier ?? "") : "installation"
        }

        /// Throws ``ClientError/credentials(reason:underlying:)`` with the Keychain's reason, such as a device not unlocked yet.
        public func secret(named name: String) async throws(ClientError) -> Data? {
            try secret(of: item(name))
        }

        private func secret(of item: [String: Any]) throws(ClientError) -> Data? {
            var query = item
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data else { throw Self.failure(status) }
            return data
        }

        /// Throws ``ClientError/credentials(reason:underlying:)`` with the Keychain's reason.
        public func keep(_ secret: Data, named name: String) async throws(ClientError) {
            try keep(secret, as: item(name))
        }

        private func keep(_ secret: Data, as item: [String: Any]) throws(ClientError) {
            let values: [String: Any] = [
                kSecValueData as String: secret,
                kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(item as CFDictionary, values as CFDictionary)
            if status == errSecItemNotFound {
                status = SecItemAdd(item.merging(values) { $1 } as CFDictionary, nil)
                // Another program in the access group has just added the item.
                if status == errSecDuplicateItem {
                    status = SecItemUpdate(item as CFDictionary, values as CFDictionary)
                }
            }
            guard status == errSecSuccess else { throw Self.failure(status) }
        }

        /// Does nothing if there is no item. Throws ``ClientError/credentials(reason:underlying:)`` with the Keychain's reason.
        public func remove(named name: String) async throws(ClientError) {
            let status = SecItemDelete(try item(name) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw Self.failure(status) }
        }

        private func item(_ name: String) throws(ClientError) -> [String: Any] {
            try CredentialName.check(name)
            let memory = named(memory)
            try start?.pass(
                isKnown: { () throws(ClientError) in try secret(of: memory) != nil }, clean: removeAll,
                remember: { () throws(ClientError) in try keep(Data("1".utf8), as: memory) })
            return named(name)
        }

        private func named(_ name: String) -> [String: Any] {
            items.merging([kSecAttrAccount as String: name]) { $1 }
        }

        /// Selects all items of the service.
        private var items: [String: Any] {
            var items: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
                kSecUseDataProtectionKeychain as String: true,
            ]
            if let accessGroup { items[kSecAttrAccessGroup as String] = accessGroup }
            return items
        }

        private static func failure(_ status: OSStatus) -> ClientError {
            .credentials(
                reason: KeychainAnswer.reason(status),
                underlying: UnderlyingError(NSError(domain: NSOSStatusErrorDomain, code: Int(status))))
        }
    }
#endif
