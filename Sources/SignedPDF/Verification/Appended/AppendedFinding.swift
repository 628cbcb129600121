import Foundation

/// What a file appended to the bytes that it begins with, compared with what it should have appended.
public enum AppendedFinding: Sendable, Hashable {
    /// Nothing else. The text of these fields, by name, stands in fonts that the file brought along.
    case agrees(otherFonts: Set<String>)
    /// How it differs, as the rest of a sentence that begins with "it".
    case differs(String)
}

extension PDFDocument {
    /// Compares what a file appended with what it should have appended, where both begin with the same bytes: for
    /// whoever can say what had to be appended, but was not there when it was.
    ///
    /// The two have to have the same revisions after their beginning, and each revision has to write the same objects.
    /// Their numbers and their compression may differ. Left out are a signature's value, its byte range and, by a
    /// second, its time (`/M`): the signature itself says whether they are right (``verifySignatures(trusting:at:)``).
    ///
    /// Another machine has other fonts, so text in embedded fonts may stand in others than here. Then its picture has to
    /// show the same characters in the same order, by the rule of ``verifySignatures(trusting:at:)`` for the picture of a
    /// field, and nothing else. What the letters of such a font look like cannot be told.
    ///
    /// - Parameters:
    ///   - expected: The file as it should be, with signatures that may be empty
    ///     (``unsignedRevision(_:filling:at:)``).
    ///   - length: How many bytes the two have in common.
    ///   - texts: Fields by name that `expected` leaves empty because this machine has no font for their text: that text.
    /// - Throws: ``PDFError`` for what cannot be read.
    public func appendedFinding(
        against expected: PDFDocument, after length: Int, showing texts: [String: UnsetText] = [:]
    ) throws(PDFError) -> AppendedFinding {
        guard bytes.count >= length, expected.bytes.count >= length,
            bytes.prefix(length) == expected.bytes.prefix(length)
        else { return .differs("does not begin with the version before") }
        let known = Set(try UpdateSyntax.flaws(in: expected, from: length).map(\.text))
        if let flaw = try UpdateSyntax.flaws(in: self, from: length).first(where: { !known.contains($0.text) }) {
            return .differs("is not written as the standard has it: \(flaw.text)")
        }
        guard repair == nil, let wanted = try expected.appendedRevisions(after: length),
            let found = try appendedRevisions(after: length), wanted.count == found.count
        else { return .differs("has other revisions than signing makes") }
        var comparison = AppendedComparison(
            first: try document(upTo: length).firstUnusedNumber(), texts: texts)
        for (wanted, found) in zip(wanted, found) {
            if let difference = try comparison.difference(of: found, from: wanted) { return .differs(difference) }
        }
        return .agrees(otherFonts: comparison.otherFonts)
    }
}
