import Envelopes
import Essentials
import Foundation
import HTTPMessages
import PageImages
import PageKit
import SignedPDF

/// Images and text of the documents' pages.
extension CeremonyHost {
    /// The widths of images in pixels. Other widths are rounded up, so that there are few images to make.
    static let imageWidths = [640, 720, 1000, 1600, 2200, 3200, 4000]
    /// The width of an image for a glance at many pages. Nobody can read a page from it, so it does not count as served.
    static let glanceWidth = 200
    /// The maximum number of pixels of an image, so that neither renderer nor browser runs out of memory on a long
    /// page.
    private static let mostPixels = 32_000_000.0

    func image(_ document: String, _ page: String, _ request: HTTPCall) async throws -> HTTPReply {
        let (source, number, size) = try await source(document, page)
        let asked = request.target.query["width"].map(Int.init) ?? 1000
        guard let asked, asked >= 1 else { throw CeremonyError.malformed("the width is not a number of pixels") }
        let isGlance = asked <= Self.glanceWidth
        let width = isGlance ? Self.glanceWidth : Self.imageWidth(asked, for: size)
        let answer = try await cached(request, source: source, name: "\(number)-\(width)", contentType: "image/jpeg") {
            try await renderer.image(ofPage: number, of: source, width: width)
        }
        if !isGlance { try await noteServed(DocumentPage(DocumentID(document), number), request) }
        return answer
    }

    /// Returns the width for an image: the requested one rounded up, within the limit of ``mostPixels``.
    static func imageWidth(_ asked: Int, for size: PageSize) -> Int {
        let widest = (mostPixels * size.width / size.height).squareRoot()
        let offered = imageWidths.prefix { Double($0) <= widest }
        return offered.first { $0 >= asked } ?? offered.last ?? imageWidths[0]
    }

    /// Records that the person's browser has a page, until they sign. Whether they saw it, the page reports
    /// (``shown(_:)``).
    private func noteServed(_ page: DocumentPage, _ request: HTTPCall) async throws {
        guard request.method == .get else { return }
        let envelope = try await self.envelope()
        guard envelope.isTurn(of: recipientID) else { return }
        try await ledger.events.noteServed(page, of: envelopeID, to: recipientID)
    }

    /// Returns the words of a page. The page also prefetches them; only with `read=1` does the person read them instead
    /// of the image.
    func words(_ document: String, _ page: String, _ request: HTTPCall) async throws -> HTTPReply {
        let (source, number, _) = try await source(document, page)
        let id = DocumentID(document)
        let answer = try await cached(
            request, source: source, name: "\(number)-words", contentType: "application/json; charset=utf-8"
        ) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(["words": try await words(onPage: number, of: source, id)])
        }
        // A page without words cannot be read in place of its image.
        if request.target.query["read"] == "1", try await !words(onPage: number, of: source, id).isEmpty {
            try await noteServed(DocumentPage(id, number), request)
        }
        return answer
    }

    /// Returns the words of a page of a document that the person may see.
    func words(onPage number: Int, of id: DocumentID) async throws -> [WordBox] {
        let (source, number, _) = try await source(id.rawValue, "\(number)")
        return try await words(onPage: number, of: source, id)
    }

    /// Returns the words that a page shows: those of its text that nothing covers.
    private func words(onPage number: Int, of source: PageSource, _ id: DocumentID) async throws -> [WordBox] {
        let words = try await renderer.words(onPage: number, of: source)
        guard let document = try await self.envelope().document(id) else { return words }
        let frames = document.covered.filter { $0.page == number }.map(\.frame)
        guard !frames.isEmpty else { return words }
        let (ledger, hash) = (ledger, document.blob)
        let covered = PageSource(hash: hash.rawValue, for: source.share, pageSizes: Self.sizes(of: document)) {
            try await ledger.document(hash)
        }
        return CoveredWords(frames, among: try await renderer.words(onPage: number, of: covered)).leftOut(of: words)
    }

    /// Returns the document's newest version and one of its pages.
    private func source(_ document: String, _ page: String) async throws -> (PageSource, Int, PageSize) {
        let envelope = try await readableEnvelope()
        let id = DocumentID(document)
        guard let document = envelope.document(id, visibleTo: recipientID), let number = Int(page),
            String(number) == page, let size = document.pages[number: number],
            let hash = envelope.latestVersion(of: id)
        else { throw CeremonyError.notFound }
        let ledger = ledger
        let share = FairShare(account: envelope.accountID, visitor: "\(envelope.id)/\(recipientID)")
        let source = PageSource(hash: hash.rawValue, for: share, pageSizes: Self.sizes(of: document)) {
            try await ledger.document(hash)
        }
        return (source, number, size)
    }

    private static func sizes(of document: EnvelopeDocument) -> [CGSize] {
        document.pages.map { CGSize(width: $0.width, height: $0.height) }
    }

    /// Returns the envelope if it is readable: sent, and neither voided nor declined.
    func readableEnvelope() async throws -> Envelope {
        let envelope = try await self.envelope()
        _ = try recipient(of: envelope)
        guard ![.created, .voided, .declined].contains(envelope.status) else { throw CeremonyError.notFound }
        return envelope
    }

    /// Returns a part of a document's version. With the version in the query (`v`), the browser may cache it forever;
    /// without, it revalidates each time.
    private func cached(
        _ request: HTTPCall, source: PageSource, name: String, contentType: String,
        _ body: () async throws -> Data
    ) async throws -> HTTPReply {
        let tag = "\"\(source.hash.prefix(16))-\(name)\""
        let isPinned = request.target.query["v"].map { !$0.isEmpty && source.hash.hasPrefix($0) } ?? false
        let headers: HTTPFields = [
            .contentType: contentType, .eTag: tag,
            .cacheControl: isPinned ? "private, max-age=31536000, immutable" : "private, no-cache",
        ]
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) {
            return HTTPReply(status: 304, headers: headers)
        }
        return HTTPReply(status: 200, headers: headers, body: try await body())
    }
}
