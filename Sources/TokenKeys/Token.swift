#if canImport(CPKCS11)
    import CPKCS11

    /// A token in a slot and its description (PKCS#11 v2.40 §3.2, `CK_TOKEN_INFO`).
    struct Token {
        let slot: CK_SLOT_ID
        let label: String
        private let manufacturer: String
        private let model: String
        private let serial: String
        private let flags: CK_FLAGS

        init?(slot: CK_SLOT_ID, of module: CryptokiModule) {
            var info = CK_TOKEN_INFO()
            // A token that returns no description, such as one that is being removed, is ignored.
            guard module.list.C_GetTokenInfo?(slot, &info) == CK_RV(CKR_OK) else { return nil }
            self.slot = slot
            label = Self.text(info.label)
            manufacturer = Self.text(info.manufacturerID)
            model = Self.text(info.model)
            serial = Self.text(info.serialNumber)
            flags = info.flags
        }

        /// Decodes text of a fixed length, padded with spaces.
        private static func text<Bytes>(_ bytes: Bytes) -> String {
            withUnsafeBytes(of: bytes) { bytes in
                let end = bytes.lastIndex { $0 != 0x20 && $0 != 0 }.map { $0 + 1 } ?? 0
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
        }

        var needsLogin: Bool { has(CKF_LOGIN_REQUIRED) }
        /// Whether the PIN is typed on the device itself.
        var hasPINPad: Bool { has(CKF_PROTECTED_AUTHENTICATION_PATH) }
        var isLocked: Bool { has(CKF_USER_PIN_LOCKED) }
        var isInitialized: Bool { has(CKF_TOKEN_INITIALIZED) }

        private func has(_ flag: some BinaryInteger) -> Bool { flags & CK_FLAGS(flag) != 0 }

        private func matches(_ reference: TokenReference) -> Bool {
            func agrees(_ wanted: String?, _ present: String) -> Bool { wanted == nil || wanted == present }
            return agrees(reference.token, label) && agrees(reference.manufacturer, manufacturer)
                && agrees(reference.model, model) && agrees(reference.serial, serial)
        }

        /// Returns the only token that matches the reference. If the reference names none, tokens that need no login
        /// (lists of trusted certificates) are ignored.
        static func find(_ reference: TokenReference, in module: CryptokiModule) throws(TokenKeyError) -> Token {
            let tokens = try module.slots().compactMap { Token(slot: $0, of: module) }.filter(\.isInitialized)
            let saysNothing =
                reference.token == nil && reference.manufacturer == nil && reference.model == nil
                && reference.serial == nil
            let found = tokens.filter { $0.matches(reference) && (!saysNothing || $0.needsLogin) }
            guard let token = found.first else {
                let wanted = reference.token ?? reference.serial ?? reference.model ?? reference.manufacturer
                throw .noToken(wanted: wanted, present: tokens.filter(\.needsLogin).map(\.label))
            }
            guard found.count == 1 else { throw .severalTokens(found.map(\.label)) }
            return token
        }
    }
#endif
