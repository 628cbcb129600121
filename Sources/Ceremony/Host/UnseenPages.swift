import Envelopes

/// Names pages for people of any language: `Agreement (1, 2)`.
enum UnseenPages {
    /// The maximum number of pages of one document to name individually.
    private static let mostNamed = 5

    static func listed(_ pages: [DocumentPage], names: [DocumentID: String]) -> [String] {
        var documents: [DocumentID] = []
        for page in pages where !documents.contains(page.documentID) { documents.append(page.documentID) }
        return documents.map { id in
            let numbers = pages.filter { $0.documentID == id }.map { "\($0.page)" }
            let named = numbers.count > mostNamed ? numbers.prefix(mostNamed) + ["…"] : numbers[...]
            return "\(names[id] ?? id.rawValue) (\(named.joined(separator: ", ")))"
        }
    }
}
