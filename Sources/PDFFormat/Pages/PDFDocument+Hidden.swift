import Foundation

extension PDFDocument {
    /// A copy in memory whose pages do not show some annotations, to see what lies under them. It is for drawing only:
    /// what the document permits is not asked.
    ///
    /// - Parameters:
    ///   - numbers: object numbers of annotations; those that are no annotations of a page are passed over.
    ///   - asStored: whether a request that readers draw all fields anew (`/NeedAppearances`, ISO 32000-2 table 224) is
    ///     left out, so that they show the pictures that the file holds.
    /// - Returns: nil if nothing of that changes anything.
    /// - Throws: ``PDFError`` for a damaged document.
    public func hiding(_ numbers: Set<Int>, asStored: Bool = false) throws(PDFError) -> PDFDocument? {
        var update = try IncrementalUpdate(self, purpose: .drawing)
        for reference in try numbers.isEmpty ? [] : annotations(numbers) {
            guard var annotation = try object(reference).dictionaryValue else { continue }
            let flags = try value("F", in: annotation).integerValue ?? 0
            annotation["F"] = .integer(flags | 2)
            update.set(reference, to: .dictionary(annotation))
        }
        if asStored { try update.leaveOutRedrawing() }
        guard !update.isEmpty else { return nil }
        return try PDFDocument(bytes + Data(update.emitted().bytes), password: encryption?.password)
    }

    /// Whether readers are asked to draw all fields anew.
    public var asksForRedrawing: Bool {
        guard let catalog = try? catalog(), let form = (try? value("AcroForm", in: catalog))?.dictionaryValue else {
            return false
        }
        return (try? value("NeedAppearances", in: form)) == .bool(true)
    }

    /// The addresses of the annotations of all pages that have one of the numbers.
    private func annotations(_ numbers: Set<Int>) throws(PDFError) -> [PDFReference] {
        var found: Set<PDFReference> = []
        for page in try pages() {
            let annotations = try value("Annots", in: page.dictionary).arrayValue ?? []
            try meter.charge(annotations.count)
            for case .reference(let reference) in annotations where numbers.contains(reference.number) {
                found.insert(reference)
            }
        }
        return found.sorted { $0.number < $1.number }
    }
}

extension IncrementalUpdate {
    fileprivate mutating func leaveOutRedrawing() throws(PDFError) {
        guard document.asksForRedrawing, case .reference(let root)? = document.trailer["Root"] else { return }
        var catalog = try dictionary(root)
        if case .reference(let reference)? = catalog["AcroForm"] {
            var form = try dictionary(reference)
            form["NeedAppearances"] = nil
            set(reference, to: .dictionary(form))
        } else if var form = catalog["AcroForm"]?.dictionaryValue {
            form["NeedAppearances"] = nil
            catalog["AcroForm"] = .dictionary(form)
            set(root, to: .dictionary(catalog))
        }
    }
}
