import Foundation

extension PDFDocument {
    /// Returns a copy in memory that hides some annotations, to show what is under them. It is for drawing only: the
    /// document's permissions are not checked.
    ///
    /// - Parameters:
    ///   - numbers: the object numbers of the annotations. Numbers of other objects are ignored.
    ///   - asStored: whether to drop a request that readers redraw all fields (`/NeedAppearances`, ISO 32000-2 table
    ///     224), so that they show the stored appearances
    /// - Returns: `nil` if nothing changes
    /// - Throws: ``PDFError`` for a damaged document
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

    /// Whether the form asks readers to redraw all fields.
    public var asksForRedrawing: Bool {
        guard let catalog = try? catalog(), let form = (try? value("AcroForm", in: catalog))?.dictionaryValue else {
            return false
        }
        return (try? value("NeedAppearances", in: form)) == .bool(true)
    }

    /// Returns the addresses of the annotations on all pages with one of the numbers.
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
