import Envelopes

extension Envelope {
    /// What somebody has been shown who has looked at every page.
    var everyPage: ShownPages {
        Dictionary(
            documents.map { ($0.id, PageRanges(1...max(1, $0.pages.count))) }, uniquingKeysWith: { first, _ in first })
    }
}
