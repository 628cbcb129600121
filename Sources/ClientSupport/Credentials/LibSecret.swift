#if os(Linux)
    import DescribedErrors
    import Foundation
    import Glibc

    /// The functions of libsecret and GLib needed to store a text, looked up at run time.
    final class LibSecret: Sendable {
        private typealias Pointer = UnsafeMutableRawPointer
        private typealias Text = UnsafePointer<CChar>
        /// The location where a call stores a `GError`.
        private typealias Failure = UnsafeMutablePointer<UnsafeMutableRawPointer?>
        private typealias NewTable = @convention(c) (Pointer, Pointer) -> Pointer?
        private typealias Insert = @convention(c) (Pointer, Pointer, Pointer) -> Int32
        private typealias Free = @convention(c) (Pointer) -> Void
        private typealias Store =
            @convention(c) (Pointer, Pointer, Text?, Text, Text, Pointer?, Failure) -> Int32
        private typealias LookUp =
            @convention(c) (Pointer, Pointer, Pointer?, Failure) -> UnsafeMutablePointer<CChar>?
        private typealias Clear = @convention(c) (Pointer, Pointer, Pointer?, Failure) -> Int32

        private let newTable: NewTable
        private let insert: Insert
        private let unref: Free
        private let freeError: Free
        private let freeSecret: Free
        private let storeSecret: Store
        private let lookUpSecret: LookUp
        private let clearSecret: Clear
        // Addresses of functions, and of a schema that is written once and afterwards only read.
        nonisolated(unsafe) private let hashText: Pointer
        nonisolated(unsafe) private let sameText: Pointer
        nonisolated(unsafe) private let schema: Pointer

        /// - Throws: ``ClientError/credentials(reason:underlying:)`` if libsecret is missing or lacks an expected function
        init() throws(ClientError) {
            guard MemoryLayout<Int>.size == 8, let library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL) else {
                throw .credentials(reason: "libsecret is not installed")
            }
            // GLib was loaded with libsecret. The library stays loaded, because GLib cannot be unloaded.
            func symbol(_ name: String) throws(ClientError) -> Pointer {
                guard let symbol = dlsym(library, name) else {
                    throw .credentials(reason: "libsecret has no \(name)")
                }
                return symbol
            }
            func function<Function>(_ name: String, _: Function.Type) throws(ClientError) -> Function {
                unsafeBitCast(try symbol(name), to: Function.self)
            }
            newTable = try function("g_hash_table_new", NewTable.self)
            insert = try function("g_hash_table_insert", Insert.self)
            unref = try function("g_hash_table_unref", Free.self)
            freeError = try function("g_error_free", Free.self)
            freeSecret = try function("secret_password_free", Free.self)
            storeSecret = try function("secret_password_storev_sync", Store.self)
            lookUpSecret = try function("secret_password_lookupv_sync", LookUp.self)
            clearSecret = try function("secret_password_clearv_sync", Clear.self)
            hashText = try symbol("g_str_hash")
            sameText = try symbol("g_str_equal")
            schema = Self.makeSchema()
        }

        deinit { schema.deallocate() }

        /// Returns the text with these attributes; `nil` if there is none.
        func lookUp(_ attributes: [String: String]) throws(ClientError) -> String? {
            try withTable(attributes) { table, failure in
                guard let text = lookUpSecret(schema, table, nil, failure) else { return nil }
                defer { freeSecret(text) }
                return String(cString: text)
            }
        }

        func store(_ text: String, label: String, _ attributes: [String: String]) throws(ClientError) {
            try withTable(attributes) { table, failure in
                _ = storeSecret(schema, table, nil, label, text, nil, failure)
            }
        }

        func clear(_ attributes: [String: String]) throws(ClientError) {
            try withTable(attributes) { table, failure in _ = clearSecret(schema, table, nil, failure) }
        }

        /// - Throws: the error that the body reports
        private func withTable<Result>(
            _ attributes: [String: String], _ body: (Pointer, Failure) -> Result
        ) throws(ClientError) -> Result {
            guard let table = newTable(hashText, sameText) else { throw .credentials(reason: "out of memory") }
            let texts = attributes.flatMap { [strdup($0.key), strdup($0.value)] }
            defer {
                unref(table)
                for text in texts { free(text) }
            }
            for index in stride(from: 0, to: texts.count, by: 2) {
                guard let name = texts[index], let value = texts[index + 1] else {
                    throw .credentials(reason: "out of memory")
                }
                _ = insert(table, name, value)
            }
            var failure: UnsafeMutableRawPointer?
            let result = body(table, &failure)
            if let failure {
                defer { freeError(failure) }
                // A `GError` is a domain and a code of four bytes each, then the message.
                let message = failure.load(fromByteOffset: 8, as: Text?.self).map { String(cString: $0) }
                throw .credentials(reason: QuotedText.plain(message ?? "no reason given", longest: 300))
            }
            return result
        }

        /// Returns a `SecretSchema` for 64-bit systems: a name, flags (0), 32 pairs of a name and a type (0: text) of
        /// which two are used, and reserved members (0).
        private static func makeSchema() -> Pointer {
            let size = 1024
            let schema = Pointer.allocate(byteCount: size, alignment: 16)
            schema.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            // Names that live as long as the program.
            let names: [StaticString] = ["org.countersign.Credential", "service", "name"]
            for (name, offset) in zip(names, [0, 16, 32]) {
                schema.storeBytes(of: UnsafeRawPointer(name.utf8Start), toByteOffset: offset, as: UnsafeRawPointer.self)
            }
            return schema
        }
    }
#endif
