extension String {
    /// Decodes UTF-8. Returns `nil` if any byte is invalid.
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Invalid bytes were replaced, so the text encodes to other bytes.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
