import Foundation

/// Pages of one document, counted from 1.
///
/// The text form is unique: ranges in ascending order, as in `1-3,7`.
public struct PageRanges: Hashable, Sendable, CustomStringConvertible {
    private var numbers = IndexSet()

    /// No pages.
    public init() {}

    /// Drops repeated numbers, and those below 1 or above ``EnvelopeLimits/pageNumber``.
    public init(_ pages: some Sequence<Int>) {
        for page in pages { insert(page) }
    }

    /// Parses ``description``; returns `nil` for any other text, and for page numbers above
    /// ``EnvelopeLimits/pageNumber``.
    public init?(_ text: String) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last,
                first >= 1, last <= EnvelopeLimits.pageNumber
            else { return nil }
            numbers.insert(integersIn: first...last)
        }
        guard description == text else { return nil }
    }

    /// Adds a page. Numbers below 1 or above ``EnvelopeLimits/pageNumber`` change nothing.
    public mutating func insert(_ page: Int) {
        if page >= 1, page <= EnvelopeLimits.pageNumber { numbers.insert(page) }
    }

    /// Whether the page, counted from 1, is among them.
    public func contains(_ page: Int) -> Bool { numbers.contains(page) }

    /// Whether there is no page.
    public var isEmpty: Bool { numbers.isEmpty }
    /// The number of pages.
    public var count: Int { numbers.count }
    /// The greatest page number; `nil` if there is no page.
    public var last: Int? { numbers.last }

    /// The ranges in ascending order, as in `1-3,7`; empty for no pages.
    public var description: String {
        numbers.rangeView.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound - 1)" }
            .joined(separator: ",")
    }
}

extension PageRanges: Codable {
    /// Reads the text form.
    ///
    /// - Throws: `DecodingError` for any other text
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let pages = PageRanges(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not ranges of pages")
        }
        self = pages
    }

    /// Writes ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The pages of an envelope's documents that somebody was shown.
public typealias ShownPages = [DocumentID: PageRanges]

/// One page of one of an envelope's documents.
public struct DocumentPage: Hashable, Sendable, Codable {
    /// The document that the page belongs to.
    public let documentID: DocumentID
    /// The page number, from 1.
    public let page: Int

    private enum CodingKeys: String, CodingKey {
        case documentID = "documentId"
        case page
    }

    /// Checks neither that the document exists nor that it has the page.
    public init(_ documentID: DocumentID, _ page: Int) {
        self.documentID = documentID
        self.page = page
    }
}

extension Envelope {
    /// The pages that a recipient has to be shown before signing, in reading order: the first page of each document of
    /// the sender's that they see, and every page with a shown field of theirs.
    public func pagesToShow(to id: RecipientID) -> [DocumentPage] {
        let shown = shownTabs(of: id)
        let tabs = Dictionary(grouping: tabs(of: id).filter { shown.contains($0.id) }, by: \.documentID)
        // Nobody signs a file that somebody else attached.
        return documents(visibleTo: id).filter { $0.attachment == nil }.flatMap { document in
            Set([1] + tabs[document.id, default: []].map(\.page)).sorted().map { DocumentPage(document.id, $0) }
        }
    }

    /// The pages of ``pagesToShow(to:)`` that have not been shown.
    public func pagesNotShown(to id: RecipientID, of shown: ShownPages) -> [DocumentPage] {
        pagesToShow(to: id).filter { shown[$0.documentID]?.contains($0.page) != true }
    }

    /// The first shown page that no document has; `nil` if there is none.
    func unknownPage(among shown: ShownPages) -> DocumentPage? {
        for (id, pages) in shown.sorted(by: { $0.key < $1.key }) {
            let last = pages.last ?? 1
            guard let document = document(id), last <= max(1, document.pages.count) else {
                return DocumentPage(id, last)
            }
        }
        return nil
    }
}
