/// What is wrong with the place of a signature in its file: the signature does not hold (ISO 32000-2 §12.8.1).
public enum PlacementFinding: Sendable, Hashable, Codable {
    /// The signature has no `/ByteRange`.
    case byteRangeMissing
    /// The `/ByteRange` is not made of four numbers.
    case byteRangeNotFourNumbers
    /// A part of the `/ByteRange` is no byte count.
    case byteRangeNotCounts
    /// The `/ByteRange` leaves out the first bytes of the file.
    case byteRangeStartsLate(bytes: Int)
    /// The `/ByteRange` reaches beyond the end of the file.
    case byteRangeBeyondEnd
    /// The two parts of the `/ByteRange` overlap.
    case byteRangeOverlaps
    /// An entry of the signature dictionary is there twice.
    case entryRepeated(key: String)
    /// The bytes that are left out are not just a value, so others could hide there.
    case gapNotValue
    /// The bytes that are left out are not the value of this signature.
    case gapOtherValue
    /// The signature covers a part of the file that is no revision of it.
    case notRevision
    /// The signature is not a part of the revision whose bytes it covers.
    case notInRevision
    /// Another field shows the same signature.
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
