import Foundation

/// Where one version of an indirect object is (ISO 32000-2 §7.5.4 and §7.5.8).
public enum XrefEntry: Sendable, Hashable {
    case free
    /// At this byte of the file.
    case offset(Int, generation: Int)
    /// The object at `index` (from 0) of the object stream with number `stream`; the generation is 0.
    case compressed(stream: Int, index: Int)
}

/// One cross-reference section: what one revision of the file defines.
///
/// Entries stay where they are in the file (or in the decoded stream) and are read when asked for.
public struct XrefSection: Sendable {
    public enum Kind: Sendable, Hashable {
        /// `xref … trailer` (ISO 32000-2 §7.5.4).
        case table
        /// A cross-reference stream (ISO 32000-2 §7.5.8).
        case stream
        /// A table whose trailer names a cross-reference stream besides (ISO 32000-2 §7.5.8.4).
        case hybrid
    }

    /// The byte at which `xref`, or the cross-reference stream's object, begins.
    public let offset: Int
    /// Where the last byte was read that the section is made of.
    package let end: Int
    public let kind: Kind
    /// The trailer dictionary, or the cross-reference stream's.
    public let trailer: PDFDictionary
    package let records: XrefRecords
    package let hybridRecords: XrefRecords?

    /// What the section says about an object; nil if it says nothing.
    ///
    /// In a hybrid section an object that the table leaves out or gives as free is looked up in the stream.
    public func entry(for number: Int) -> XrefEntry? {
        let entry = records.entry(for: number)
        guard let hybridRecords else { return entry }
        switch entry {
        case nil, .free: return hybridRecords.entry(for: number) ?? entry
        default: return entry
        }
    }

    /// The numbers of all objects that the section says something about, ascending.
    public var objectNumbers: [Int] {
        var numbers = records.objectNumbers
        if let hybridRecords { numbers = Array(Set(numbers).union(hybridRecords.objectNumbers)) }
        return numbers.sorted()
    }

    /// All entries by object number. For a section of a large file this is large: prefer ``entry(for:)``.
    public var entries: [Int: XrefEntry] {
        var entries: [Int: XrefEntry] = [:]
        for number in objectNumbers { entries[number] = entry(for: number) }
        return entries
    }

    /// How many entries the section has.
    package var entryCount: Int { records.count + (hybridRecords?.count ?? 0) }

    /// Whether its parts give no object twice; readers differ in which entry they take.
    package var hasEachNumberOnce: Bool { records.isDisjoint && hybridRecords?.isDisjoint ?? true }

    /// Adds what the section says about objects that newer sections say nothing about.
    package func merge(into newer: inout [Int: XrefEntry]) {
        newer.reserveCapacity(newer.count + entryCount)
        for number in records.objectNumbers + (hybridRecords?.objectNumbers ?? []) where newer[number] == nil {
            newer[number] = entry(for: number)
        }
    }

    /// One more than the highest object number that the section has an entry for.
    package var upperBound: Int { max(records.upperBound, hybridRecords?.upperBound ?? 0) }

    /// The first object number that neither the section's entries nor its `/Size` reach.
    package var firstUnusedNumber: Int { max(trailer["Size"]?.integerValue ?? 0, upperBound) }
}
