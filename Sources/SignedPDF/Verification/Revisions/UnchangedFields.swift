/// Remembers fields that were found to be the same in two revisions, including everything that they lead to, while
/// revisions are compared from oldest to newest.
///
/// Such a field need not be compared again until a later revision changes one of those objects. A file that was signed
/// a thousand times has a thousand fields, and each revision changes one.
final class UnchangedFields {
    /// The most objects that a remembered field may lead to; a field with more is compared in each revision.
    static let mostObjects = 256

    /// For each field, the objects that it consists of and leads to.
    private var sources: [PDFReference: Set<ObjectSource>] = [:]
    /// The fields that depend on an object or an object stream.
    private var dependents: [Int: Set<PDFReference>] = [:]
    /// The pages that were surveyed, with the entries that hold their content.
    var prints: [PDFReference: (content: [PDFObject?], survey: PaintSurvey)] = [:]
    private var pages: Set<Int> = []
    private var fields: Set<Int> = []

    /// Forgets the fields that may differ in the next revision.
    ///
    /// - Parameters:
    ///   - touched: the numbers of the objects that differ in the next revision, or `nil` if unknown
    ///   - comparison: the comparison with the next revision. Earlier pages and fields must still be pages and fields
    ///     in it, since references to those were not followed.
    func advance(past touched: Set<Int>?, with comparison: ObjectComparison) {
        let places = comparison.pages.union(comparison.roots)
        if let touched, pages.isSubset(of: places), fields.isSubset(of: comparison.fields) {
            for number in touched {
                for field in dependents.removeValue(forKey: number) ?? [] { forget(field) }
            }
        } else {
            sources = [:]
            dependents = [:]
        }
        pages = places
        fields = comparison.fields
    }

    private func forget(_ field: PDFReference) {
        for source in sources.removeValue(forKey: field) ?? [] {
            dependents[source.number]?.remove(field)
            if let stream = source.stream { dependents[stream]?.remove(field) }
        }
    }

    func contains(_ field: PDFReference) -> Bool { sources[field] != nil }

    /// - Parameters:
    ///   - field: a field that is the same in both revisions, and has neither kids nor a parent
    ///   - followed: the numbers of the objects that it leads to
    func keep(_ field: PDFReference, leadingTo followed: Set<Int>, in document: PDFDocument) {
        var found: Set<ObjectSource> = []
        for number in followed.union([field.number]) {
            guard let source = document.source(of: number) else { return }
            found.insert(source)
        }
        sources[field] = found
        for source in found {
            dependents[source.number, default: []].insert(field)
            if let stream = source.stream { dependents[stream, default: []].insert(field) }
        }
    }
}
