import Ceremony
import Envelopes
import Essentials
import Foundation

/// Reads a draft's documents, builds a definition and collects all problems.
struct DraftCheck {
    let definition: EnvelopeDefinition
    let problems: [DraftProblem]
    let contents: [DocumentID: Data]

    /// - Parameter fetchesLater: whether documents given by URL are fetched before the envelope is made; if so, their
    ///   absence is not a problem
    init(
        draft: EnvelopeDraft, accountID: String, sender: Sender, sending: Bool, fonts: FieldText?,
        fetchesLater: Bool = false
    ) {
        var problems: [DraftProblem] = []
        var documents: [EnvelopeDocument] = []
        var contents: [DocumentID: Data] = [:]
        var unread: Set<DocumentID> = []
        for (index, document) in draft.documents.enumerated() {
            let read = Self.read(document)
            if let problem = read.problem {
                if !(fetchesLater && document.isRemote) { problems.append(problem) }
                unread.insert(document.id)
            }
            contents[document.id] = read.bytes
            documents.append(
                EnvelopeDocument(
                    id: document.id, name: document.name, blob: BlobHash(of: read.bytes), pages: read.pages,
                    order: index + 1))
        }
        let definition = EnvelopeDefinition(
            accountID: accountID, sender: sender, emailSubject: draft.subject ?? draft.name,
            emailBlurb: draft.message, documents: documents, recipients: draft.recipients.map(\.recipient),
            tabs: draft.recipients.flatMap { recipient in recipient.tabs.map { $0.tab(of: recipient.recipient.id) } },
            tabGroups: draft.recipients.flatMap(\.groups), notification: draft.notification,
            customFields: draft.customFields,
            transactionID: draft.id.rawValue)
        problems += definition.problems(whenSending: sending).filter { !Self.follows($0, from: unread) }
            .map(DraftProblem.definition)
        problems += Self.names(definition.recipients) + Self.twice(definition.recipients)
        for recipient in draft.recipients {
            problems += recipient.tabs.flatMap { Self.sizes($0, recipient.recipient.id) }
            problems += recipient.emptyRadioGroups.map {
                .radioGroupWithoutButtons(recipient.recipient.id, group: $0)
            }
        }
        if sending { problems += Self.gaps(draft) }
        let unshowable =
            fonts?.unshowableValues(in: definition) ?? (sending ? FieldText.valuesWithoutRoom(in: definition) : [])
        problems += unshowable.map { .unshowable(.init($0)) }
        self.definition = definition
        self.problems = problems
        self.contents = contents
    }

    private static func read(_ document: DraftDocument) -> (bytes: Data, pages: [PageSize], problem: DraftProblem?) {
        let bytes: Data
        do {
            bytes = try document.bytes()
        } catch {
            return (Data(), [], error)
        }
        do {
            return (bytes, try DocumentIntake.read(bytes), nil)
        } catch {
            return (bytes, [], DraftProblem(error, of: document.id))
        }
    }

    /// Whether a problem only follows from an unreadable document.
    private static func follows(_ problem: EnvelopeProblem, from unread: Set<DocumentID>) -> Bool {
        switch problem {
        case .documentWithoutPages(let id): unread.contains(id)
        case .pageOutOfRange(let tab, _): unread.contains(tab.documentID)
        default: false
        }
    }

    static func names(_ recipients: [Recipient]) -> [DraftProblem] {
        recipients.flatMap { recipient in
            [recipient.name, recipient.host?.name].compactMap(\.self)
                .filter { $0.contains("<") || $0.contains(">") || $0.contains("&#") }
                .map { DraftProblem.markupInName(recipient.id, $0) }
        }
    }

    static func twice(_ recipients: [Recipient]) -> [DraftProblem] {
        struct Place: Hashable {
            let name: String
            let email: String
            let host: Recipient.Host?
            let order: Int
        }
        var seen: [Place: RecipientID] = [:]
        var problems: [DraftProblem] = []
        for recipient in recipients where recipient.signs {
            let place = Place(
                name: recipient.name, email: recipient.email.lowercased(), host: recipient.host,
                order: recipient.routingOrder)
            if let first = seen[place] {
                problems.append(.duplicateSigner(first, recipient.id))
            } else {
                seen[place] = recipient.id
            }
        }
        return problems
    }

    /// What a draft may lack while it is edited, but not when it is sent.
    private static func gaps(_ draft: EnvelopeDraft) -> [DraftProblem] {
        var problems: [DraftProblem] = []
        // An empty name and an empty subject are one problem, reported as the empty subject.
        if draft.name.isBlank, draft.subject?.isBlank == false { problems.append(.emptyName) }
        for recipient in draft.recipients {
            problems += recipient.tabs.filter(\.canNeverBeFilled).map {
                .lockedRequiredEmpty($0, recipient.recipient.id)
            }
        }
        return problems + withoutValue(draft.customFields)
    }

    /// Required custom fields without a value.
    static func withoutValue(_ fields: [CustomField]) -> [DraftProblem] {
        fields.filter { $0.required && $0.value.isBlank }.map { .customFieldWithoutValue($0.name) }
    }

    /// The font sizes of the eSignature API.
    private static let fontSizes: Set<Double> = [
        7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 26, 28, 36, 48, 72,
    ]

    private static func sizes(_ tab: TabDraft, _ recipient: RecipientID) -> [DraftProblem] {
        var problems: [DraftProblem] = []
        if tab.scale != 1, !tab.kind.isArtwork || !(0.5...2).contains(tab.scale) {
            problems.append(.badScale(tab, recipient))
        }
        if let size = tab.fontSize, !fontSizes.contains(size) { problems.append(.badFontSize(tab, recipient)) }
        return problems
    }
}

extension TabDraft {
    /// Whether the tab is required, locked and empty.
    fileprivate var canNeverBeFilled: Bool {
        guard isRequired, isLocked else { return false }
        return switch kind {
        case .text, .list: value?.isBlank ?? true
        case .checkbox: value != "true"
        case .radio, .signHere, .initialHere, .dateSigned, .fullName, .email, .signerAttachment: false
        }
    }
}

extension String {
    fileprivate var isBlank: Bool { TextRules.isBlank(self) }
}
