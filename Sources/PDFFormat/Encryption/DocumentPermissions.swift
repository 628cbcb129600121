/// The operations that an encrypted file permits without the owner's password (ISO 32000-2 table 22).
public struct DocumentPermissions: Sendable, Hashable {
    /// `/P`: bit *n* of the standard is `1 << (n - 1)`.
    public let bits: UInt32
    /// The revision of the security handler. Revision 2 defines no bits above 6.
    package let revision: Int

    private func has(_ bit: Int) -> Bool { bits >> UInt32(bit - 1) & 1 == 1 }

    /// Whether existing fields may be filled in, signature fields included.
    public var allowsFilling: Bool { has(6) || revision >= 3 && has(9) }

    /// Whether fields may be added, signature fields included.
    public var allowsNewFields: Bool { has(4) && has(6) }

    /// Whether the content of pages may be changed, and pages added.
    public var allowsChanges: Bool { has(4) }
}

extension PDFDocument {
    /// The permissions of the file's encryption; `nil` if everything is allowed, because the file is not encrypted or
    /// was opened with the owner's password.
    public var permissions: DocumentPermissions? {
        guard let encryption, !encryption.isOwner else { return nil }
        return encryption.permissions
    }

    /// Whether the file is encrypted.
    public var isEncrypted: Bool { encryption != nil }

    /// - Throws: `PDFError.notPermitted`
    func checkFillingIsAllowed() throws(PDFError) {
        guard permissions?.allowsFilling ?? true else {
            throw .notPermitted("it may neither be filled in nor signed")
        }
    }

    /// - Throws: `PDFError.notPermitted`
    package func checkNewFieldsAreAllowed() throws(PDFError) {
        guard permissions?.allowsNewFields ?? true else {
            throw .notPermitted("no fields may be added to it; only fields that it has can be signed")
        }
    }
    /// - Throws: `PDFError.notPermitted`
    func checkChangesAreAllowed() throws(PDFError) {
        guard permissions?.allowsChanges ?? true else { throw .notPermitted("its pages may not be changed") }
    }
}
