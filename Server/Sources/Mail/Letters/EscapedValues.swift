import Essentials

/// The values of a letter as HTML shows them.
///
/// swift-mustache escapes characters, not Unicode scalars: `<` after U+0600, or a quote with a combining mark, is another
/// character to it and stays. So everything is escaped here, and the templates escape nothing.
extension HTMLText {
    /// Escapes every text in the values.
    static func escaped(_ values: [String: LetterValue]) -> [String: LetterValue] { values.mapValues(escaped) }

    private static func escaped(_ value: LetterValue) -> LetterValue {
        switch value {
        case .text(let text): .text(escaped(text))
        case .list(let items): .list(items.map(escaped))
        case .is: value
        }
    }
}
