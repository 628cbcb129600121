import Foundation

/// Forms defined in XML in addition to, or instead of, the fields (XFA, ISO 32000-1 §12.7.8, deprecated in ISO
/// 32000-2).
///
/// Programs with XFA support show other fields than those without. Only some readers would see the values and
/// signatures added here.
package enum XFAForm {
    /// - Throws: `PDFError.xfaForm` if the form has an XFA part
    package static func refuse(in form: PDFDictionary, of document: PDFDocument) throws(PDFError) {
        guard form["XFA"] != nil else { return }
        throw .xfaForm(reason: try reasonToKeep(in: document))
    }

    /// Returns why the XFA part cannot be removed; `nil` if it can.
    fileprivate static func reasonToKeep(in document: PDFDocument) throws(PDFError) -> String? {
        if try document.value("NeedsRendering", in: document.catalog()) == .bool(true) {
            return "without that part it has no pages to sign"
        }
        let isSigned = try FieldTree(document).fields.contains { $0.type == "Sig" && $0.attributes["V"] != nil }
        return isSigned ? "its signatures would not hold without that part" : nil
    }
}

extension PDFDocument {
    /// Returns an incremental update that removes the XFA part and keeps the ordinary fields. It is empty if there is
    /// no such part.
    ///
    /// - Returns: only the bytes to append to the document
    /// - Throws: `PDFError.xfaForm` with a reason if the part is needed: the document is already signed, or all its
    ///   pages are made from it
    public func withoutXFA() throws(PDFError) -> Data {
        guard let root = trailer["Root"]?.referenceValue else { return Data() }
        var catalog = try catalog()
        guard var form = try value("AcroForm", in: catalog).dictionaryValue, form["XFA"] != nil else { return Data() }
        if let reason = try XFAForm.reasonToKeep(in: self) { throw .xfaForm(reason: reason) }
        var update = try IncrementalUpdate(self)
        form["XFA"] = nil
        if case .reference(let reference) = catalog["AcroForm"] {
            update.set(reference, to: .dictionary(form))
        } else {
            catalog["AcroForm"] = .dictionary(form)
            update.set(root, to: .dictionary(catalog))
        }
        return Data(try update.emitted().bytes)
    }
}
