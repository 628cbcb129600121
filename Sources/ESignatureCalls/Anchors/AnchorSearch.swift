import DocuSignDialect
import Envelopes
import Essentials
import Foundation
import Ledger
import PageImages
import SignedPDF

/// Finds the texts of a request's anchors in its documents. Only documents that an anchor may stand in are read, each
/// once.
struct AnchorSearch: Sendable {
    let renderer: any PageRenderer
    let blobs: any BlobStore
    let now: @Sendable () -> Date

    /// The maximum number of tabs that the anchors of a request place, as in the API.
    static let mostTabs = 3000
    /// The maximum number of pages that are read for a request.
    static let mostPages = 5000
    /// The number of pages whose text is read at once.
    private static let pagesAtOnce = 50
    /// Seconds after which the search ends: reading and comparing.
    fileprivate static let patience: TimeInterval = 60

    /// A document to search.
    struct Document: Sendable {
        let id: DocumentID
        let pages: [PageSize]
        let hash: BlobHash
        /// `nil` for a document that is stored already.
        let bytes: Data?
    }

    /// An anchor of the request, and where it stands there.
    private typealias Wanted = (anchor: Wire.Anchor, use: AnchorUse)

    /// Gives every anchor of a request its places.
    ///
    /// - Parameters:
    ///   - each: calls its closure with every anchor of the request
    /// - Throws: `APIError` for a text that is not found, or beyond a limit; errors of the renderer and of the store
    func place<Request>(
        _ request: inout Request, in documents: [Document], of account: String,
        _ each: (inout Request, (inout Wire.Anchor, AnchorUse) throws -> Void) throws -> Void
    ) async throws {
        var wanted: [Wanted] = []
        try each(&request) { wanted.append(($0, $1)) }
        guard !wanted.isEmpty else { return }
        let searched = try Self.documents(documents, for: wanted.map(\.use))
        let found = try await places(of: Set(wanted.map(\.anchor.pattern)), in: searched, of: account)
        var count = 0
        do {
            try each(&request) { anchor, use in
                let own = found[anchor.pattern] ?? [:]
                let places = try use.places(
                    of: anchor, among: searched.filter { use.permits($0.id) }.flatMap { own[$0.id] ?? [] })
                count += places.count
                guard count <= Self.mostTabs else {
                    throw APIError(
                        .invalidRequestParameter, "The anchors of the request place more than \(Self.mostTabs) tabs.")
                }
                anchor.places = places
            }
        } catch let error as APIError where error.errorCode == APIError.Code.anchorTabStringNotFound.rawValue {
            throw APIError(.anchorTabStringNotFound, error.message + (await unreadableFonts(of: searched)))
        }
    }

    /// Returns the documents that anchors may stand in.
    private static func documents(_ all: [Document], for uses: [AnchorUse]) throws(APIError) -> [Document] {
        let ids = Set(all.map(\.id))
        for use in uses {
            guard let id = use.document, !ids.contains(id) else { continue }
            // The URL was right and the body wrong.
            throw APIError(
                status: 400, errorCode: APIError.Code.documentDoesNotExist.rawValue,
                message: "\(use.path).documentId names no document in which anchors are looked for: \(id).")
        }
        let isOfAll = uses.contains { $0.document == nil }
        let named = Set(uses.compactMap(\.document))
        let searched = all.filter { isOfAll || named.contains($0.id) }
        let count = searched.reduce(0) { $0 + $1.pages.count }
        guard count <= mostPages else {
            throw APIError(
                .invalidRequestParameter,
                "Anchors are looked for on at most \(mostPages) pages; the documents have \(count). Name the documents "
                    + "by the tabs' documentId.")
        }
        return searched
    }

    /// Returns the documents of a request that anchors may stand in.
    static func documents(_ taken: [DocumentReceiving.Taken]) -> [Document] {
        taken.filter(\.received.takesAnchors).map { one in
            Document(
                id: one.document.id, pages: one.document.pages, hash: one.document.blob, bytes: one.pdf.bytes)
        }
    }

    // MARK: Text

    private func places(
        of patterns: Set<TextPattern>, in documents: [Document], of account: String
    ) async throws -> [TextPattern: [DocumentID: [AnchorPlace]]] {
        let patterns = Array(patterns)
        let deadline = now().addingTimeInterval(Self.patience)
        var finder = TextFinder(patterns, width: Self.width) { [now] in now() >= deadline }
        var found: [TextPattern: [DocumentID: [AnchorPlace]]] = [:]
        for document in documents {
            let source = source(of: document, account)
            for start in stride(from: 1, through: document.pages.count, by: Self.pagesAtOnce) {
                guard now() < deadline else {
                    throw APIError(
                        .unsupportedPDFContent,
                        "Document \(document.id): reading its text takes longer than \(Int(Self.patience)) seconds.")
                }
                let numbers = start...min(start + Self.pagesAtOnce - 1, document.pages.count)
                let words = try await words(onPages: numbers, of: document, source)
                for (number, words) in zip(numbers, words) {
                    let size = document.pages[number - 1]
                    let matches = try Self.limited { () throws(TextFinder.Excess) in
                        try finder.matches(in: words.filter { $0.isSeen(on: size) })
                    }
                    for match in matches {
                        guard let first = match.lines.first, let last = match.lines.last else { continue }
                        found[patterns[match.pattern], default: [:]][document.id, default: []].append(
                            AnchorPlace(
                                documentID: document.id, page: number, pageSize: size, first: TabFrame(first),
                                last: TabFrame(last)))
                    }
                }
            }
        }
        return found
    }

    private func source(of document: Document, _ account: String) -> PageSource {
        PageSource(
            hash: document.hash.rawValue, for: FairShare(account: account),
            pageSizes: document.pages.map { CGSize(width: $0.width, height: $0.height) }
        ) { try await bytes(of: document) }
    }

    private func bytes(of document: Document) async throws -> Data {
        if let bytes = document.bytes { return bytes }
        return try await blobs.data(document.hash)
    }

    private func words(
        onPages numbers: ClosedRange<Int>, of document: Document, _ source: PageSource
    ) async throws -> [[WordBox]] {
        do {
            return try await renderer.words(onPages: numbers, of: source)
        } catch let error as PageImageError where error.isOfThePage {
            throw APIError(
                .unsupportedPDFContent, "Document \(document.id): its text cannot be read: \(error.description)")
        }
    }

    private static func limited<Value>(_ work: () throws(TextFinder.Excess) -> Value) throws(APIError) -> Value {
        do throws(TextFinder.Excess) {
            return try work()
        } catch {
            throw APIError(.invalidRequestParameter, error.sentence)
        }
    }

    /// Returns the width of a character in Helvetica. Ideographs are as wide as high.
    private static func width(of character: Character) -> Double {
        if let width = try? StandardFont.helvetica.width(of: String(character), size: 1) { return width }
        guard let scalar = character.unicodeScalars.first else { return 0 }
        return scalar.value >= 0x2E80 && scalar.value < 0xFB00 || scalar.value >= 0x20000 ? 1 : 0.6
    }

    /// Returns one sentence for each document that has fonts without readable text; empty if no document has any.
    private func unreadableFonts(of documents: [Document]) async -> String {
        var sentences = ""
        for document in documents {
            guard let bytes = try? await bytes(of: document),
                let fonts = try? PDFDocument(bytes).fontsWithoutText(), !fonts.isEmpty
            else { continue }
            let names = fonts.prefix(10).map { "“\($0)”" }.joined(separator: ", ")
            sentences +=
                " The text of document \(document.id) in \(fonts.count == 1 ? "the font" : "the fonts") \(names) cannot be "
                + "read, because no map to characters (ToUnicode) is embedded."
        }
        return sentences
    }
}

extension Wire.Anchor {
    /// The text to find.
    fileprivate var pattern: TextPattern {
        TextPattern(
            string, isCaseSensitive: caseSensitive ?? false, isWholeWord: matchWholeWord ?? false,
            allowsMoreSpaces: allowWhiteSpaceInCharacters ?? true)
    }
}

extension TextFinder.Excess {
    fileprivate var sentence: String {
        switch self {
        case .work: "The documents have too much text to look for so many anchors."
        case .time: "The search for the anchors takes longer than \(Int(AnchorSearch.patience)) seconds."
        case .matches: "The texts of the anchors stand in more than \(TextFinder.mostMatches) places."
        }
    }
}

extension TabFrame {
    fileprivate init(_ box: MatchBox) {
        self.init(x: box.x, y: box.y, width: box.width, height: box.height)
    }
}

extension WordBox {
    /// Whether a part of the word lies on the page.
    fileprivate func isSeen(on page: PageSize) -> Bool {
        x < page.width && y < page.height && x + width > 0 && y + height > 0
    }
}
