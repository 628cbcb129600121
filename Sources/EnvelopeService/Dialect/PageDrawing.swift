import DocuSignDialect
import Envelopes
import Foundation
import Ledger
import PageImages

/// Draws all pages with tabs before anybody is asked to sign: a page that cannot be shown cannot be signed.
struct PageDrawing: Sendable {
    let renderer: any PageRenderer
    let blobs: any BlobStore

    private static let width = 1000
    private static let atOnce = 4

    /// - Parameter received: the bytes of documents in the request; other documents are already stored
    /// - Throws: `APIError` naming the first page that cannot be drawn
    func refuseUndrawable(_ definition: EnvelopeDefinition, received: [BlobHash: Data]) async throws {
        let marked = Dictionary(grouping: definition.tabs, by: \.documentID).mapValues { Set($0.map(\.page)).sorted() }
        var pages: [(document: DocumentID, page: Int, source: PageSource)] = []
        for document in definition.documents {
            let hash = document.blob
            let source = PageSource(hash: hash.rawValue, for: FairShare(account: definition.accountID)) { [blobs] in
                if let bytes = received[hash] { return bytes }
                return try await blobs.data(hash)
            }
            pages += (marked[document.id] ?? []).map { (document.id, $0, source) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, place) in pages.enumerated() {
                if index >= Self.atOnce { try await group.next() }
                group.addTask { try await draw(place.page, place.document, place.source) }
            }
            try await group.waitForAll()
        }
    }

    private func draw(_ page: Int, _ document: DocumentID, _ source: PageSource) async throws {
        do {
            _ = try await renderer.image(ofPage: page, of: source, width: Self.width)
        } catch PageImageError.unrenderable, PageImageError.timedOut {
            throw APIError(
                .unsupportedPDFContent,
                "Document \(document): page \(page) cannot be drawn, so signers could not see it.")
        }
    }
}
