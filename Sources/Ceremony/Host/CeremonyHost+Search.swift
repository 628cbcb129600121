import Envelopes
import Foundation
import HTTPMessages
import PageImages

/// The search in the documents' text.
extension CeremonyHost {
    /// How much one call does: it reads so many pages, and fewer once it has found so much. The page asks again for the
    /// rest.
    static let searchedPages = 20
    static let foundAtOnce = 100
    /// The maximum number of hits on one page.
    static let foundOnPage = 200

    /// Finds a text (`text`) in the documents, from a page on (`from`): the number of pages of all documents before it.
    func search(_ request: HTTPCall) async throws -> HTTPReply {
        struct Hit: Encodable {
            let documentId: String
            let page: Int
            let boxes: [TextSearch.Box]
        }
        struct Answer: Encodable {
            let hits: [Hit]
            /// Where the search goes on; `null` at the end.
            let next: Nullable<Int>
        }
        guard let search = TextSearch(request.target.query["text"] ?? "") else {
            throw CeremonyError.malformed("the text to find must have 1 to \(TextSearch.longestText) characters")
        }
        let documents = try await readableEnvelope().documents(visibleTo: recipientID)
        let pages = documents.flatMap { document in (1...max(1, document.pages.count)).map { (document.id, $0) } }
        guard let start = Int(request.target.query["from"] ?? "0"), (0...pages.count).contains(start) else {
            throw CeremonyError.malformed("there is no such page to begin at")
        }
        var hits: [Hit] = []
        var next = start
        while next < min(start + Self.searchedPages, pages.count), hits.count < Self.foundAtOnce {
            let (id, number) = pages[next]
            let found = search.hits(in: try await searchableWords(onPage: number, of: id))
            for boxes in found.prefix(Self.foundOnPage) {
                hits.append(Hit(documentId: id.rawValue, page: number, boxes: boxes))
            }
            next += 1
        }
        return try .json(Answer(hits: hits, next: Nullable(next < pages.count ? next : nil)))
    }

    /// Returns the words of a page; none of a page that cannot be read, which has no text to find.
    private func searchableWords(onPage number: Int, of id: DocumentID) async throws -> [WordBox] {
        do {
            return try await words(onPage: number, of: id)
        } catch let error as PageImageError where error.isOfThePage {
            return []
        }
    }
}
