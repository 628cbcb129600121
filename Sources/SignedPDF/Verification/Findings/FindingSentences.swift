import DescribedErrors
import Foundation

// The only place in this module that turns findings into English.

extension SignatureFinding {
    /// The finding as a complete English sentence on one line.
    public var sentence: String { QuotedText.line(words) }

    private var words: String {
        switch self {
        case .value(let finding): finding.sentence
        case .placement(let finding): finding.sentence
        case .validity(let finding): finding.sentence
        case .trust(let problem): problem.sentence
        case .change(let change): change.sentence
        case .file(let finding): finding.sentence
        case .appearance(let finding): finding.sentence
        }
    }
}

extension PlacementFinding {
    /// The finding as a complete English sentence.
    public var sentence: String {
        switch self {
        case .byteRangeMissing: "The signature does not say which bytes it covers: it has no /ByteRange."
        case .byteRangeNotFourNumbers: "The signature's /ByteRange is not made of four numbers."
        case .byteRangeNotCounts: "The signature's /ByteRange has a part that is no byte count."
        case .byteRangeStartsLate(let bytes):
            "The signature's /ByteRange leaves out the first \(bytes) bytes of the file."
        case .byteRangeBeyondEnd: "The signature's /ByteRange reaches beyond the end of the file."
        case .byteRangeOverlaps: "The two parts of the signature's /ByteRange overlap."
        case .entryRepeated(let key): "The signature's entry /\(QuotedText.plain(key)) is there twice."
        case .gapNotValue:
            "The bytes that the signature leaves out are not just its own value, so others could hide there."
        case .gapOtherValue: "The bytes that the signature leaves out are not the value of this signature."
        case .notRevision: "The signature covers only a part of the file, and that part is no revision of it."
        case .notInRevision: "The signature is not a part of the revision whose bytes it covers."
        case .valueShared(let field, let other):
            "The fields “\(QuotedText.plain(field))” and “\(QuotedText.plain(other))” show one and the same signature."
        case .atWidget:
            "The signature stands at a widget instead of its field, so some programs do not see it."
        case .fieldUnlisted:
            "The signature's field is on a page, but not in the list of the form, so some programs do not see it."
        case .outsideForm: "The signature is not the value of a field, so some programs do not see it."
        case .unreached:
            "The signature is only in the file's bytes: nothing in the document leads to it, so programs do not show it."
        case .usageRights: "The signature grants usage rights for the file. It is not a person's."
        }
    }
}

extension ValidityFinding {
    /// The finding as a complete English sentence.
    public var sentence: String {
        switch self {
        case .revokedBeforeProof(let certificate, let date):
            Self.revoked(certificate, date) + ", before the time that is proven for the signature."
        case .revoked(let certificate, let date):
            Self.revoked(certificate, date) + ", and nobody vouches that the signature was made before."
        case .revocationUnknown(let certificate, let reasons):
            "It is not known whether the certificate of “\(certificate)” was revoked: "
                + reasons.map(\.clause).joined(separator: "; ") + "."
        case .algorithmOutdated(let algorithm, let end):
            "\(algorithm) counted as safe until \(end.formatted(.iso8601)) only."
        case .timestampFromFuture(let time, let now): TrustProblem.timestampAhead(time: time, now: now).sentence
        case .claimedTimeImplausible: "The claimed time of signing lies outside the certificate's validity."
        }
    }

    private static func revoked(_ certificate: String, _ date: Date) -> String {
        "The certificate of “\(certificate)” was revoked at \(date.formatted(.iso8601))"
    }
}

extension FileFinding {
    /// The finding as a complete English sentence.
    public var sentence: String {
        switch self {
        case .formTooLarge:
            "The form has too many or too deeply nested fields, so some signatures may not have been checked."
        case .rebuilt(let reason):
            "The file is damaged and its cross-reference had to be rebuilt (\(reason)), so other programs may show "
                + "a different document."
        case .signatureRemoved(let field, let signer, let intact, let revision):
            "An earlier revision, the first \(revision) bytes of the file, "
                + Self.removal(of: signer, QuotedText.plain(field), intact)
        }
    }

    private static func removal(of signer: String, _ field: String, _ intact: Bool?) -> String {
        switch intact {
        case true?:
            "was signed by \(QuotedText.plain(signer, longest: 200)) in the field “\(field)”; that signature was removed later."
        case false?:
            "held a broken signature of \(QuotedText.plain(signer, longest: 200)) in the field “\(field)”; it was removed later."
        case nil:
            "held a signature of \(QuotedText.plain(signer, longest: 200)) in the field “\(field)” that could not be checked; it was removed later."
        }
    }
}

extension AppearanceFinding {
    /// The finding as a complete English sentence.
    public var sentence: String {
        switch self {
        case .changedElsewhere(let page, let rect):
            "Page \(page) looks different where no permitted change is: \(Self.place(rect))."
        case .printedMatterVanished(let page, let rect):
            "Something printed on page \(page) can no longer be seen under a later change: \(Self.place(rect))."
        case .otherSize(let page): "The size or shape of page \(page) changed after this signature was made."
        case .otherPageCount(let before, let after):
            "The file had \(before) \(before == 1 ? "page" : "pages") before a later change, and \(after) afterwards."
        case .pagesNotCompared(let count):
            "\(count) \(count == 1 ? "page" : "pages") could not be drawn before and after a later change, or not in "
                + "time, so it is not known whether print disappeared."
        }
    }

    private static func place(_ rect: PageRect) -> String {
        func points(_ value: Double) -> Int { Int(min(max(0, value.rounded()), 1_000_000)) }
        return
            "\(max(1, points(rect.width))) by \(max(1, points(rect.height))) points, \(points(rect.x)) from the left "
            + "and \(points(rect.y)) from the top"
    }
}

extension DocumentChange {
    /// The change in plain English: a clause without a capital letter or a period.
    public var text: String {
        switch kind {
        case .content(let change): QuotedText.line(change.words)
        case .irregularity(let irregularity): irregularity.words
        }
    }

    /// The meaning of the change for an earlier signature, as a sentence.
    var sentence: String {
        let start = text.prefix(1).uppercased() + text.dropFirst() + " after this signature was made"
        switch (kind, standing) {
        case (.irregularity, .doubtful):
            return
                "The update after this signature does not follow the standard: \(text). Other programs repair such a "
                + "file by guessing and may show a different document, so this verifier is strict here."
        case (.content, .doubtful):
            return start + "; that may be permitted, but can cover or imitate what was signed."
        case (_, .permitted), (_, .forbidden):
            return start + "."
        }
    }
}

extension AppendedDifference {
    /// The rest of a sentence that begins with "it".
    public var clause: String {
        switch self {
        case .beginning: "does not begin with the previous version"
        case .irregular(let irregularity): "does not follow the standard: \(irregularity.words)"
        case .revisions: "has revisions that signing does not make"
        case .crossReference: "has a cross-reference of a kind that signing does not make"
        case .object(let number): "changes an object that signing does not change (object \(number))"
        case .objects: "makes changes that signing does not make"
        case .additions: "adds objects that signing does not add"
        case .field(let name): "has a field “\(QuotedText.plain(name))” that differs from what signing makes"
        case .content: "makes changes that signing does not make"
        }
    }
}

extension VerifiabilityForecast.Reason {
    /// A clause such as "the certificate of the timestamp authority “…” ends".
    public var clause: String {
        switch self {
        case .certificateEnds(let holder, let name): "the certificate of \(holder.words(name)) ends"
        case .algorithmEnds(let algorithm): "\(algorithm) stops being counted as safe"
        }
    }

    var pastClause: String {
        switch self {
        case .certificateEnds(let holder, let name): "the certificate of \(holder.words(name)) ended"
        case .algorithmEnds(let algorithm): "\(algorithm) stopped being counted as safe"
        }
    }
}

extension VerifiabilityForecast.Holder {
    fileprivate func words(_ name: String) -> String {
        switch self {
        case .signer: "“\(name)”"
        case .timestampAuthority: "the timestamp authority “\(name)”"
        case .authority: "the authority “\(name)”"
        }
    }
}
