import Foundation

/// How the label of a tab is compared with the one that somebody gives a value for.
package enum LabelComparison: String, Hashable, Sendable, Codable, CaseIterable {
    /// The same characters.
    case strict
    /// The same letters, whatever their case and accents.
    case caseAndDiacriticInsensitive
    /// The tab's label holds the given one, whatever case and accents.
    case contains

    /// Whether `label` is what `wanted` means. An empty `wanted` means nothing.
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
