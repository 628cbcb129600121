import Envelopes
import Essentials
import Foundation
import Ledger
import PageImages

/// Draws all pages with tabs before anybody is asked to sign: a page that cannot be shown cannot be signed.
struct PageDrawing: Sendable {
    let renderer: any PageRenderer
    let blobs: any BlobStore

    private static let width = 1000
    private static let atOnce = 4

    /// Returns the first page with tabs that cannot be drawn; `nil` if all can.
    ///
    /// - Parameter received: documents in the request; others are already stored
    /// - Throws: errors of the stores, and of a renderer that draws nothing at all
    func undrawablePage(of definition: EnvelopeDefinition, received: [Blob]) async throws -> SendingProblem? {
        let received = Dictionary(received.map { ($0.hash, $0.bytes) }, uniquingKeysWith: { first, _ in first })
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
        return try await withThrowingTaskGroup(of: SendingProblem?.self) { group in
            // Those that are still being drawn after a problem are not waited for.
            defer { group.cancelAll() }
            for (index, place) in pages.enumerated() {
                if index >= Self.atOnce, let problem = try await group.next() ?? nil { return problem }
                group.addTask { try await problem(of: place.page, place.document, place.source) }
            }
            while let problem = try await group.next() {
                if let problem { return problem }
            }
            return nil
        }
    }

    private func problem(
        of page: Int, _ document: DocumentID, _ source: PageSource
    ) async throws -> SendingProblem? {
        do {
            _ = try await renderer.image(ofPage: page, of: source, width: Self.width)
            return nil
        } catch PageImageError.unrenderable, PageImageError.timedOut {
            return .undrawable(document, page: page)
        }
    }
}
