import Foundation

extension PDFDocument {
    /// In what a file differs from the one that it should be, where both begin with the same bytes: for whoever can say
    /// what had to be appended, but was not there when it was.
    ///
    /// The two have to have the same revisions after their beginning, and each revision has to write the same objects.
    /// Their numbers and their compression may differ. Left out are a signature's value, its byte range and, by a
    /// second, its time (`/M`): the signature itself says whether they are right (``verifySignatures(trusting:at:)``).
    /// Text in embedded fonts may stand in others than here, since another machine has others; then each of its
    /// characters has to be seen in its own place, in the same order and of about the same size.
    ///
    /// - Parameters:
    ///   - expected: The file as it should be, with signatures that may be empty
    ///     (``unsignedRevision(_:filling:at:)``).
    ///   - length: How many bytes the two have in common.
    ///   - texts: Fields by name that `expected` leaves empty because this machine has no font for their text: that text.
    ///   - shaper: Reads the other fonts; without one, text has to stand in the same fonts as here.
    /// - Returns: What differs, as the rest of a sentence that begins with "it"; nil if nothing does.
    /// - Throws: ``PDFError`` for what cannot be read.
    public func appendedDifference(
        from expected: PDFDocument, after length: Int, showing texts: [String: String] = [:],
        otherFonts shaper: (any TextShaper)? = nil
    ) throws(PDFError) -> String? {
        guard bytes.count >= length, expected.bytes.count >= length,
            bytes.prefix(length) == expected.bytes.prefix(length)
        else { return "does not begin with the version before" }
        let known = Set(try UpdateSyntax.flaws(in: expected, from: length).map(\.text))
        if let flaw = try UpdateSyntax.flaws(in: self, from: length).first(where: { !known.contains($0.text) }) {
            return "is not written as the standard has it: \(flaw.text)"
        }
        guard repair == nil, let wanted = try expected.appendedRevisions(after: length),
            let found = try appendedRevisions(after: length), wanted.count == found.count
        else { return "has other revisions than signing makes" }
        var comparison = AppendedComparison(
            first: try document(upTo: length).firstUnusedNumber(), texts: texts, shaper: shaper)
        for (wanted, found) in zip(wanted, found) {
            if let difference = try comparison.difference(of: found, from: wanted) { return difference }
        }
        return nil
    }
}
