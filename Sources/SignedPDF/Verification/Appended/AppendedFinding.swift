import Foundation

/// The result of comparing what a file appended to its first bytes with what it should have appended.
public enum AppendedFinding: Sendable, Hashable {
    /// The file appended what it should have. The text of the fields with these names is in fonts that came with the
    /// file.
    case agrees(otherFonts: Set<String>)
    case differs(AppendedDifference)
}

extension PDFDocument {
    /// Compares what a file appended with what it should have appended, where both begin with the same bytes. It serves
    /// callers who know what had to be appended, but did not append it themselves.
    ///
    /// Both files must have the same revisions after the common beginning, and each revision must write the same
    /// objects. Object numbers and compression may differ. A signature's value and byte range are not compared, and its
    /// time (`/M`) may differ by a second: verifying the signature checks those
    /// (``verifySignatures(trusting:at:asking:)``).
    ///
    /// Another machine has other fonts, so embedded fonts may differ. The appearance must then show the same characters
    /// in the same order and nothing else, by the rule for field appearances in
    /// ``verifySignatures(trusting:at:asking:)``. The shapes of the letters in such a font cannot be checked.
    ///
    /// - Parameters:
    ///   - expected: the file as it should be; its signatures may be empty (``unsignedRevision(_:filling:at:)``)
    ///   - length: how many bytes the two files have in common
    ///   - texts: the text of fields that `expected` leaves empty because this machine has no font for it, keyed by
    ///     field name
    /// - Throws: ``PDFError`` if one of the files cannot be read
    public func appendedFinding(
        against expected: PDFDocument, after length: Int, showing texts: [String: UnsetText] = [:]
    ) throws(PDFError) -> AppendedFinding {
        guard bytes.count >= length, expected.bytes.count >= length,
            bytes.prefix(length) == expected.bytes.prefix(length)
        else { return .differs(.beginning) }
        let known = Set(try UpdateSyntax.flaws(in: expected, from: length).map(\.text))
        if let flaw = try UpdateSyntax.flaws(in: self, from: length).first(where: { !known.contains($0.text) }) {
            return .differs(.irregular(flaw.irregularity))
        }
        guard repair == nil, let wanted = try expected.appendedRevisions(after: length),
            let found = try appendedRevisions(after: length), wanted.count == found.count
        else { return .differs(.revisions) }
        var comparison = AppendedComparison(
            first: try document(upTo: length).firstUnusedNumber(), texts: texts)
        for (wanted, found) in zip(wanted, found) {
            if let difference = try comparison.difference(of: found, from: wanted) { return .differs(difference) }
        }
        return .agrees(otherFonts: comparison.otherFonts)
    }
}
