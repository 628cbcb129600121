/// The bookmarks of several documents, below one for each document (ISO 32000-2 §12.3.3).
struct CombinedOutline {
    private struct Item {
        var reference: PDFReference
        var entries: PDFDictionary
    }

    private let root: PDFReference
    /// Whether there is only one document, whose bookmarks stay as they are.
    private let isOne: Bool
    private var items: [Item] = []
    private var own: PDFDictionary?

    init(root: PDFReference, isOne: Bool) {
        self.root = root
        self.isOne = isOne
    }

    mutating func add(_ part: inout CombinedPart, to file: inout FileWriter) throws(PDFError) {
        let outline = part.catalog["Outlines"] ?? .null
        let entries = try part.document.readable(outline).dictionaryValue ?? [:]
        let node = isOne ? root : file.reserve()
        if let reference = outline.referenceValue { part.copier.place(reference, at: node) }
        let count = try clean(from: entries["First"], of: &part)
        var copy: PDFDictionary = ["Type": .name("Outlines")]
        if !isOne, let first = part.copies.first {
            copy = [
                "Title": .text(part.title), "Parent": .reference(root),
                "Dest": .array([.reference(first), .name("Fit")]),
            ]
        }
        if count > 0 {
            for key in ["First", "Last"] { copy[key] = entries[key].map { part.copier.copy($0, to: &file) } }
            // Below a document's bookmark its own are closed.
            copy["Count"] = isOne ? entries["Count"] : .integer(-count)
        }
        if isOne {
            own = count > 0 ? copy : nil
        } else {
            items.append(Item(reference: node, entries: copy))
        }
    }

    /// Cleans the targets of all bookmarks and returns the number on the top level.
    private func clean(from first: PDFObject?, of part: inout CombinedPart) throws(PDFError) -> Int {
        var seen: Set<PDFReference> = []
        var waiting = [(first, isTop: true)]
        var count = 0
        while let (object, isTop) = waiting.popLast() {
            guard let reference = object?.referenceValue, seen.insert(reference).inserted,
                var entries = try part.copier.current(reference).dictionaryValue
            else { continue }
            if isTop { count += 1 }
            try part.clean(target: &entries)
            // Points into the tags, which are copied only where every document has them.
            entries["SE"] = nil
            part.copier.change(reference, to: entries)
            waiting.append((entries["Next"], isTop))
            waiting.append((entries["First"], false))
        }
        return count
    }

    func enter(_ catalog: inout PDFDictionary, to file: inout FileWriter) {
        if let own {
            file.set(root, to: .dictionary(own))
            catalog["Outlines"] = .reference(root)
        }
        guard let first = items.first, let last = items.last else { return }
        for (index, item) in items.enumerated() {
            var entries = item.entries
            if index > 0 { entries["Prev"] = .reference(items[index - 1].reference) }
            if index + 1 < items.count { entries["Next"] = .reference(items[index + 1].reference) }
            file.set(item.reference, to: .dictionary(entries))
        }
        file.set(
            root,
            to: .dictionary([
                "Type": .name("Outlines"), "First": .reference(first.reference), "Last": .reference(last.reference),
                "Count": .integer(items.count),
            ]))
        catalog["Outlines"] = .reference(root)
    }
}
