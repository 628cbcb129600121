import Foundation

/// A signature's place in its file: the bytes that it covers, and whether they are a revision of the file.
struct SignaturePlacement: Sendable {
    var range: SignedByteRange?
    var coverage: SignatureReport.Coverage
    var findings: [PlacementFinding] = []

    /// The revision that was signed, if the byte range ends with one.
    var revisionEnd: Int? { coverage == .partial ? nil : range?.end }

    init(_ field: SignedField, in library: RevisionLibrary) {
        let document = library.newest.document
        coverage = .partial
        if let misplaced = PlacementFinding(field.place) { findings = [misplaced] }
        let range: SignedByteRange
        do {
            range = try SignedByteRange(field.dictionary["ByteRange"], fileSize: document.bytes.count)
        } catch {
            findings.append(error.finding)
            return
        }
        self.range = range
        if let key = Self.repeatedKey(in: field.dictionary) {
            // Programs differ in which of the two values they use, so the file would mean different things to them.
            findings.append(.entryRepeated(key: key))
            return
        }
        guard isGapTheValue(range, field, document) else { return }
        guard let revision = Self.revision(endingAt: range.end, in: library) else {
            findings.append(.notRevision)
            return
        }
        // The place of any other signature is its own bytes, which the range encloses.
        guard field.place != .field || Self.isSigned(field, in: revision) else {
            findings.append(.notInRevision)
            return
        }
        coverage = range.end == document.bytes.count ? .wholeFile : .revision
    }

    private static func repeatedKey(in dictionary: PDFDictionary) -> String? {
        var seen: Set<String> = []
        return dictionary.keys.first { !seen.insert($0).inserted }
    }

    private mutating func isGapTheValue(
        _ range: SignedByteRange, _ field: SignedField, _ document: PDFDocument
    ) -> Bool {
        guard SignatureValueLocation.isHexadecimalString(document.bytes.slice(range.gap)) else {
            findings.append(.gapNotValue)
            return false
        }
        guard field.valueRange(in: document) == range.gap else {
            findings.append(.gapOtherValue)
            return false
        }
        return true
    }

    /// Returns the file up to `end`, if that is a revision that the file still builds on.
    ///
    /// A prefix is a revision only if its newest cross-reference section is a link of the file's own chain. Otherwise
    /// the visible file would differ from the signed one.
    private static func revision(endingAt end: Int, in library: RevisionLibrary) -> Revision? {
        let newest = library.newest
        if end == newest.end { return newest }
        guard let revision = try? library.revision(upTo: end), endsWithMarker(revision.document.bytes),
            library.buildsUpon(revision)
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
    private static func isSigned(_ field: SignedField, in revision: Revision) -> Bool {
        revision.tree.fields.contains { node in
            guard node.exactName == ExactName(field.name), let signed = try? SignedField(node, in: revision.document)
            else {
                return false
            }
            return signed.object == field.object && signed.dictionary == field.dictionary
        }
    }
}
