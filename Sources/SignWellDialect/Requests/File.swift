extension SignWell {
    /// A file of a request.
    public struct File: Hashable, Sendable, Encodable {
        /// The name with its extension.
        public var name: String
        /// A public address; exactly one of it and ``base64`` is there.
        public var url: String?
        /// The file's bytes (`file_base64`); exactly one of it and ``url`` is there.
        public var base64: String?

        /// - Parameter base64: the file's bytes in base64 (RFC 4648 §4)
        public init(name: String, base64: String) {
            self.name = name
            self.base64 = base64
        }

        /// - Parameter url: an address that the service fetches the file from
        public init(name: String, url: String) {
            self.name = name
            self.url = url
        }

        init(reading reader: RequestReader) {
            name = reader.text("name") ?? ""
            url = reader.text("file_url")
            base64 = reader.text("file_base64")
            if (url == nil) == (base64 == nil) {
                reader.refuse("file_data", "Exactly one of file_url and file_base64 has to be given.")
            }
            if name.isEmpty { reader.refuse("name", "is empty; the file's name with its extension is needed.") }
            reader.refuseOthers()
        }

        private enum CodingKeys: String, CodingKey {
            case name
            case url = "file_url"
            case base64 = "file_base64"
        }
    }
}
