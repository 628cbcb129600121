extension String {
    /// The text of bytes in UTF-8; `nil` where any of them is no part of one.
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // What could not be read was replaced, and gives other bytes.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
