/// The sentences of letters in one language. Names stand in them as `{{sender}}`, `{{actor}}`, `{{person}}`,
/// `{{recipient}}`, `{{subject}}`, `{{documents}}` and `{{brand}}`.
struct LetterSentences: Sendable {
    struct Words: Sendable {
        /// The subject of the message; without one, the sender's own.
        var subject = "{{subject}}"
        let heading: String
        let lead: String
        /// What the button says.
        var action = "Open the documents"
        /// What stands below the button; the second one for messages with the documents.
        var note = ""
        var noteWithAttachments: String?
        /// What stands before the note if there is a link.
        var linkNote: String?
    }

    /// The labels of a letter's parts.
    struct Labels: Sendable {
        let greeting: String
        let message: String
        let reason: String
        let documents: String
        /// After a list that is too long, with `{{count}}`.
        let more: String
        let code: String
        let link: String
        let expires: String
        let sentBy: String
        let sentByAccount: String
        /// For those who send envelopes themselves.
        let toSender: String
    }

    /// The language's tag, as HTML has it.
    let language: String
    var isRightToLeft = false
    /// For an envelope without a subject.
    let noSubject: String
    let labels: Labels
    let words: [Letter.Kind: Words]

    /// The languages that there are.
    static let all: [LetterSentences] = [.english, .german, .french, .spanish, .japanese, .arabic]

    /// Returns the sentences for a language tag (RFC 5646; with underscores too), or else for its language without
    /// region and script, or else the first ones.
    static func best(for tag: String, among all: [LetterSentences]) -> LetterSentences {
        let wanted = tag.replacing("_", with: "-").lowercased()
        let primary = wanted.prefix { $0 != "-" }
        return all.first { $0.language.lowercased() == wanted }
            ?? all.first { $0.language.lowercased() == primary } ?? all.first ?? .english
    }
}
