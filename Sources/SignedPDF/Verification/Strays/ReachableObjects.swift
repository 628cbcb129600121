/// The objects that a file's trailer leads to, directly or through others.
struct ReachableObjects {
    private(set) var references: Set<PDFReference> = []

    /// - Throws: `PDFError.beyondLimits`
    init(_ document: PDFDocument) throws(PDFError) {
        var pending: [PDFReference] = []
        Self.collect(.dictionary(document.trailer), into: &pending)
        while let reference = pending.popLast() {
            guard references.insert(reference).inserted else { continue }
            try document.meter.charge(16)
            do throws(PDFError) {
                Self.collect(try document.object(reference), into: &pending)
            } catch {
                if case .beyondLimits = error { throw error }
            }
        }
    }

    private static func collect(_ object: PDFObject, into pending: inout [PDFReference]) {
        switch object {
        case .reference(let reference): pending.append(reference)
        case .array(let elements): for element in elements { collect(element, into: &pending) }
        case .dictionary(let dictionary): for entry in dictionary.entries { collect(entry.value, into: &pending) }
        case .stream(let stream): collect(.dictionary(stream.dictionary), into: &pending)
        default: break
        }
    }
}
