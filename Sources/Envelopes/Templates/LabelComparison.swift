import Foundation

/// How a tab's label is compared with the label of a given value.
package enum LabelComparison: String, Hashable, Sendable, Codable, CaseIterable {
    /// The same characters.
    case strict
    /// The same letters, ignoring case and accents.
    case caseAndDiacriticInsensitive
    /// The tab's label contains the given one, ignoring case and accents.
    case contains

    /// Whether `label` matches `wanted`. An empty `wanted` matches nothing.
    package func matches(_ label: String, _ wanted: String) -> Bool {
        guard !wanted.isEmpty else { return false }
        return switch self {
        case .strict: label == wanted
        case .caseAndDiacriticInsensitive: Self.folded(label) == Self.folded(wanted)
        case .contains: Self.folded(label).contains(Self.folded(wanted))
        }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
