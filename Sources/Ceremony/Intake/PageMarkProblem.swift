import DescribedErrors

/// A reason why a document cannot get its marks.
package enum PageMarkProblem: Error, Sendable, Hashable {
    /// The document arrived signed: a change to its pages would break its signatures.
    case signed(PageMarks.Kind)
    /// Two opening braces have no closing ones on their line.
    case unclosedBraces(page: Int, text: String)
    /// Two opening braces follow others before the closing ones.
    case nestedBraces(page: Int, text: String)
    case tooManyBracedTexts(limit: Int)
    /// The text belongs to a form field or another annotation, which nothing on the page can cover.
    case inAnnotation(page: Int, text: String)
    /// The text is a part of a longer word that is turned, so its box is not known.
    case inTurnedWord(page: Int, text: String)
    /// A page's text cannot be read; `reason` is a sentence.
    case unreadablePage(reason: String)
    /// The document cannot be changed; `reason` is a sentence.
    case unchangeable(reason: String)
    case tooManyPages(count: Int, limit: Int)
}

extension PageMarkProblem: DescribedError {
    package static let errorDomain = "Countersign.PageMarkProblem"
    package var numberedCode: (number: Int, code: String) {
        switch self {
        case .signed: (1, "document-signed")
        case .unclosedBraces: (2, "unclosed-braces")
        case .nestedBraces: (3, "nested-braces")
        case .tooManyBracedTexts: (4, "too-many-braced-texts")
        case .inAnnotation: (5, "in-annotation")
        case .inTurnedWord: (6, "in-turned-word")
        case .unreadablePage: (7, "unreadable-page")
        case .unchangeable: (8, "unchangeable")
        case .tooManyPages: (9, "too-many-pages")
        }
    }

    package var description: String {
        switch self {
        case .signed(let kind):
            let (verb, what) = kind == .bracedTexts ? ("are", "Text tags") : ("is", kind.rawValue.capitalizedFirst)
            return "\(what) \(verb) not possible on a document that is already signed: its signatures would break."
        case .unclosedBraces(let page, let text):
            return "On page \(page), “\(Self.quoted(text))” has no closing braces on the same line."
        case .nestedBraces(let page, let text):
            return "On page \(page), “\(Self.quoted(text))” has braces inside its braces."
        case .tooManyBracedTexts(let limit): return "The document has more than \(limit) text tags."
        case .inAnnotation(let page, let text):
            return "On page \(page), “\(Self.quoted(text))” belongs to a form field or a comment and cannot be covered."
        case .inTurnedWord(let page, let text):
            return "On page \(page), “\(Self.quoted(text))” is a part of a longer word in turned text. Put spaces "
                + "around it."
        case .unreadablePage(let reason), .unchangeable(let reason): return reason
        case .tooManyPages(let count, let limit):
            return "With its signature page the document has \(count) pages; at most \(limit) are accepted."
        }
    }

    private static func quoted(_ text: String) -> String {
        text.count > 60 ? text.prefix(60) + "…" : text
    }
}

/// All reasons why a document cannot get its marks; at least one.
package struct PageMarkProblems: Error, Sendable, Hashable {
    package let problems: [PageMarkProblem]
}

extension PageMarkProblems: DescribedError {
    package static let errorDomain = "Countersign.PageMarkProblems"
    /// The code of the first reason.
    package var numberedCode: (number: Int, code: String) { problems.first?.numberedCode ?? (0, "no-reason") }
    package var description: String { problems.map(\.description).joined(separator: " ") }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
