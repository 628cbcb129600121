/// An irregularity in the bytes added to a signed file that other readers may interpret differently (ISO 32000-2 §7.5).
public enum UpdateIrregularity: Sendable, Hashable, Codable {
    // MARK: Where updates stand

    /// The cross-reference sections are not in the order of the revisions.
    case sectionsUnordered
    case manyBytesAfterEnd(count: Int)
    /// Bytes that do not form a revision follow the end of the last one.
    case bytesAfterEnd
    case crossReferenceMissing
    /// The keyword `startxref` is missing from its place.
    case startMissing
    case endMalformed
    /// `startxref` does not point exactly to the cross-reference.
    case startAstray
    /// Something follows `%%EOF` on its line.
    case endFollowed

    // MARK: Objects

    /// An object was added that the cross-reference does not refer to.
    case objectUnreached(object: Int)
    /// An object was added in an object stream, and the cross-reference does not refer to it.
    case compressedObjectUnreached(object: Int)
    /// Bytes that look like an object are inside another object.
    case objectHidden(object: Int)
    case objectRunsOn
    case objectUnreadable
    case objectUnended
    case objectStreamUnreadable
    case streamLengthWrong
    case streamUnended
    case bytesBetweenObjects
    case commentTooLong(bytes: Int)

    // MARK: Cross-reference tables

    /// The line `xref` is not where `startxref` points.
    case tableMissing
    case tableIrregular
    /// Some records do not have the 20-byte form.
    case tableRecordsIrregular
    case tableEmpty
    case trailerMissing
    case trailerUnreadable
    case trailerDiffers

    // MARK: Cross-reference streams

    case sectionStreamMissing
    case sectionStreamDiffers
    case sectionStreamIrregular
    case sectionStreamUndecodable
    case sectionStreamSizeWrong
    case sectionStreamEntriesUnknown
    /// The stream has the object number of another object.
    case sectionStreamNumberTaken

    // MARK: Entries and trailers

    case entriesRepeated
    /// An entry points to something other than an object.
    case entryAstray(object: Int)
    /// `/Size` is missing or not greater than all object numbers.
    case sizeWrong
    /// `/Size` is smaller than that of the previous revision.
    case sizeSmaller
    /// `/Prev` does not point exactly to the previous cross-reference.
    case previousAstray
    case rootNotReference
    /// `/XRefStm` is not a valid offset in the file.
    case streamPlaceWrong
    case trailerNested

    /// The standing of the irregularity: doubtful if readers differ in what they accept, forbidden if something was
    /// hidden.
    var standing: DocumentChange.Standing {
        switch self {
        case .objectUnreached, .compressedObjectUnreached: .forbidden
        default: .doubtful
        }
    }
}

extension UpdateIrregularity: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case sectionsUnordered = "sections-unordered"
        case manyBytesAfterEnd = "many-bytes-after-end"
        case bytesAfterEnd = "bytes-after-end"
        case crossReferenceMissing = "cross-reference-missing"
        case startMissing = "start-missing"
        case endMalformed = "end-malformed"
        case startAstray = "start-astray"
        case endFollowed = "end-followed"
        case objectUnreached = "object-unreached"
        case compressedObjectUnreached = "compressed-object-unreached"
        case objectHidden = "object-hidden"
        case objectRunsOn = "object-runs-on"
        case objectUnreadable = "object-unreadable"
        case objectUnended = "object-unended"
        case objectStreamUnreadable = "object-stream-unreadable"
        case streamLengthWrong = "stream-length-wrong"
        case streamUnended = "stream-unended"
        case bytesBetweenObjects = "bytes-between-objects"
        case commentTooLong = "comment-too-long"
        case tableMissing = "table-missing"
        case tableIrregular = "table-irregular"
        case tableRecordsIrregular = "table-records-irregular"
        case tableEmpty = "table-empty"
        case trailerMissing = "trailer-missing"
        case trailerUnreadable = "trailer-unreadable"
        case trailerDiffers = "trailer-differs"
        case sectionStreamMissing = "section-stream-missing"
        case sectionStreamDiffers = "section-stream-differs"
        case sectionStreamIrregular = "section-stream-irregular"
        case sectionStreamUndecodable = "section-stream-undecodable"
        case sectionStreamSizeWrong = "section-stream-size-wrong"
        case sectionStreamEntriesUnknown = "section-stream-entries-unknown"
        case sectionStreamNumberTaken = "section-stream-number-taken"
        case entriesRepeated = "entries-repeated"
        case entryAstray = "entry-astray"
        case sizeWrong = "size-wrong"
        case sizeSmaller = "size-smaller"
        case previousAstray = "previous-astray"
        case rootNotReference = "root-not-reference"
        case streamPlaceWrong = "stream-place-wrong"
        case trailerNested = "trailer-nested"
    }
}
