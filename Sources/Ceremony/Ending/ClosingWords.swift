/// What the last page of a visit says, in its reader's language. The signing page and the pages behind links show the
/// same words.
package struct ClosingWords: Sendable, Hashable, Encodable {
    /// A person's own words, below a caption.
    package struct Quote: Sendable, Hashable, Encodable {
        package let caption: String
        package let words: String
    }

    /// The language's tag, as HTML has it.
    package let language: String
    /// `ltr` or `rtl`.
    package let direction: String
    /// Whether the visit ended as its reader wanted.
    package let isGood: Bool
    package let title: String
    package let sentences: [String]
    package let quote: Quote?
    /// The heading above the files to keep.
    package let download: String
    /// What the page says below, unless the browser goes on.
    package let mayClose: String

    private enum CodingKeys: String, CodingKey {
        case language, direction, title, sentences, quote, download, mayClose
        case isGood = "good"
    }
}
