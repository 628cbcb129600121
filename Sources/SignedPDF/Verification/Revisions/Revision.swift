import Essentials
import Foundation

/// One revision of a file: its first bytes, opened as a document, with the fields of its form.
struct Revision: Sendable {
    let document: PDFDocument
    let tree: FieldTree

    /// The length in bytes.
    var end: Int { document.bytes.count }

    init(_ document: PDFDocument, tree: FieldTree) {
        self.document = document
        self.tree = tree
    }
}

/// The revisions of one file, each opened at most once.
final class RevisionLibrary: Sendable {
    let newest: Revision
    /// The offsets of the sections of the newest revision's cross-reference.
    private let sectionOffsets: Set<Int>
    let digests: PrefixDigests
    private let opened: Locked<Opened>
    /// The data that earlier revisions share with the newest one. It is read only when an earlier revision is
    /// requested, which most files do not need.
    private let reading = Locked<Reading>(.pending)

    private struct Opened {
        var revisions: [Int: Result<Revision, PDFError>]
        /// The revision that was opened last. The next one reuses the unchanged parts of its form.
        var last: Revision
    }

    private enum Reading {
        case pending
        /// `nil` for a damaged file.
        case done(SharedReading?)
    }

    init(_ newest: Revision) {
        self.newest = newest
        digests = PrefixDigests(newest.document.bytes)
        sectionOffsets = Set((try? newest.document.sections())?.map(\.offset) ?? [])
        opened = Locked(Opened(revisions: [newest.end: .success(newest)], last: newest))
    }

    private var shared: SharedReading? {
        reading.withLock { reading in
            if case .done(let shared) = reading { return shared }
            let shared = newest.document.repair == nil ? try? SharedReading(newest.document) : nil
            reading = .done(shared)
            return shared
        }
    }

    /// Returns the revision that consists of the file's first `end` bytes.
    ///
    /// - Throws: ``PDFError`` if those bytes are not a PDF file on their own
    func revision(upTo end: Int) throws(PDFError) -> Revision {
        let (known, last) = opened.withLock { ($0.revisions[end], $0.last) }
        if let known { return try known.get() }
        let result = open(end, after: last)
        opened.withLock {
            $0.revisions[end] = result
            if case .success(let revision) = result { $0.last = revision }
        }
        return try result.get()
    }

    /// Whether the newest revision builds on another, that is, continues its cross-reference.
    func buildsUpon(_ revision: Revision) -> Bool { sectionOffsets.contains(revision.document.newestSection.offset) }

    /// Returns the numbers of the objects that differ between two revisions, or `nil` if the cross-reference alone does
    /// not show that.
    func touched(between first: PDFDocument, and second: PDFDocument) -> Set<Int>? {
        // With different encryption, the same bytes are different objects.
        guard let shared, newest.document.repair == nil, newest.document.encryption == nil, first.encryption == nil,
            second.encryption == nil, let one = position(of: first),
            let other = position(of: second)
        else { return nil }
        return try? shared.numbers(in: min(one, other)..<max(one, other), meter: newest.document.meter)
    }

    private func position(of document: PDFDocument) -> Int? {
        document === newest.document ? 0 : document.seat?.position
    }

    private func open(_ end: Int, after last: Revision) -> Result<Revision, PDFError> {
        do throws(PDFError) {
            let document = try newest.document.document(upTo: end, sharing: shared)
            let tree = try FieldTree(
                document, after: last.tree, touched: touched(between: last.document, and: document))
            return .success(Revision(document, tree: tree))
        } catch {
            return .failure(error)
        }
    }
}
