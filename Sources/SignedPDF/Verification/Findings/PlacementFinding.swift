/// A defect in a signature's place in its file, which invalidates the signature (ISO 32000-2 §12.8.1).
public enum PlacementFinding: Sendable, Hashable, Codable {
    /// The signature has no `/ByteRange`.
    case byteRangeMissing
    /// The `/ByteRange` is not made of four numbers.
    case byteRangeNotFourNumbers
    /// A number of the `/ByteRange` is not a valid byte count.
    case byteRangeNotCounts
    /// The `/ByteRange` omits the first bytes of the file.
    case byteRangeStartsLate(bytes: Int)
    /// The `/ByteRange` extends beyond the end of the file.
    case byteRangeBeyondEnd
    /// The two parts of the `/ByteRange` overlap.
    case byteRangeOverlaps
    /// The signature dictionary has a duplicate key.
    case entryRepeated(key: String)
    /// The omitted bytes are more than a single value, so other content could hide there.
    case gapNotValue
    /// The omitted bytes are not the value of this signature.
    case gapOtherValue
    /// The signature covers a part of the file that is not one of its revisions.
    case notRevision
    /// The signature is not part of the revision whose bytes it covers.
    case notInRevision
    /// Another field has the same signature as its value.
    case valueShared(fieldName: String, otherName: String)
}

extension PlacementFinding: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case byteRangeMissing = "byte-range-missing"
        case byteRangeNotFourNumbers = "byte-range-not-four-numbers"
        case byteRangeNotCounts = "byte-range-not-counts"
        case byteRangeStartsLate = "byte-range-starts-late"
        case byteRangeBeyondEnd = "byte-range-beyond-end"
        case byteRangeOverlaps = "byte-range-overlaps"
        case entryRepeated = "entry-repeated"
        case gapNotValue = "gap-not-value"
        case gapOtherValue = "gap-other-value"
        case notRevision = "not-a-revision"
        case notInRevision = "not-in-revision"
        case valueShared = "value-shared"
    }

    public var code: String { caseCode }
}
