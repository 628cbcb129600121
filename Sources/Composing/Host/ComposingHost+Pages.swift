import Envelopes
import Foundation
import HTTPMessages
import PageImages
import PageKit

/// Images and words of the documents' pages.
extension ComposingHost {
    /// The widths of images in pixels. Other widths are rounded up, so that there are few images to make.
    private static let imageWidths = [640, 720, 1000, 1600, 2200, 3200, 4000]
    /// The maximum number of pixels of an image.
    private static let mostPixels = 32_000_000.0

    func image(_ file: String, _ page: String, _ request: HTTPCall) async throws -> HTTPReply {
        let (source, number, size) = try await source(file, page)
        guard let asked = request.target.query["width"].map(Int.init) ?? 1000, asked >= 1 else {
            throw DraftError.malformed
        }
        let widest = (Self.mostPixels * size.width / size.height).squareRoot()
        let offered = Self.imageWidths.prefix { Double($0) <= widest }
        let width = offered.first { $0 >= asked } ?? offered.last ?? Self.imageWidths[0]
        return try await cached(request, source.hash, "\(number)-\(width)", "image/jpeg") {
            try await renderer.image(ofPage: number, of: source, width: width)
        }
    }

    func words(_ file: String, _ page: String, _ request: HTTPCall) async throws -> HTTPReply {
        let (source, number, _) = try await source(file, page)
        return try await cached(request, source.hash, "\(number)-words", "application/json; charset=utf-8") {
            try JSONEncoder().encode(["words": try await renderer.words(onPage: number, of: source)])
        }
    }

    /// Returns the places of a file where fields are meant.
    func places(_ file: String, _ request: HTTPCall) async throws -> HTTPReply {
        let file = try await self.file(file)
        return try await cached(request, file.blob.rawValue, "places", "application/json; charset=utf-8") {
            try JSONEncoder().encode(await store.places(in: file.blob))
        }
    }

    private func file(_ name: String) async throws -> EnvelopeDocument {
        let id = DocumentID(name)
        guard let file = try await store.draft().files.first(where: { $0.id == id }) else { throw DraftError.notFound }
        return file
    }

    private func source(_ file: String, _ page: String) async throws -> (PageSource, Int, PageSize) {
        let file = try await self.file(file)
        guard let number = Int(page), String(number) == page, let size = file.pages[number: number] else {
            throw DraftError.notFound
        }
        let (store, hash) = (store, file.blob)
        let sizes = file.pages.map { CGSize(width: $0.width, height: $0.height) }
        let source = PageSource(hash: hash.rawValue, for: share, pageSizes: sizes) { try await store.bytes(of: hash) }
        return (source, number, size)
    }

    /// Returns something made from a file. With the version in the query (`v`), the browser may keep it.
    private func cached(
        _ request: HTTPCall, _ hash: String, _ name: String, _ type: String, _ body: () async throws -> Data
    ) async throws -> HTTPReply {
        let tag = "\"\(hash.prefix(16))-\(name)\""
        let isPinned = request.target.query["v"].map { !$0.isEmpty && hash.hasPrefix($0) } ?? false
        let headers: HTTPFields = [
            .contentType: type, .eTag: tag,
            .cacheControl: isPinned ? "private, max-age=31536000, immutable" : "private, no-cache",
        ]
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { return HTTPReply(status: 304, headers: headers) }
        return HTTPReply(status: 200, headers: headers, body: try await body())
    }
}
