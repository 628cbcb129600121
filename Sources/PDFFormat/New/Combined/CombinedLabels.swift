/// The page labels of several documents, each counting its own pages (ISO 32000-2 §12.4.2).
struct CombinedLabels {
    private var labels: [PDFObject] = []
    private var hasLabels = false
    private var pageCount = 0

    mutating func add(_ part: CombinedPart, to file: inout FileWriter) throws(PDFError) {
        let own = try part.document.leaves(ofTree: part.catalog["PageLabels"], "Nums")
        var ranges: [Int: PDFDictionary] = [:]
        for (key, value) in own {
            guard let page = key.integerValue, part.pages.indices.contains(page),
                let label = try part.document.readable(value).dictionaryValue
            else { continue }
            ranges[page] = try Self.plain(label, in: part.document)
        }
        if !ranges.isEmpty { hasLabels = true }
        if ranges[0] == nil { ranges[0] = ["S": .name("D")] }
        for (page, label) in ranges.sorted(by: { $0.key < $1.key }) {
            labels += [.integer(pageCount + page), .dictionary(label)]
        }
        pageCount += part.pages.count
    }

    private static func plain(_ label: PDFDictionary, in document: PDFDocument) throws(PDFError) -> PDFDictionary {
        var result = PDFDictionary()
        for key in ["S", "P", "St"] { result[key] = try document.readable(label[key] ?? .null) }
        return result
    }

    /// The number tree for the catalog; `nil` if no document has labels.
    var object: PDFObject? { hasLabels ? .dictionary(["Nums": .array(labels)]) : nil }
}
