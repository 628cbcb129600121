import Foundation

/// One appended revision of a file, opened as it was before the next one.
struct AppendedRevision {
    let document: PDFDocument
    let section: XrefSection
    /// The objects that the revision writes, except its cross-reference stream. None is in an object stream.
    let objects: Set<PDFReference>
    /// The object number of the cross-reference stream, or `nil` for a table.
    let ownNumber: Int?

    /// The numbers of ``objects``.
    var numbers: Set<Int> { Set(objects.map(\.number)) }

    /// Returns `nil` for a revision that this library would not write, for instance one with object streams or deleted
    /// objects.
    init?(_ document: PDFDocument) {
        let section = document.newestSection
        guard section.kind != .hybrid else { return nil }
        let ownNumber = section.kind == .stream ? Self.number(at: section.offset, in: document) : nil
        guard section.kind == .table || ownNumber != nil else { return nil }
        var objects: Set<PDFReference> = []
        var places: Set<Int> = []
        for number in section.objectNumbers {
            // An entry effectively deletes its object if it points where another entry points, or to the section under
            // a number other than the section's. Readers find no such object there.
            guard case .offset(let offset, let generation)? = section.entry(for: number),
                (offset == section.offset) == (number == ownNumber), places.insert(offset).inserted
            else { return nil }
            if number != ownNumber { objects.insert(PDFReference(number: number, generation: generation)) }
        }
        self.document = document
        self.section = section
        self.objects = objects
        self.ownNumber = ownNumber
    }

    /// Returns the number of the object that begins at an offset.
    private static func number(at offset: Int, in document: PDFDocument) -> Int? {
        try? document.bytes.lend { (bytes) throws(PDFError) in
            var lexer = Lexer(bytes, at: offset)
            return lexer.unsignedInteger()
        }
    }
}

extension PDFDocument {
    /// Returns the revisions after the first `length` bytes, oldest first. Returns `nil` if one of them is not a
    /// complete revision or does not build on the earlier bytes.
    func appendedRevisions(after length: Int) throws(PDFError) -> [AppendedRevision]? {
        let sections = try sections()
        let added = sections.prefix { $0.offset >= length }
        guard let before = sections.dropFirst(added.count).first,
            before.offset == (try document(upTo: length)).newestSection.offset
        else { return nil }
        var revisions: [AppendedRevision] = []
        for section in added.reversed() {
            let end = try bytes.lend { (bytes) throws(PDFError) in
                Lexer(bytes, at: section.end).firstIndex(of: "%%EOF", from: section.end, to: bytes.count)
            }
            guard let end, let document = try? document(upTo: end + 5),
                document.newestSection.offset == section.offset, let revision = AppendedRevision(document)
            else { return nil }
            revisions.append(revision)
        }
        return revisions
    }
}
