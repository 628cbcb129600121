import Envelopes

/// What the page gets to know about a draft. Lengths of tabs are in thousandths of a point, as in events.
struct DraftView: Encodable {
    let version: Int
    let content: DraftContent
    let files: [FileView]
    let problems: [ProblemView]
    /// Whether the page sends.
    let sends: Bool
    let beginsWithFields: Bool
    /// Whether the page can be shown as each recipient sees it.
    let previews: Bool
    /// Whether a template can be made of the draft.
    let makesTemplates: Bool
    /// Whether templates of the account are offered.
    let offersTemplates: Bool
    let hasClosingWindow: Bool
    let sender: Person
    let fixed: Fixed?
    let pickerTitle: String?
    let locked: [ComposingPart]

    /// What stays as it is in an envelope that was sent.
    struct Fixed: Encodable {
        /// The documents that stay.
        let documents: [DocumentID]
        /// Whether documents can be added, renamed and moved no more.
        let closesDocuments: Bool
        /// The documents whose fields stay.
        let fieldsOf: [DocumentID]
        /// The people who have finished.
        let finished: [RecipientID]
    }

    struct Person: Encodable {
        let name: String
        let email: String
    }

    init(_ draft: Draft, problems: [DraftProblem], _ configuration: ComposingConfiguration) {
        version = draft.version
        content = DraftContent(draft.definition)
        files = draft.files.map(FileView.init)
        self.problems = problems.map(ProblemView.init)
        sends = configuration.sends
        beginsWithFields = configuration.beginsWithFields
        previews = configuration.showsPreviews
        makesTemplates = configuration.makesTemplates
        offersTemplates = configuration.offersAccount
        hasClosingWindow = configuration.hasClosingWindow
        pickerTitle = configuration.pickerTitle
        locked = ComposingPart.allCases.filter(configuration.locked.contains)
        sender = Person(name: draft.definition.sender.name, email: draft.definition.sender.email)
        fixed = draft.fixed.map { parts in
            Fixed(
                documents: Array(parts.documents), closesDocuments: parts.closesDocuments,
                fieldsOf: Array(parts.fieldsOf), finished: Array(parts.finished))
        }
    }
}

/// A file whose pages are shown.
struct FileView: Encodable {
    struct Page: Encodable {
        /// In points.
        let width: Double
        let height: Double
    }

    let id: DocumentID
    let name: String
    let version: String
    let pages: [Page]

    init(_ document: EnvelopeDocument) {
        id = document.id
        name = document.name
        version = String(document.blob.rawValue.prefix(16))
        pages = document.pages.map { Page(width: $0.width, height: $0.height) }
    }
}

/// A problem, and the part of the page that shows it.
struct ProblemView: Encodable {
    struct Place: Encodable {
        /// `documents`, `recipients`, `tabs`, `message` or `envelope`.
        let part: String
        /// The document, the recipient or the tab.
        let id: String?
        /// The member of it.
        let member: String?
    }

    let code: String
    let place: Place
    let facts: [String: String]

    init(_ problem: DraftProblem) {
        code = problem.code
        place = Place(problem.place)
        facts = problem.facts
    }
}

extension ProblemView.Place {
    init(_ place: ProblemPlace) {
        switch place {
        case .document(let id, let member): self.init(part: "documents", id: id.rawValue, member: "\(member)")
        case .recipient(let id, let member): self.init(part: "recipients", id: id.rawValue, member: "\(member)")
        case .tab(let tab, let member): self.init(part: "tabs", id: tab.id.rawValue, member: "\(member)")
        case .documents: self.init(part: "documents", id: nil, member: nil)
        case .recipients: self.init(part: "recipients", id: nil, member: nil)
        case .tabs, .tabGroups, .tabGroup, .radioGroup: self.init(part: "tabs", id: nil, member: nil)
        case .emailSubject, .emailBlurb, .reminderDelay, .reminderFrequency, .reminderDays, .expiry, .expiryWarning:
            self.init(part: "message", id: nil, member: "\(place)")
        default: self.init(part: "envelope", id: nil, member: nil)
        }
    }
}
