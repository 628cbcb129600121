/// A coordinate in whole hundredths with a unique textual form.
package struct Hundredths: Sendable, Hashable, CustomStringConvertible {
    let count: Int

    static let limit = 10_000_000.0

    /// Rounds to the nearest hundredth. Values that are not finite become zero; those beyond ±100,000 are clamped.
    package init(_ value: Double) {
        count = value.isFinite ? Int((min(max(value * 100, -Self.limit), Self.limit)).rounded()) : 0
    }

    init(count: Int) {
        self.count = count
    }

    package var value: Double { Double(count) / 100 }

    /// The decimal form without trailing zeros: `12`, `12.5`, `-0.25`.
    package var description: String {
        let whole = abs(count) / 100
        let part = abs(count) % 100
        let fraction = part == 0 ? "" : part % 10 == 0 ? ".\(part / 10)" : part < 10 ? ".0\(part)" : ".\(part)"
        return (count < 0 ? "-" : "") + "\(whole)" + fraction
    }

    static func - (left: Hundredths, right: Hundredths) -> Hundredths {
        Hundredths(count: left.count - right.count)
    }
}
