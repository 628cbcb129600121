import Foundation
import Synchronization

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
    private let opened: Mutex<[Int: Result<Revision, PDFError>]>

    init(_ newest: Revision) {
        self.newest = newest
        digests = PrefixDigests(newest.document.bytes)
        sectionOffsets = Set((try? newest.document.sections())?.map(\.offset) ?? [])
        opened = Mutex([newest.end: .success(newest)])
    }

    /// The file's first `end` bytes.
    ///
    /// - Throws: ``PDFError`` if they are no PDF file on their own.
    func revision(upTo end: Int) throws(PDFError) -> Revision {
        if let known = opened.withLock({ $0[end] }) { return try known.get() }
        let result = open(end)
        opened.withLock { $0[end] = result }
        return try result.get()
    }

    /// Whether the newest revision builds upon another: its cross-reference goes on from the other's.
    func buildsUpon(_ revision: Revision) -> Bool { sectionOffsets.contains(revision.document.newestSection.offset) }

    private func open(_ end: Int) -> Result<Revision, PDFError> {
        do throws(PDFError) {
            let document = try newest.document.document(upTo: end)
            return .success(Revision(document, tree: try FieldTree(document)))
        } catch {
            return .failure(error)
        }
    }
}
