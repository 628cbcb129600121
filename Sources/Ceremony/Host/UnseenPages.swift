import Envelopes

/// Names pages for people: `page 1 of “Agreement” and pages 3 and 5 of “Annex”`.
enum UnseenPages {
    /// The maximum number of pages of one document to name individually.
    private static let mostNamed = 5

    static func listed(_ pages: [DocumentPage], names: [DocumentID: String]) -> String {
        var documents: [DocumentID] = []
        for page in pages where !documents.contains(page.documentID) { documents.append(page.documentID) }
        return joined(
            documents.map { id in
                let numbers = pages.filter { $0.documentID == id }.map { "\($0.page)" }
                let named =
                    numbers.count > mostNamed
                    ? numbers.prefix(mostNamed) + ["\(numbers.count - mostNamed) more"] : numbers[...]
                return "page\(numbers.count == 1 ? "" : "s") \(joined(Array(named))) of “\(names[id] ?? id.rawValue)”"
            })
    }

    private static func joined(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }
}
