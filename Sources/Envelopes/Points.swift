/// A length on a page, kept in whole thousandths of a PDF point (1/72 inch; ISO 32000-2 §8.3.2.3).
///
/// Whole numbers make the hashed form of an event exact: no two programs write the same length differently. NaN becomes
/// -1,000,000 points, and lengths beyond a million points are clamped to it. Such a value can still be written, and
/// ``EnvelopeDefinition/problems(whenSending:)`` always rejects it.
package struct Points: Hashable, Comparable, Sendable, Codable {
    /// The length in thousandths of a point, from -1,000,000,000 to 1,000,000,000.
    package let thousandths: Int

    /// Rounds to the nearest thousandth of a point.
    package init(_ points: Double) {
        let limit = 1_000_000.0
        let clamped = points.isNaN ? -limit : min(max(points, -limit), limit)
        thousandths = Int((clamped * 1000).rounded())
    }

    /// The length in points.
    package var value: Double { Double(thousandths) / 1000 }

    /// Reads whole thousandths.
    ///
    /// - Throws: `DecodingError` beyond a million points
    package init(from decoder: any Decoder) throws {
        let thousandths = try decoder.singleValueContainer().decode(Int.self)
        guard (-1_000_000_000...1_000_000_000).contains(thousandths) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a length beyond a million points"))
        }
        self.thousandths = thousandths
    }

    /// Writes whole thousandths.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(thousandths)
    }

    /// Compares lengths.
    package static func < (left: Points, right: Points) -> Bool { left.thousandths < right.thousandths }
}
