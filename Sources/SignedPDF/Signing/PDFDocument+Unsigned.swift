import Foundation

extension PDFDocument {
    /// Returns the same update as ``signedRevision(_:filling:awaiting:with:at:)``, but with an empty signature. It
    /// serves to check a file that somebody else signed (``appendedFinding(against:after:showing:)``).
    ///
    /// - Parameter date: the claimed time of signing (`/M`)
    /// - Returns: only the bytes to append to the document's
    /// - Throws: ``PDFError``
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
    /// Whether the signer's certificate has this name, and this e-mail address or none.
    public func isIn(name: String, email: String) -> Bool {
        let plain = SignerName.plain(name: name, email: nil)
        return signer == plain || !email.isEmpty && signer == SignerName.plain(name: name, email: email)
    }
}
