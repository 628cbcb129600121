/// A finding about a signature's place in its file (ISO 32000-2 §12.8.1).
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
    /// The signature or its field's type is an entry of a widget rather than of the field, so programs disagree on
    /// whether the field is signed.
    case atWidget
    /// The signature's widget is on a page, but the form does not list its field.
    case fieldUnlisted
    /// The signature is not the value of a field.
    case outsideForm
    /// Nothing in the file leads to the signature; only the bytes hold it.
    case unreached
    /// The signature grants usage rights (ISO 32000-2 §12.8.2.3) and does not count as a person's.
    case usageRights
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
        case atWidget = "signature-at-widget"
        case fieldUnlisted = "signature-field-unlisted"
        case outsideForm = "signature-outside-form"
        case unreached = "signature-unreached"
        case usageRights = "usage-rights"
    }

    /// The stable code of the case, such as `signature-unreached`; the member `code` in JSON.
    public var code: String { caseCode }

    /// Doubtful for a signature where readers may not look for one, a note for usage rights, else broken.
    public var severity: FindingSeverity {
        switch self {
        case .atWidget, .fieldUnlisted, .outsideForm, .unreached: .doubtful
        case .usageRights: .note
        default: .broken
        }
    }

    /// Returns the finding about a signature that stands somewhere else than in a field.
    init?(_ place: SignedField.Place) {
        switch place {
        case .field: return nil
        case .widget: self = .atWidget
        case .unlisted: self = .fieldUnlisted
        case .outside: self = .outsideForm
        case .unreached: self = .unreached
        case .usageRights: self = .usageRights
        }
    }
}
