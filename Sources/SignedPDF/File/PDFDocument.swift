import Foundation
import Synchronization

/// A PDF file, read as far as it is asked about (ISO 32000-2 §7.5).
///
/// Opening reads the end of the file and its newest cross-reference section; objects, object streams and older sections
/// are read when something needs them. The bytes are never copied: a document opened from a file maps it.
public final class PDFDocument: Sendable {
    /// The whole file.
    public let bytes: Data
    /// The trailer of the newest cross-reference section.
    public let trailer: PDFDictionary
    /// What offsets written in the file count from: the place of `%PDF-`.
    let headerOffset: Int
    let newestSection: XrefSection
    private let chain: Mutex<XrefChain>
    private let objectStreams = Mutex(ObjectStreamCache())

    /// Opens a PDF held in memory (or mapped).
    ///
    /// - Throws: `PDFError.notAPDF`, `.encrypted`, or `.damaged` with the offset.
    public init(_ bytes: Data) throws(PDFError) {
        let frame = try FileFrame(bytes)
        let (newest, base) = try Self.newestSection(of: bytes, frame)
        guard newest.trailer["Encrypt"] == nil else { throw .encrypted }
        self.bytes = bytes
        trailer = newest.trailer
        headerOffset = base
        newestSection = newest
        chain = Mutex(XrefChain(newest: newest, base: base))
    }

    /// Maps the file into memory and opens it.
    ///
    /// - Throws: `PDFError.unreadable` if that cannot be done, and what `init(_:)` throws.
    public convenience init(contentsOf url: URL) throws(PDFError) {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: url, options: .alwaysMapped)
        } catch {
            throw .unreadable(path: url.path)
        }
        try self.init(bytes)
    }

    /// Offsets should count from the header, but files with bytes before it often count from the file's beginning.
    private static func newestSection(of bytes: Data, _ frame: FileFrame) throws(PDFError) -> (XrefSection, Int) {
        guard frame.startxref < bytes.count else {
            throw .damaged("startxref leads outside the file", offset: bytes.count)
        }
        guard frame.headerOffset > 0 else {
            return (try XrefSection.read(from: bytes, at: frame.startxref, base: 0), 0)
        }
        do {
            let base = frame.headerOffset
            return (try XrefSection.read(from: bytes, at: frame.startxref + base, base: base), base)
        } catch {
            return (try XrefSection.read(from: bytes, at: frame.startxref, base: 0), 0)
        }
    }

    // MARK: Objects

    /// The object with this address, or `null` if the file has none (ISO 32000-2 §7.3.10).
    public func object(_ reference: PDFReference) throws(PDFError) -> PDFObject {
        try object(reference, depth: 0)
    }

    /// The object itself, or what a reference leads to.
    public func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject {
        var current = object
        for _ in 0..<32 {
            guard case .reference(let reference) = current else { return current }
            current = try self.object(reference)
        }
        throw .unsupported("references lead from one to the next more than 32 times")
    }

    /// The value of a dictionary's entry, references followed; `null` if there is none.
    public func value(_ key: String, in dictionary: PDFDictionary) throws(PDFError) -> PDFObject {
        guard let value = dictionary[key] else { return .null }
        return try resolve(value)
    }

    /// The document catalog (ISO 32000-2 §7.7.2).
    public func catalog() throws(PDFError) -> PDFDictionary {
        guard case .dictionary(let catalog) = try value("Root", in: trailer) else {
            throw .damaged("the trailer's /Root is not a dictionary", offset: newestSection.offset)
        }
        return catalog
    }

    /// Where the newest version of an object is; nil if no section knows the number.
    public func entry(for number: Int) throws(PDFError) -> XrefEntry? {
        if let entry = newestSection.entry(for: number) { return entry }
        return try chain.withLock { (chain) throws(PDFError) -> XrefEntry? in
            var index = 1
            while true {
                if index >= chain.sections.count, try !chain.readNext(in: bytes) { return nil }
                if let entry = chain.sections[index].entry(for: number) { return entry }
                index += 1
            }
        }
    }

    private func object(_ reference: PDFReference, depth: Int) throws(PDFError) -> PDFObject {
        guard depth < 8 else { throw .damagedObject(reference, "reading it needs itself") }
        switch try entry(for: reference.number) {
        case nil, .free:
            return .null
        case .offset(let offset, let generation):
            guard generation == reference.generation else { return .null }
            return try object(reference, at: offset, depth: depth)
        case .compressed(let stream, let index):
            guard reference.generation == 0 else { return .null }
            return try objectStream(stream, depth: depth).object(number: reference.number, index: index)
        }
    }

    private func object(_ reference: PDFReference, at offset: Int, depth: Int) throws(PDFError) -> PDFObject {
        guard offset < bytes.count else {
            throw .damagedObject(reference, "it is said to begin outside the file, at byte \(offset)")
        }
        return try bytes.lend { (buffer) throws(PDFError) in
            var parser = ObjectParser(buffer, at: offset)
            let indirect = try parser.indirectObject(in: bytes) { target in
                (try? self.object(target, depth: depth + 1))?.integerValue
            }
            guard indirect.reference.number == reference.number else {
                throw .damagedObject(reference, "object \(indirect.reference) stands in its place, at byte \(offset)")
            }
            return indirect.object
        }
    }

    private func objectStream(_ number: Int, depth: Int) throws(PDFError) -> ObjectStream {
        if let known = objectStreams.withLock({ $0.stream(number) }) { return known }
        let reference = PDFReference(number: number)
        guard case .offset = try entry(for: number),
            case .stream(let stream) = try object(reference, depth: depth + 1)
        else { throw .damagedObject(reference, "it is not an object stream") }
        let decoded = try ObjectStream(stream, reference: reference, in: self)
        objectStreams.withLock { $0.keep(decoded, number: number) }
        return decoded
    }

    // MARK: Revisions

    /// An earlier revision: the file's first `byteCount` bytes, opened.
    public func document(upTo byteCount: Int) throws(PDFError) -> PDFDocument {
        guard byteCount <= bytes.count else {
            throw .damaged("a revision is said to end outside the file", offset: byteCount)
        }
        return try PDFDocument(bytes.slice(0..<byteCount))
    }

    /// All cross-reference sections, newest first.
    public func sections() throws(PDFError) -> [XrefSection] {
        try chain.withLock { (chain) throws(PDFError) -> [XrefSection] in
            while try chain.readNext(in: bytes) {}
            return chain.sections
        }
    }
}
