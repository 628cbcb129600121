import Envelopes
import Foundation
import HTTPMessages
import PageImages
import SignedPDF

/// Pictures and words of the documents' pages.
extension CeremonyHost {
    /// The widths in pixels in which pictures are made; any other is rounded up, so that few are made.
    static let imageWidths = [640, 1000, 1600, 2200, 3200, 4000]
    /// The most pixels that a picture has, so that neither renderer nor browser runs short of memory on a long page.
    private static let mostPixels = 32_000_000.0

    func image(_ document: String, _ page: String, _ request: HTTPCall) async throws -> HTTPReply {
        let (source, number, size) = try await source(document, page)
        let asked = request.target.query["width"].map(Int.init) ?? 1000
        guard let asked, asked >= 1 else { throw CeremonyError.malformed("the width is not a number of pixels") }
        let width = Self.imageWidth(asked, for: size)
        let answer = try await cached(request, source: source, name: "\(number)-\(width)", contentType: "image/jpeg") {
            try await renderer.image(ofPage: number, of: source, width: width)
        }
        try await noteShown(DocumentPage(DocumentID(document), number), request)
        return answer
    }

    /// The width in which a picture is made: the one asked for rounded up, but no more than ``mostPixels`` allow.
    static func imageWidth(_ asked: Int, for size: PageSize) -> Int {
        let widest = (mostPixels * size.width / size.height).squareRoot()
        let offered = imageWidths.prefix { Double($0) <= widest }
        return offered.first { $0 >= asked } ?? offered.last ?? imageWidths[0]
    }

    /// Keeps that the person was shown a page, until they sign: nobody signs what they have not seen.
    private func noteShown(_ page: DocumentPage, _ request: HTTPCall) async throws {
        guard request.method == .get else { return }
        let envelope = try await self.envelope()
        guard envelope.isTurn(of: recipientID) else { return }
        try await ledger.events.noteShown(page, of: envelopeID, to: recipientID)
    }

    /// The words of a page. The page asks for them ahead of time as well; only with `read=1` are they what a person reads
    /// in place of the picture.
    func words(_ document: String, _ page: String, _ request: HTTPCall) async throws -> HTTPReply {
        let (source, number, _) = try await source(document, page)
        let answer = try await cached(
            request, source: source, name: "\(number)-words", contentType: "application/json; charset=utf-8"
        ) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(["words": try await renderer.words(onPage: number, of: source)])
        }
        // A page that is a picture has nothing to read.
        if request.target.query["read"] == "1", try await !renderer.words(onPage: number, of: source).isEmpty {
            try await noteShown(DocumentPage(DocumentID(document), number), request)
        }
        return answer
    }

    /// The document's newest version, and one of its pages.
    private func source(_ document: String, _ page: String) async throws -> (PageSource, Int, PageSize) {
        let envelope = try await readableEnvelope()
        let id = DocumentID(document)
        guard let document = envelope.document(id), let number = Int(page),
            String(number) == page, document.pages.indices.contains(number - 1),
            let hash = envelope.latestVersion(of: id)
        else { throw CeremonyError.notFound }
        let ledger = ledger
        let share = FairShare(account: envelope.accountID, visitor: "\(envelope.id)/\(recipientID)")
        let source = PageSource(hash: hash.rawValue, for: share) { try await ledger.document(hash) }
        return (source, number, document.pages[number - 1])
    }

    /// The envelope, as long as there is something to read: not once it was withdrawn or declined.
    func readableEnvelope() async throws -> Envelope {
        let envelope = try await self.envelope()
        _ = try recipient(of: envelope)
        guard ![.created, .voided, .declined].contains(envelope.status) else { throw CeremonyError.notFound }
        return envelope
    }

    /// A part of a document's version. With the version in the query (`v`) the browser may keep it for good; without,
    /// it asks each time whether the version is still the newest.
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
