import Foundation

extension PDFDocument {
    /// What ``signedRevision(_:filling:awaiting:with:at:)`` appends, with an empty signature: to compare with what somebody else
    /// has signed (``appendedDifference(from:after:showing:)``).
    ///
    /// - Parameter date: The claimed time of signing (`/M`).
    /// - Returns: Only the bytes to append to the document's.
    /// - Throws: ``PDFError``.
    public func unsignedRevision(
        _ signature: SignatureField, filling fields: [FormField] = [], at date: Date
    ) throws(PDFError) -> Data {
        var form = try FormUpdate(self)
        for field in fields { try form.place(field) }
        try form.place(signature, reserving: 0, at: date)
        return Data(try form.emitted().bytes)
    }
}

extension SignatureReport {
    /// Whether the signer's certificate is in this name, with this address or without any.
    public func isIn(name: String, email: String) -> Bool {
        let plain = SignerName.plain(name: name, email: nil)
        return signer == plain || !email.isEmpty && signer == SignerName.plain(name: name, email: email)
    }
}
