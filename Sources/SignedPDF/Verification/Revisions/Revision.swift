import Foundation
import Locks

/// One revision of a file: its first bytes, opened, with the fields of its form.
struct Revision: Sendable {
    let document: PDFDocument
    let tree: FieldTree

    /// The number of bytes.
    var end: Int { document.bytes.count }

    init(_ document: PDFDocument, tree: FieldTree) {
        self.document = document
        self.tree = tree
    }
}

/// The revisions of one file, each opened once however often it is asked for.
final class RevisionLibrary: Sendable {
    let newest: Revision
    /// Where the sections of the newest revision's cross-reference begin.
    private let sectionOffsets: Set<Int>
    let digests: PrefixDigests
    private let opened: Locked<Opened>
    /// What earlier revisions have in common with the newest, read once somebody asks for one: a file that was signed last
    /// has none that matters.
    private let reading = Locked<Reading>(.pending)

    private struct Opened {
        var revisions: [Int: Result<Revision, PDFError>]
        /// The one opened last, from whose form the next takes what is the same.
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

    /// The file's first `end` bytes.
    ///
    /// - Throws: ``PDFError`` if they are no PDF file on their own.
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

    /// Whether the newest revision builds upon another: its cross-reference goes on from the other's.
    func buildsUpon(_ revision: Revision) -> Bool { sectionOffsets.contains(revision.document.newestSection.offset) }

    /// The numbers of the objects that are not the same in two revisions; nil if that cannot be told from the
    /// cross-reference alone.
    func touched(between first: PDFDocument, and second: PDFDocument) -> Set<Int>? {
        // With another encryption the same bytes are other objects.
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
