import Locks

/// What the revisions of one file have in common, read once for all of them: the cross-reference sections, and the
/// objects that stand at the same place of the file.
///
/// The sections of an earlier revision are the last ones of the newest revision's chain. A file that was signed a
/// thousand times would otherwise have its thousand sections read a thousand times.
package final class SharedReading: Sendable {
    /// Where one revision's own sections begin.
    package struct Seat: Sendable {
        package let reading: SharedReading
        package let position: Int
    }

    /// What a section says about an object, for sections of few entries.
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
    /// Sections of more entries are asked one by one.
    private static let mostListedEntries = 2048
    /// A reader looks for `stream` behind a dictionary.
    private static let lookahead = 6

    /// All sections, newest first.
    package let sections: [XrefSection]
    private let base: Int
    private let positions: [Int: Int]
    /// For each section the byte at which the last one of it and all older ones ends.
    private let ends: [Int]
    private let mentions: [Int: [Mention]]
    private let largeSections: [Int]
    private let objects = Locked(Objects())

    /// - Throws: ``PDFError`` if the chain of the file's cross-reference sections is damaged.
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

    /// Where a revision's sections begin; nil if they are not all the same as this file's.
    ///
    /// - Parameter size: The number of bytes of the revision. A section that ends behind it is not a part of it.
    package func seat(of newest: XrefSection, base: Int, fileSize size: Int) -> Seat? {
        guard base == self.base, let position = positions[newest.offset], ends[position] <= size else { return nil }
        return Seat(reading: self, position: position)
    }

    /// What the sections from a position on say about an object; nil if none says anything.
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

    /// The numbers of all objects that the sections from one position up to another say something about.
    package func numbers(in positions: Range<Int>, meter: ReadingMeter) throws(PDFError) -> Set<Int> {
        var numbers: Set<Int> = []
        for section in sections[positions] {
            try meter.charge(section.entryCount * 8)
            numbers.formUnion(section.objectNumbers)
        }
        return numbers
    }

    // MARK: Objects

    /// The object at a place, if a revision has read it.
    ///
    /// - Parameter size: The number of bytes of the revision that asks: what goes beyond it is another object there.
    package func object(_ reference: PDFReference, at offset: Int, fileSize size: Int) -> PDFObject? {
        let kept = objects.withLock { $0.kept[Place(reference: reference, offset: offset)] }
        guard let kept, kept.end + Self.lookahead <= size else { return nil }
        return kept.object
    }

    /// Keeps an object for the other revisions. Streams are not kept: where one ends may be written elsewhere.
    ///
    /// - Parameters:
    ///   - end: Where reading it ended.
    ///   - cost: What reading it was counted as.
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
