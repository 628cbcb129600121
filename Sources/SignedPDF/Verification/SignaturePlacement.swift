import Foundation

/// How a signature sits in its file: which bytes it is about, and whether that is a revision of the file.
struct SignaturePlacement: Sendable {
    var range: SignedByteRange?
    var coverage: SignatureReport.Coverage
    var problems: [SignatureProblem] = []

    /// The revision that was signed, if the byte range ends with one.
    var revisionEnd: Int? { coverage == .partial ? nil : range?.end }

    init(_ field: SignedField, in document: PDFDocument) {
        coverage = .partial
        let range: SignedByteRange
        do {
            range = try SignedByteRange(field.dictionary["ByteRange"], fileSize: document.bytes.count)
        } catch {
            problems = [error.problem]
            return
        }
        self.range = range
        guard isGapTheValue(range, field, document) else { return }
        guard let revision = Self.revision(endingAt: range.end, of: document) else {
            problems.append(
                .broken("The signature covers only a part of the file, and that part is no revision of it."))
            return
        }
        guard Self.isSigned(field, in: revision) else {
            problems.append(.broken("The signature is not a part of the revision whose bytes it covers."))
            return
        }
        coverage = range.end == document.bytes.count ? .wholeFile : .revision
    }

    private mutating func isGapTheValue(
        _ range: SignedByteRange, _ field: SignedField, _ document: PDFDocument
    ) -> Bool {
        guard SignatureValueLocation.isHexadecimalString(document.bytes.slice(range.gap)) else {
            problems.append(
                .broken(
                    "The bytes that the signature leaves out are not just its own value, so others could hide there."))
            return false
        }
        guard SignatureValueLocation.find(in: document, object: field.object) == range.gap else {
            problems.append(.broken("The bytes that the signature leaves out are not the value of this signature."))
            return false
        }
        return true
    }

    /// The file up to `end`, if that is a revision that the file still builds upon.
    ///
    /// Only a prefix whose newest cross-reference section is a link of the file's own chain is a revision: otherwise
    /// the file that is shown would be another one than the one that was signed.
    private static func revision(endingAt end: Int, of document: PDFDocument) -> PDFDocument? {
        if end == document.bytes.count { return document }
        guard let revision = try? document.document(upTo: end), endsWithMarker(revision.bytes),
            let sections = try? document.sections(),
            sections.contains(where: { $0.offset == revision.newestSection.offset })
        else { return nil }
        return revision
    }

    /// Whether the bytes end with `%%EOF` and nothing but a line end after it (ISO 32000-2 §7.5.5).
    private static func endsWithMarker(_ bytes: Data) -> Bool {
        let tail = bytes.suffix(7)
        guard let last = tail.lastIndex(where: { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 }) else { return false }
        return tail[...last].suffix(5).elementsEqual("%%EOF".utf8)
    }

    /// Whether the field has this signature in the revision.
    private static func isSigned(_ field: SignedField, in revision: PDFDocument) -> Bool {
        guard let tree = try? FieldTree(revision), let fields = try? SignedField.all(in: revision, tree: tree) else {
            return false
        }
        return fields.contains {
            $0.name == field.name && $0.object == field.object && $0.dictionary == field.dictionary
        }
    }
}
