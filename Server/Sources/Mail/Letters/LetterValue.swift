import Mustache

/// A value in a letter's templates.
enum LetterValue: Sendable, Hashable {
    /// A text; a section of its name shows if the text is not empty.
    case text(String)
    case list([[String: LetterValue]])
    /// Whether a section shows.
    case `is`(Bool)
}

extension LetterValue: MustacheCustomRepresentation {
    var representation: Any? {
        switch self {
        case .text(let text): text.isEmpty ? nil : text
        case .list(let items): items.isEmpty ? nil : items
        case .is(let claim): claim
        }
    }
}
