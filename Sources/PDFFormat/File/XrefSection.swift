import Foundation

/// The location of one version of an indirect object (ISO 32000-2 §7.5.4 and §7.5.8).
public enum XrefEntry: Sendable, Hashable {
    case free
    /// At this offset of the file.
    case offset(Int, generation: Int)
    /// The object at `index` (from 0) of the object stream with number `stream`; the generation is 0.
    case compressed(stream: Int, index: Int)
}

/// One cross-reference section, which defines the objects of one revision.
///
/// Entries stay in the file (or in the decoded stream) and are read on demand.
public struct XrefSection: Sendable {
    package enum Kind: Sendable, Hashable {
        /// `xref … trailer` (ISO 32000-2 §7.5.4).
        case table
        /// A cross-reference stream (ISO 32000-2 §7.5.8).
        case stream
        /// A table whose trailer also names a cross-reference stream (ISO 32000-2 §7.5.8.4).
        case hybrid
    }

    /// The offset of `xref`, or of the cross-reference stream's object.
    public let offset: Int
    /// The end of the last byte read for the section.
    package let end: Int
    package let kind: Kind
    /// The dictionary of the trailer or of the cross-reference stream.
    public let trailer: PDFDictionary
    package let records: XrefRecords
    package let hybridRecords: XrefRecords?

    /// Returns the section's entry for an object; `nil` if there is none.
    ///
    /// In a hybrid section, objects missing or free in the table are looked up in the stream.
    public func entry(for number: Int) -> XrefEntry? {
        let entry = records.entry(for: number)
        guard let hybridRecords else { return entry }
        switch entry {
        case nil, .free: return hybridRecords.entry(for: number) ?? entry
        default: return entry
        }
    }

    /// The numbers of all objects with an entry, ascending.
    public var objectNumbers: [Int] {
        var numbers = records.objectNumbers
        if let hybridRecords { numbers = Array(Set(numbers).union(hybridRecords.objectNumbers)) }
        return numbers.sorted()
    }

    /// All entries by object number. This is large for a large file: prefer ``entry(for:)``.
    public var entries: [Int: XrefEntry] {
        var entries: [Int: XrefEntry] = [:]
        for number in objectNumbers { entries[number] = entry(for: number) }
        return entries
    }

    /// The number of entries.
    package var entryCount: Int { records.count + (hybridRecords?.count ?? 0) }

    /// Whether the section lists no object twice; readers differ in which entry they use.
    package var hasEachNumberOnce: Bool { records.isDisjoint && hybridRecords?.isDisjoint ?? true }

    /// Adds the entries for objects that newer sections do not list.
    package func merge(into newer: inout [Int: XrefEntry]) {
        newer.reserveCapacity(newer.count + entryCount)
        for number in records.objectNumbers + (hybridRecords?.objectNumbers ?? []) where newer[number] == nil {
            newer[number] = entry(for: number)
        }
    }

    /// One more than the highest object number with an entry.
    package var upperBound: Int { max(records.upperBound, hybridRecords?.upperBound ?? 0) }

    /// The first object number above the section's entries and its `/Size`.
    package var firstUnusedNumber: Int { max(trailer["Size"]?.integerValue ?? 0, upperBound) }
}
