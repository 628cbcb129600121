/// Fields that were found to be the same in two revisions, with all that they lead to, on the way from the oldest
/// revision to the newest.
///
/// As long as no later revision touches any of it, such a field need not be compared again: a file that was signed a
/// thousand times has a thousand fields, of which each revision changes one.
final class UnchangedFields {
    /// What a field leads to beyond this is compared in each revision.
    static let mostObjects = 256

    /// For each field the objects that it is made of and leads to.
    private var sources: [PDFReference: Set<ObjectSource>] = [:]
    /// The fields that an object, or an object stream, is a part of.
    private var dependents: [Int: Set<PDFReference>] = [:]
    private var pages: Set<Int> = []
    private var fields: Set<Int> = []

    /// Forgets what is no longer known in the next revision.
    ///
    /// - Parameters:
    ///   - touched: The numbers of the objects that are not the same in the next revision; nil if nobody knows.
    ///   - comparison: The comparison with the next revision. What was a page or a field before must be one still:
    ///     only for those was it enough to be pointed at.
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
    ///   - field: A field that is the same in both revisions, and has no kids and no parent.
    ///   - followed: The numbers of the objects that it leads to.
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
