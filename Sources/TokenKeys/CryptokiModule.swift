#if canImport(CPKCS11)
    import CPKCS11
    import Foundation

    /// A PKCS#11 module in this process (PKCS#11 v2.40 §5): a shared library with a list of functions.
    struct CryptokiModule: @unchecked Sendable {
        // The list is constant once the module is loaded, and the module is never unloaded: other threads of the
        // process may be inside it.
        private let functions: UnsafeMutablePointer<CK_FUNCTION_LIST>

        #if os(macOS)
            static let proxy = "p11-kit-proxy.dylib"
        #else
            static let proxy = "p11-kit-proxy.so"
        #endif

        /// Loads the module and initializes it for use from several threads.
        init(path: String) throws(TokenKeyError) {
            guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
                throw .noModule(path: path, reason: dlerror().map { String(cString: $0) } ?? "it is not a library")
            }
            guard let symbol = dlsym(library, "C_GetFunctionList") else {
                throw .noModule(path: path, reason: "it is not a PKCS#11 module")
            }
            let getFunctionList = unsafeBitCast(symbol, to: CK_C_GetFunctionList.self)
            var list: UnsafeMutablePointer<CK_FUNCTION_LIST>?
            let code = getFunctionList(&list)
            guard code == CK_RV(CKR_OK), let list else { throw .noModule(path: path, reason: "it has no functions") }
            functions = list
            var arguments = CK_C_INITIALIZE_ARGS()
            arguments.flags = CK_FLAGS(CKF_OS_LOCKING_OK)
            try check("C_Initialize", accepting: [CK_RV(CKR_CRYPTOKI_ALREADY_INITIALIZED)]) {
                list.pointee.C_Initialize?(&arguments)
            }
        }

        /// Calls a function of the module.
        ///
        /// - Parameter accepting: error codes that count as success
        /// - Returns: the function's return code
        @discardableResult
        func check(
            _ name: String, accepting: [CK_RV] = [], _ call: () -> CK_RV?
        ) throws(TokenKeyError) -> CK_RV {
            let code = call() ?? CK_RV(CKR_FUNCTION_NOT_SUPPORTED)
            guard code == CK_RV(CKR_OK) || accepting.contains(code) else {
                throw .failed(function: name, code: UInt(code))
            }
            return code
        }

        var list: CK_FUNCTION_LIST { functions.pointee }

        /// Returns the slots that hold a token.
        func slots() throws(TokenKeyError) -> [CK_SLOT_ID] {
            // A token may be inserted between the two calls.
            for _ in 0..<4 {
                var count = CK_ULONG(0)
                try check("C_GetSlotList") { list.C_GetSlotList?(1, nil, &count) }
                var slots = [CK_SLOT_ID](repeating: 0, count: Int(count))
                let code = try check("C_GetSlotList", accepting: [CK_RV(CKR_BUFFER_TOO_SMALL)]) {
                    list.C_GetSlotList?(1, &slots, &count)
                }
                if code == CK_RV(CKR_OK) { return Array(slots.prefix(Int(count))) }
            }
            return []
        }
    }
#endif
