import Ceremony
import Envelopes
import Foundation

/// A problem in an ``EnvelopeDraft``.
public enum DraftProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A value that its tab cannot show.
    public struct UnshowableValue: Hashable, Sendable, CustomStringConvertible {
        /// What is wrong with the value for its tab.
        public enum Reason: Hashable, Sendable {
            /// No available font has the character.
            case noFont(Character)
            /// The tab is too small for the text.
            case noRoom(String)
        }

        /// The tab's label.
        public let label: String
        /// The ``DraftDocument/id`` of the tab's document.
        public let documentID: DocumentID
        /// From 1.
        public let page: Int
        /// Whose tab it is.
        public let recipientID: RecipientID
        /// What is wrong with the value for its tab.
        public let reason: Reason
        /// One sentence for a person, with the tab and what cannot be shown.
        public let description: String

        init(_ value: FieldText.UnshowableValue) {
            label = value.tab.label
            documentID = value.tab.documentID
            page = value.tab.page
            recipientID = value.tab.recipientID
            reason =
                switch value.reason {
                case .noFont(let character): .noFont(character)
                case .noRoom(let text): .noRoom(text)
                }
            description = value.description
        }
    }

    /// A rule for all envelopes is broken.
    case definition(EnvelopeProblem)
    case unreadableFile(DocumentID, path: String)
    /// `limit` in bytes.
    case fileTooLarge(DocumentID, limit: Int)
    case notLoaded(DocumentID, URL, reason: String)
    /// Not a PDF.
    case notAPDF(DocumentID)
    /// Opens only with a password.
    case passwordProtected(DocumentID)
    case tooManyPages(DocumentID, count: Int, limit: Int)
    /// `reason` is a sentence.
    case damagedDocument(DocumentID, reason: String)
    /// A name with `<`, `>` or `&#`, which other servers reject.
    case markupInName(RecipientID, String)
    /// The same person signs twice at the same routing order.
    case duplicateSigner(RecipientID, RecipientID)
    /// The scale of a signature or initials is not between 0.5 and 2, or another tab has a scale.
    case badScale(TabDraft, RecipientID)
    case badFontSize(TabDraft, RecipientID)
    /// The envelope has no name to show on this device.
    case emptyName
    /// A radio group without buttons.
    case radioGroupWithoutButtons(RecipientID, group: String)
    /// A tab that is required, locked and empty: nobody could ever fill it in.
    case lockedRequiredEmpty(TabDraft, RecipientID)
    /// A required custom field without a value.
    case customFieldWithoutValue(String)
    /// Something that cannot be done with the envelope offline.
    case notPossibleOffline(OfflineObstacle)
    /// No available font has a character, or the tab is too small.
    case unshowable(UnshowableValue)

    /// One sentence for a person, with the document, recipient or tab.
    public var description: String {
        switch self {
        case .definition(let problem): problem.description
        case .unreadableFile(let id, let path): "The file of document \(id) cannot be read: \(path)."
        case .fileTooLarge(let id, let limit): "The file of document \(id) has more than \(limit) bytes."
        case .notLoaded(let id, let url, let reason):
            "Document \(id) could not be fetched from \(url.absoluteString): \(reason)."
        case .notAPDF(let id): "Document \(id) is not a PDF."
        case .passwordProtected(let id): "Document \(id) opens only with a password; remove the password first."
        case .tooManyPages(let id, let count, let limit):
            "Document \(id) has \(count) pages; at most \(limit) are accepted."
        case .damagedDocument(let id, let reason): "Document \(id) cannot be used: \(reason)"
        case .markupInName(let id, let name): "The name “\(name)” of recipient \(id) holds <, > or &#."
        case .duplicateSigner(let first, let second):
            "Recipients \(first) and \(second) are the same person with the same routing order."
        case .badScale(let tab, let id):
            "The scale \(tab.scale) of \(tab.place(of: id)) is not between 0.5 and 2, or the tab is not a signature"
                + " or initials."
        case .badFontSize(let tab, let id):
            "The font size \(tab.fontSize ?? 0) of \(tab.place(of: id)) is not supported."
        case .emptyName: "The envelope's name is empty."
        case .radioGroupWithoutButtons(let id, let group):
            "The radio group “\(group)” of recipient \(id) has no button."
        case .lockedRequiredEmpty(let tab, let id):
            "Nobody can fill in \(tab.place(of: id)): it is required, locked and empty."
        case .customFieldWithoutValue(let name): "The custom field “\(name)” is required and has no value."
        case .notPossibleOffline(let obstacle): obstacle.description
        case .unshowable(let value): value.description
        }
    }

    init(_ error: IntakeError, of id: DocumentID) {
        switch error {
        case .notAPDF: self = .notAPDF(id)
        case .encrypted: self = .passwordProtected(id)
        case .tooManyPages(let count, let limit): self = .tooManyPages(id, count: count, limit: limit)
        case .damaged(let reason): self = .damagedDocument(id, reason: reason)
        case .noPages, .launchesPrograms, .holdsProgram: self = .damagedDocument(id, reason: error.description)
        }
    }
}

extension TabDraft {
    /// Describes the tab for a sentence.
    fileprivate func place(of recipient: RecipientID) -> String {
        let label = (label ?? tooltip).map { " “\($0)”" } ?? ""
        return "the \(kind.name) tab\(label) of recipient \(recipient) on page \(page) of document \(document)"
    }
}
