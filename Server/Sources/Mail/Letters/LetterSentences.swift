import Words

/// The sentences of letters in one language. Names stand in them as `{sender}`, `{actor}`, `{person}`, `{recipient}`,
/// `{subject}` and `{brand}`.
struct LetterSentences: Sendable {
    /// A part of a letter that differs from kind to kind.
    enum Part: String, CaseIterable {
        /// The subject of the message; without one, the sender's own.
        case subject
        case heading, lead
        /// What the button says; without it, that it opens the documents.
        case action
        /// What stands below the button; the second one for messages with the documents.
        case note, noteWithAttachments
        /// What stands before the note if there is a link.
        case linkNote
    }

    /// What stands in letters of every kind.
    enum Label: String, CaseIterable {
        case greeting, message, reason, documents, more, code, link, expires, sentBy, sentByAccount, toSender
    }

    let language: Language
    private let catalog: Catalog

    init(_ language: Language) {
        self.language = language
        catalog = Catalog.of(language)
    }

    /// Returns the sentence; `nil` if letters of this kind have none.
    func callAsFunction(_ kind: Letter.Kind, _ part: Part, _ names: [String: Fact]) -> String? {
        catalog.sentence(.letters, "\(kind.rawValue).\(part.rawValue)", names)
    }

    func callAsFunction(_ label: Label, _ names: [String: Fact] = [:]) -> String {
        catalog.sentence(.letters, "label.\(label.rawValue)", names) ?? ""
    }

    /// For an envelope without a subject.
    var noSubject: String { catalog.sentence(.letters, "noSubject") ?? "" }

    /// What a button says that opens the documents.
    var open: String { catalog.sentence(.letters, "open") ?? "" }
}
