import Envelopes

extension Envelope {
    /// The pages shown to someone who has viewed every page.
    var everyPage: ShownPages {
        Dictionary(
            documents.map { ($0.id, PageRanges(1...max(1, $0.pages.count))) }, uniquingKeysWith: { first, _ in first })
    }
}
