/// What a page asks in a dialog of its own (`alert`, `confirm` and `prompt`, HTML Standard §8.8.1).
enum PageQuestion: Sendable, Hashable {
    /// To be read.
    case message(String)
    /// To be confirmed or not.
    case question(String)
    /// Asks for a text, with a proposal.
    case text(String, proposal: String)

    /// Longer sentences would hide the buttons.
    private static let longest = 2000

    /// What the dialog says.
    var sentence: String {
        switch self {
        case .message(let text), .question(let text), .text(let text, _): String(text.prefix(Self.longest))
        }
    }

    /// Whether it can be cancelled.
    var hasCancel: Bool {
        if case .message = self { false } else { true }
    }

    /// The text that the person finds in the dialog; `nil` for one without an entry.
    var proposal: String? {
        if case .text(_, let proposal) = self { proposal } else { nil }
    }
}
