import Foundation
import Locks

/// A PDF file, read as far as it is asked about (ISO 32000-2 §7.5).
///
/// Opening reads the end of the file, its newest cross-reference section and the catalog; objects, object streams and
/// older sections are read when something needs them. The bytes are never copied: a document opened from a file maps it.
public final class PDFDocument: Sendable {
    /// The whole file.
    public let bytes: Data
    /// The trailer of the newest cross-reference section.
    public let trailer: PDFDictionary
    /// What offsets written in the file count from: the place of `%PDF-`.
    package let headerOffset: Int
    package let newestSection: XrefSection
    package let meter: ReadingMeter
    /// How the file is encrypted; nil if it is not.
    package let encryption: DocumentEncryption?
    /// What the file has in common with later revisions of it; nil if it is not looked at as an earlier one.
    package let seat: SharedReading.Seat?
    private let chain: Locked<XrefChain>
    private let objectStreams = Locked(ObjectStreamCache())
    private let cache = Locked(ObjectCache())
    private let recovery: Locked<Recovery>

    /// Opens a PDF held in memory (or mapped).
    ///
    /// A file whose cross-reference information is damaged is opened all the same; ``repair`` says so then. An
    /// encrypted file that needs no password to be read opens without one.
    ///
    /// - Parameters:
    ///   - password: The user's or the owner's password of an encrypted file.
    ///   - limits: How much the file may ask for.
    /// - Throws: `PDFError.notAPDF`, `.encrypted` without the right password, `.beyondLimits`, or `.damaged` with the
    ///   offset.
    public convenience init(
        _ bytes: Data, password: String? = nil, limits: ReadingLimits = .standard
    ) throws(PDFError) {
        self.init(
            try OpenedFile.open(
                bytes, OpenedFile.Manner(password: password, rebuilds: true),
                meter: ReadingMeter(limits, fileSize: bytes.count)))
    }

    /// Maps the file into memory and opens it.
    ///
    /// - Throws: `PDFError.unreadable` if that cannot be done, and what ``init(_:password:limits:)`` throws.
    public convenience init(
        contentsOf url: URL, password: String? = nil, limits: ReadingLimits = .standard
    ) throws(PDFError) {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: url, options: .alwaysMapped)
        } catch {
            throw .unreadable(path: url.path)
        }
        try self.init(bytes, password: password, limits: limits)
    }

    package init(_ file: OpenedFile) {
        bytes = file.bytes
        trailer = file.newest.trailer
        headerOffset = file.base
        newestSection = file.newest
        meter = file.meter
        encryption = file.encryption
        seat = file.seat
        chain = Locked(file.chain)
        recovery = Locked(file.recovery)
    }

    // MARK: Objects

    /// The object with this address, or `null` if the file has none (ISO 32000-2 §7.3.10).
    ///
    /// What is encrypted comes decrypted.
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
        do {
            return try chain.withLock { (chain) throws(PDFError) in try chain.entry(for: number, in: bytes) }
        } catch {
            guard let recovered = try recovered(after: error) else { throw error }
            noteRepair(after: error)
            return recovered.entry(for: number)
        }
    }

    private func object(_ reference: PDFReference, depth: Int) throws(PDFError) -> PDFObject {
        guard depth < 8 else { throw .damagedObject(reference, "reading it needs itself") }
        if let known = cache.withLock({ $0.object(reference) }) {
            var breadth = 0
            if case .dictionary(let dictionary) = known { breadth = dictionary.entries.count }
            try meter.charge(4 + breadth)
            return known
        }
        try meter.charge(16)
        let entry = try entry(for: reference.number)
        do {
            return try object(reference, entry, depth: depth)
        } catch {
            // Another place may hold it; what was said about the first one counts if none does.
            guard let other = try recovered(after: error)?.entry(for: reference.number), other != entry else {
                throw error
            }
            let object = try object(reference, other, depth: depth)
            noteRepair(after: error)
            return object
        }
    }

    private func object(_ reference: PDFReference, _ entry: XrefEntry?, depth: Int) throws(PDFError) -> PDFObject {
        let (object, work): (PDFObject, Int)
        switch entry {
        case nil, .free:
            return .null
        case .offset(let offset, let generation):
            guard generation == reference.generation else { return .null }
            if encryption == nil, let seat,
                let known = seat.reading.object(reference, at: offset, fileSize: bytes.count)
            {
                var breadth = 0
                if case .dictionary(let dictionary) = known { breadth = dictionary.entries.count }
                try meter.charge(4 + breadth)
                return known
            }
            (object, work) = try self.object(reference, at: offset, depth: depth)
        case .compressed(let stream, let index):
            guard reference.generation == 0 else { return .null }
            (object, work) = try objectStream(stream, depth: depth)
                .object(number: reference.number, index: index, meter: meter)
        }
        cache.withLock { $0.keep(object, as: reference, cost: work) }
        return object
    }

    private func object(
        _ reference: PDFReference, at offset: Int, depth: Int
    ) throws(PDFError) -> (PDFObject, Int) {
        guard offset < bytes.count else {
            throw .damagedObject(reference, "it is said to begin outside the file, at byte \(offset)")
        }
        let (indirect, work, end) = try bytes.lend { (buffer) throws(PDFError) in
            var parser = ObjectParser(buffer, at: offset, limits: meter.limits)
            do throws(PDFError) {
                let indirect = try parser.indirectObject(in: bytes) { target in
                    (try? self.object(target, depth: depth + 1))?.integerValue
                }
                try meter.charge(parser.work(since: offset))
                return (indirect, parser.work(since: offset), parser.lexer.position)
            } catch {
                try meter.charge(parser.work(since: offset))
                throw error
            }
        }
        guard indirect.reference.number == reference.number else {
            throw .damagedObject(reference, "object \(indirect.reference) stands in its place, at byte \(offset)")
        }
        guard let encryption else {
            seat?.reading.keep(indirect.object, as: reference, at: offset, end: end, cost: work)
            return (indirect.object, work)
        }
        return (try encryption.decrypted(indirect.object, of: reference, meter: meter), work)
    }

    /// Whose bytes an object is made of; nil if that cannot be told.
    package func source(of number: Int) -> ObjectSource? {
        do {
            guard case .compressed(let stream, _) = try entry(for: number) else { return ObjectSource(number: number) }
            guard try objectStream(stream, depth: 0).isSelfContained else { return nil }
            return ObjectSource(number: number, stream: stream)
        } catch {
            return nil
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

    // MARK: Repair

    /// Why the cross-reference information was found to be damaged and had to be put together from the objects
    /// themselves; nil as long as nothing of the kind was needed.
    ///
    /// What is shown then need not be what another program shows. It may turn out only when an object is read.
    public var repair: String? { recovery.withLock { $0.reason } }

    /// What can be found out about the file's objects without its cross-reference sections; nil if that is not to be
    /// used, or does not help against the error.
    private func recovered(after error: PDFError) throws(PDFError) -> XrefSection? {
        let (mayRecover, known) = recovery.withLock { ($0.isAllowed, $0.section) }
        guard mayRecover, Recovery.reason(for: error) != nil else { return nil }
        if let known { return known }
        let section = try Recovery.section(of: bytes, base: headerOffset, encryption: encryption, meter: meter)
        recovery.withLock { $0.section = section }
        return section
    }

    private func noteRepair(after error: PDFError) {
        recovery.withLock { $0.reason = $0.reason ?? Recovery.reason(for: error) }
    }

    /// Looks whether each object begins where the cross-reference says, and sets ``repair`` if one that does not is found
    /// elsewhere: a reader that never needs it would not notice, while another one shows it.
    package func lookForDamage() throws(PDFError) {
        let sections: [XrefSection]
        do throws(PDFError) {
            sections = try self.sections()
        } catch {
            if try recovered(after: error) != nil { noteRepair(after: error) }
            return
        }
        var astray: Set<PDFReference> = []
        try bytes.lend { (buffer) throws(PDFError) in
            for section in sections {
                try meter.charge(section.entryCount * 8)
                for number in section.objectNumbers {
                    guard case .offset(let offset, let generation)? = section.entry(for: number) else { continue }
                    var parser = ObjectParser(buffer, at: offset)
                    let header = try? parser.indirectObjectHeader()
                    try meter.charge(max(0, parser.lexer.position - offset))
                    if header?.number != number {
                        astray.insert(PDFReference(number: number, generation: generation))
                    }
                }
            }
        }
        for reference in astray { _ = try? object(reference) }
    }

    // MARK: Revisions

    /// An earlier revision: the file's first `byteCount` bytes, opened with the same password. It has to be undamaged.
    public func document(upTo byteCount: Int) throws(PDFError) -> PDFDocument {
        try document(upTo: byteCount, sharing: nil)
    }

    /// - Parameter shared: What this document and its other revisions have in common.
    package func document(upTo byteCount: Int, sharing shared: SharedReading?) throws(PDFError) -> PDFDocument {
        guard byteCount >= 0, byteCount <= bytes.count else {
            throw .damaged("a revision is said to end outside the file", offset: byteCount)
        }
        let manner = OpenedFile.Manner(
            password: encryption?.password, knownEncryption: encryption, rebuilds: false,
            shared: shared)
        return PDFDocument(try OpenedFile.open(bytes.slice(0..<byteCount), manner, meter: meter))
    }

    /// All cross-reference sections, newest first.
    public func sections() throws(PDFError) -> [XrefSection] {
        try chain.withLock { (chain) throws(PDFError) -> [XrefSection] in
            while try chain.readNext(in: bytes) {}
            return chain.sections
        }
    }

    /// The cross-reference sections that are newer than the one at an offset, newest first; all if none begins there.
    package func sections(newerThan offset: Int) throws(PDFError) -> [XrefSection] {
        try chain.withLock { (chain) throws(PDFError) in try chain.sections(newerThan: offset, in: bytes) }
    }

    /// A number that no object of the file has, nor any above it, whatever `/Size` says.
    package func firstUnusedNumber() throws(PDFError) -> Int {
        let highest = try sections().reduce(0) { max($0, $1.upperBound) }
        let size = trailer["Size"]?.integerValue ?? 0
        // A /Size beyond all bounds is wrong and of no use to anybody.
        return size <= meter.limits.objectNumber ? max(1, size, highest) : max(1, highest)
    }
}
