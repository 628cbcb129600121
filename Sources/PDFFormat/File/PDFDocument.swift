import Essentials
import Foundation

/// A PDF file whose objects are read on demand (ISO 32000-2 §7.5).
///
/// Opening reads the end of the file, its newest cross-reference section and the catalog. Objects, object streams and
/// older sections are read when needed. The bytes are never copied: a document opened from a file maps it.
public final class PDFDocument: Sendable {
    /// The whole file.
    public let bytes: Data
    /// The trailer of the newest cross-reference section.
    public let trailer: PDFDictionary
    /// The offset of `%PDF-`, from which offsets written in the file count.
    package let headerOffset: Int
    package let newestSection: XrefSection
    package let meter: ReadingMeter
    /// The file's encryption; `nil` if it is not encrypted.
    package let encryption: DocumentEncryption?
    /// The data shared with later revisions of the file; `nil` if this is not opened as an earlier revision.
    package let seat: SharedReading.Seat?
    private let chain: Locked<XrefChain>
    private let objectStreams = Locked(ObjectStreamCache())
    private let cache = Locked(ObjectCache())
    private let recovery: Locked<Recovery>

    /// Opens a PDF held in memory (or mapped).
    ///
    /// A file with damaged cross-reference information opens too; ``repair`` then gives the reason. An encrypted file
    /// that needs no password for reading opens without one.
    ///
    /// - Parameters:
    ///   - password: the user's or the owner's password of an encrypted file
    ///   - limits: the limits on reading the file
    /// - Throws: `PDFError.notAPDF`, `.encrypted` without the right password, `.beyondLimits`, or `.damaged` with the
    ///   offset
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
    /// - Throws: `PDFError.unreadable` if the file cannot be mapped, and the errors of ``init(_:password:limits:)``
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

    /// Returns the object with this address, decrypted, or `null` if the file has none (ISO 32000-2 §7.3.10).
    public func object(_ reference: PDFReference) throws(PDFError) -> PDFObject {
        try object(reference, depth: 0)
    }

    /// Returns the object itself or, for a reference, its target.
    public func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject {
        var current = object
        for _ in 0..<32 {
            guard case .reference(let reference) = current else { return current }
            current = try self.object(reference)
        }
        throw .unsupported("references lead from one to the next more than 32 times")
    }

    /// Returns the value of a dictionary's entry with references resolved; `null` if there is none.
    public func value(_ key: String, in dictionary: PDFDictionary) throws(PDFError) -> PDFObject {
        guard let value = dictionary[key] else { return .null }
        return try resolve(value)
    }

    /// Returns the document catalog (ISO 32000-2 §7.7.2).
    public func catalog() throws(PDFError) -> PDFDictionary {
        guard case .dictionary(let catalog) = try value("Root", in: trailer) else {
            throw .damaged("the trailer's /Root is not a dictionary", offset: newestSection.offset)
        }
        return catalog
    }

    /// Returns the location of an object's newest version; `nil` if no section lists the number.
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
        guard depth < 8 else { throw .damagedObject(reference, "it refers to itself") }
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
            // Another place may hold the object; if none does, the first error counts.
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
            throw .damagedObject(reference, "its offset \(offset) lies outside the file")
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
            throw .damagedObject(reference, "object \(indirect.reference) is in its place, at byte \(offset)")
        }
        guard let encryption else {
            seat?.reading.keep(indirect.object, as: reference, at: offset, end: end, cost: work)
            return (indirect.object, work)
        }
        return (try encryption.decrypted(indirect.object, of: reference, meter: meter), work)
    }

    /// Returns the source of an object's bytes; `nil` if it cannot be determined.
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

    /// Returns the numbers of the objects in the object streams whose decoded bytes satisfy a test.
    ///
    /// - Throws: `PDFError.beyondLimits`
    package func compressedObjects(inStreamsWhere isMatch: (Data) -> Bool) throws(PDFError) -> [Int] {
        var members: [Int: Set<Int>] = [:]
        for section in (try? sections()) ?? [] {
            try meter.charge(section.entryCount)
            for number in section.objectNumbers {
                if case .compressed(let stream, _)? = section.entry(for: number) {
                    members[stream, default: []].insert(number)
                }
            }
        }
        var found: [Int] = []
        for (number, objects) in members.sorted(by: { $0.key < $1.key }) {
            do throws(PDFError) {
                guard isMatch(try objectStream(number, depth: 0).data) else { continue }
            } catch {
                if case .beyondLimits = error { throw error }
                continue
            }
            for object in objects.sorted() {
                if case .compressed(number, _)? = try entry(for: object) { found.append(object) }
            }
        }
        return found
    }

    // MARK: Repair

    /// Why the cross-reference information was rebuilt from the objects; `nil` as long as it was not found damaged.
    ///
    /// Other programs may then show the file differently. The damage may be found only when an object is read.
    public var repair: String? { recovery.withLock { $0.reason } }

    /// Returns a section rebuilt from the file's objects; `nil` if recovery is not allowed, or does not help against
    /// the error.
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

    /// Checks whether each object begins at the offset in the cross-reference, and sets ``repair`` if an object is
    /// found elsewhere. One reader may never need that object while another shows it.
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

    /// Opens an earlier revision, the file's first `byteCount` bytes, with the same password. The revision must be
    /// undamaged.
    public func document(upTo byteCount: Int) throws(PDFError) -> PDFDocument {
        try document(upTo: byteCount, sharing: nil)
    }

    /// - Parameter shared: the data that this document shares with its other revisions
    package func document(upTo byteCount: Int, sharing shared: SharedReading?) throws(PDFError) -> PDFDocument {
        guard byteCount >= 0, byteCount <= bytes.count else {
            throw .damaged("a revision ends outside the file", offset: byteCount)
        }
        let manner = OpenedFile.Manner(
            password: encryption?.password, knownEncryption: encryption, rebuilds: false,
            shared: shared)
        return PDFDocument(try OpenedFile.open(bytes.slice(0..<byteCount), manner, meter: meter))
    }

    /// Returns all cross-reference sections, newest first.
    public func sections() throws(PDFError) -> [XrefSection] {
        try chain.withLock { (chain) throws(PDFError) -> [XrefSection] in
            while try chain.readNext(in: bytes) {}
            return chain.sections
        }
    }

    /// Returns the cross-reference sections newer than the one at an offset, newest first; all if none begins there.
    package func sections(newerThan offset: Int) throws(PDFError) -> [XrefSection] {
        try chain.withLock { (chain) throws(PDFError) in try chain.sections(newerThan: offset, in: bytes) }
    }

    /// Returns the first object number above all that the file uses, whatever `/Size` says.
    package func firstUnusedNumber() throws(PDFError) -> Int {
        let highest = try sections().reduce(0) { max($0, $1.upperBound) }
        let size = trailer["Size"]?.integerValue ?? 0
        // A /Size beyond the limit is wrong and ignored.
        return size <= meter.limits.objectNumber ? max(1, size, highest) : max(1, highest)
    }
}
