import Essentials

/// Cross-reference sections and objects that a file's revisions share, read once for all of them. Objects are shared if
/// they are at the same offset.
///
/// The sections of an earlier revision are the tail of the newest revision's chain. Without sharing, a file signed a
/// thousand times would have its thousand sections read a thousand times.
package final class SharedReading: Sendable {
    /// The position of one revision's sections in the chain.
    package struct Seat: Sendable {
        package let reading: SharedReading
        package let position: Int
    }

    /// A section's entry for an object, for sections of few entries.
    private struct Mention {
        var position: Int
        var entry: XrefEntry
    }

    private struct Place: Hashable {
        var reference: PDFReference
        var offset: Int
    }

    private struct Kept {
        var object: PDFObject
        var end: Int
    }

    private struct Objects {
        var kept: [Place: Kept] = [:]
        var cost = 0
    }

    /// About 32 MiB of memory.
    private static let mostCost = 16 << 20
    /// Larger sections are queried one by one.
    private static let mostListedEntries = 2048
    /// The number of bytes after a dictionary that a reader inspects for `stream`.
    private static let lookahead = 6

    /// All sections, newest first.
    package let sections: [XrefSection]
    private let base: Int
    private let positions: [Int: Int]
    /// For each section, the maximum end offset of it and all older ones.
    private let ends: [Int]
    private let mentions: [Int: [Mention]]
    private let largeSections: [Int]
    private let objects = Locked(Objects())

    /// - Throws: ``PDFError`` if the chain of the file's cross-reference sections is damaged
    package init(_ newest: PDFDocument) throws(PDFError) {
        sections = try newest.sections()
        base = newest.headerOffset
        positions = Dictionary(
            sections.enumerated().map { ($1.offset, $0) }, uniquingKeysWith: { first, _ in first })
        var ends: [Int] = []
        var end = 0
        for section in sections.reversed() {
            end = max(end, section.end)
            ends.append(end)
        }
        self.ends = ends.reversed()
        var mentions: [Int: [Mention]] = [:]
        var largeSections: [Int] = []
        for (position, section) in sections.enumerated() {
            let count = section.entryCount
            guard count <= Self.mostListedEntries else {
                largeSections.append(position)
                continue
            }
            try newest.meter.charge(64 + count * 16)
            for number in section.objectNumbers {
                guard let entry = section.entry(for: number) else { continue }
                mentions[number, default: []].append(Mention(position: position, entry: entry))
            }
        }
        self.mentions = mentions
        self.largeSections = largeSections
    }

    /// Returns the position of a revision's sections; `nil` if they are not all the same as this file's.
    ///
    /// - Parameter size: the size of the revision in bytes. A section that ends after it does not belong to the
    ///   revision.
    package func seat(of newest: XrefSection, base: Int, fileSize size: Int) -> Seat? {
        guard base == self.base, let position = positions[newest.offset], ends[position] <= size else { return nil }
        return Seat(reading: self, position: position)
    }

    /// Returns the entry for an object in the sections from a position on; `nil` if there is none.
    package func entry(for number: Int, from position: Int, meter: ReadingMeter) throws(PDFError) -> XrefEntry? {
        let listed = mentions[number].flatMap { Self.first($0, from: position) }
        for large in largeSections where large >= position {
            if let listed, listed.position < large { break }
            try meter.charge(8)
            if let entry = sections[large].entry(for: number) { return entry }
        }
        return listed?.entry
    }

    private static func first(_ mentions: [Mention], from position: Int) -> Mention? {
        var low = 0
        var high = mentions.count
        while low < high {
            let middle = (low + high) / 2
            if mentions[middle].position < position { low = middle + 1 } else { high = middle }
        }
        return low < mentions.count ? mentions[low] : nil
    }

    /// Returns the numbers of all objects with an entry in the sections of a range.
    package func numbers(in positions: Range<Int>, meter: ReadingMeter) throws(PDFError) -> Set<Int> {
        var numbers: Set<Int> = []
        for section in sections[positions] {
            try meter.charge(section.entryCount * 8)
            numbers.formUnion(section.objectNumbers)
        }
        return numbers
    }

    // MARK: Objects

    /// Returns the object at an offset if a revision has read it.
    ///
    /// - Parameter size: the size of the requesting revision in bytes. Bytes after it do not belong to the object.
    package func object(_ reference: PDFReference, at offset: Int, fileSize size: Int) -> PDFObject? {
        let kept = objects.withLock { $0.kept[Place(reference: reference, offset: offset)] }
        guard let kept, kept.end + Self.lookahead <= size else { return nil }
        return kept.object
    }

    /// Keeps an object for the other revisions. Streams are not kept: their length may be in an object that differs.
    ///
    /// - Parameters:
    ///   - end: the offset at which reading ended
    ///   - cost: the work counted for reading the object
    package func keep(_ object: PDFObject, as reference: PDFReference, at offset: Int, end: Int, cost: Int) {
        if case .stream = object { return }
        guard cost <= Self.mostCost / 4 else { return }
        objects.withLock { objects in
            if objects.cost + cost > Self.mostCost { objects = Objects() }
            objects.kept[Place(reference: reference, offset: offset)] = Kept(object: object, end: end)
            objects.cost += cost + 2 * ReadingMeter.perElement
        }
    }
}
