#if canImport(CPKCS11)
    import CPKCS11

    /// A session with a token (PKCS#11 v2.40 §5.6). Its functions block, because devices do: ``TokenKey`` calls them
    /// one at a time on its own queue.
    final class TokenSession: @unchecked Sendable {
        let token: Token
        private let module: CryptokiModule
        private let handle: CK_SESSION_HANDLE
        /// Kept for keys that require it for each signature.
        private let pin: [UInt8]?

        init(_ token: Token, of module: CryptokiModule, pin: String?) throws(TokenKeyError) {
            self.token = token
            self.module = module
            self.pin = pin.map { Array($0.utf8) }
            var handle = CK_SESSION_HANDLE(0)
            try module.check("C_OpenSession") {
                module.list.C_OpenSession?(token.slot, CK_FLAGS(CKF_SERIAL_SESSION), nil, nil, &handle)
            }
            self.handle = handle
            if token.needsLogin { try logIn(as: CK_USER_TYPE(CKU_USER)) }
        }

        deinit { _ = module.list.C_CloseSession?(handle) }

        private func logIn(as user: CK_USER_TYPE) throws(TokenKeyError) {
            guard !token.isLocked else { throw .lockedPIN(token: token.label) }
            var pin = pin ?? []
            guard self.pin != nil || token.hasPINPad else { throw .noPIN(token: token.label) }
            let code =
                self.pin == nil
                ? module.list.C_Login?(handle, user, nil, 0)
                : module.list.C_Login?(handle, user, &pin, CK_ULONG(pin.count))
            switch code.map({ Int32(truncatingIfNeeded: $0) }) {
            case Self.code(CKR_OK), Self.code(CKR_USER_ALREADY_LOGGED_IN): return
            case Self.code(CKR_PIN_INCORRECT), Self.code(CKR_PIN_INVALID), Self.code(CKR_PIN_LEN_RANGE):
                throw .wrongPIN(token: token.label)
            case Self.code(CKR_PIN_LOCKED): throw .lockedPIN(token: token.label)
            default: throw .failed(function: "C_Login", code: UInt(code ?? CK_RV(CKR_FUNCTION_NOT_SUPPORTED)))
            }
        }

        private static func code(_ value: some BinaryInteger) -> Int32 { Int32(truncatingIfNeeded: value) }

        // MARK: Objects

        /// Returns the objects of a class. A limit stops devices that never end the list.
        func objects(ofClass objectClass: some BinaryInteger) throws(TokenKeyError) -> [CK_OBJECT_HANDLE] {
            var value = CK_OBJECT_CLASS(objectClass)
            var code: CK_RV?
            withUnsafeMutableBytes(of: &value) { value in
                var template = CK_ATTRIBUTE()
                template.type = CK_ATTRIBUTE_TYPE(CKA_CLASS)
                template.pValue = value.baseAddress
                template.ulValueLen = CK_ULONG(value.count)
                code = module.list.C_FindObjectsInit?(handle, &template, 1)
            }
            try module.check("C_FindObjectsInit") { code }
            defer { _ = module.list.C_FindObjectsFinal?(handle) }
            var found: [CK_OBJECT_HANDLE] = []
            var page = [CK_OBJECT_HANDLE](repeating: 0, count: 64)
            while found.count < 4096 {
                var count = CK_ULONG(0)
                try module.check("C_FindObjects") {
                    module.list.C_FindObjects?(handle, &page, CK_ULONG(page.count), &count)
                }
                if count == 0 { break }
                found += page.prefix(Int(count))
            }
            return found
        }

        /// Returns an attribute of an object; `nil` if it is missing or not readable.
        func attribute(_ type: some BinaryInteger, of object: CK_OBJECT_HANDLE) -> [UInt8]? {
            var attribute = CK_ATTRIBUTE()
            attribute.type = CK_ATTRIBUTE_TYPE(type)
            guard module.list.C_GetAttributeValue?(handle, object, &attribute, 1) == CK_RV(CKR_OK),
                attribute.ulValueLen <= 1 << 20
            else { return nil }
            var bytes = [UInt8](repeating: 0, count: Int(attribute.ulValueLen))
            let code = bytes.withUnsafeMutableBytes { buffer in
                attribute.pValue = buffer.baseAddress
                return module.list.C_GetAttributeValue?(handle, object, &attribute, 1)
            }
            return code == CK_RV(CKR_OK) ? Array(bytes.prefix(Int(attribute.ulValueLen))) : nil
        }

        func label(of object: CK_OBJECT_HANDLE) -> String {
            String(decoding: attribute(CKA_LABEL, of: object) ?? [], as: UTF8.self)
        }

        // MARK: Signing

        /// Signs in one step (PKCS#11 v2.40 §5.11).
        ///
        /// - Parameter parameter: the mechanism's parameter, as numbers of the size of `CK_ULONG`
        func sign(
            _ input: [UInt8], with key: CK_OBJECT_HANDLE, by mechanism: CK_MECHANISM_TYPE, parameter: [CK_ULONG] = []
        ) throws(TokenKeyError) -> [UInt8] {
            var parameter = parameter
            var code: CK_RV?
            parameter.withUnsafeMutableBytes { bytes in
                var description = CK_MECHANISM()
                description.mechanism = mechanism
                description.pParameter = bytes.isEmpty ? nil : bytes.baseAddress
                description.ulParameterLen = CK_ULONG(bytes.count)
                code = module.list.C_SignInit?(handle, &description, key)
            }
            try module.check("C_SignInit") { code }
            if attribute(CKA_ALWAYS_AUTHENTICATE, of: key) == [1] {
                try logIn(as: CK_USER_TYPE(CKU_CONTEXT_SPECIFIC))
            }
            var input = input
            // Enough for RSA with 16,384 bits.
            var value = [UInt8](repeating: 0, count: 2048)
            var count = CK_ULONG(value.count)
            try module.check("C_Sign") {
                module.list.C_Sign?(handle, &input, CK_ULONG(input.count), &value, &count)
            }
            return Array(value.prefix(Int(count)))
        }
    }
#endif
