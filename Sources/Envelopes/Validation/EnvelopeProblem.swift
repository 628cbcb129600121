import Essentials
import Foundation

/// One problem of an envelope's definition.
public enum EnvelopeProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case noDocument
    case noSigner
    case emptySubject
    /// The text must not be empty.
    case empty(ProblemPlace)
    /// `limit` in UTF-16 code units.
    case tooLong(ProblemPlace, limit: Int)
    case controlCharacter(ProblemPlace)
    /// The list has too many members.
    case tooMany(ProblemPlace, limit: Int)
    /// The id of a document or recipient has characters other than `A-Z a-z 0-9 . _ -`, or is longer than 64.
    case badIdentifier(ProblemPlace, id: String)
    case duplicateDocument(DocumentID)
    /// The API reserves this id.
    case reservedDocument(DocumentID)
    case duplicateRecipient(RecipientID)
    case duplicateTab(TabID)
    case duplicateCustomField(String)
    case documentWithoutPages(DocumentID)
    case badPageSize(DocumentID, page: Int)
    case notAnEmail(RecipientID, String)
    /// The part before the `@` has characters outside ASCII.
    case undeliverableEmail(RecipientID, String)
    case routingOrderBelowOne(RecipientID, Int)
    /// A number of days.
    case daysOutOfRange(ProblemPlace, Int, ClosedRange<Int>)
    case unknownDocument(EnvelopeTab)
    case unknownRecipient(EnvelopeTab)
    case pageOutOfRange(EnvelopeTab, pages: Int)
    /// The width or height is not positive.
    case noSize(EnvelopeTab)
    /// The tab starts left of or above the page.
    case negativePosition(EnvelopeTab)
    /// The tab reaches beyond the page's right or lower edge.
    case offPage(EnvelopeTab, page: PageSize)
    case badFontSize(EnvelopeTab)
    case maxLengthBelowOne(EnvelopeTab)
    /// A tab of a kind without text has a maximum length.
    case maxLengthWithoutText(EnvelopeTab)
    /// The sender cannot set the value of this kind of tab.
    case valueNotAllowed(EnvelopeTab)
    case notTrueOrFalse(EnvelopeTab)
    /// An in-person signer has no host.
    case hostMissing(RecipientID)
    /// A recipient who does not sign in person has a host.
    case hostNotAllowed(RecipientID)
    /// The host of an in-person signer has no valid e-mail address.
    case hostNotAnEmail(RecipientID, String)
    /// The tab is for a recipient who only receives a copy.
    case tabForCopy(EnvelopeTab)
    case radioWithoutGroup(EnvelopeTab)
    case choiceWithoutRadio(EnvelopeTab)
    /// Two buttons of a group have the same value.
    case duplicateChoice(EnvelopeTab)
    case severalChosen(group: String, RecipientID)
    case radioGroupOnSeveralDocuments(group: String, RecipientID)
    case listWithoutOptions(EnvelopeTab)
    case optionsWithoutList(EnvelopeTab)
    case duplicateOption(EnvelopeTab, String)
    case valueNotOffered(EnvelopeTab, String)
    /// No tab of the recipient has the label in the condition.
    case conditionWithoutParent(EnvelopeTab)
    /// The parent of the condition cannot have the value.
    case conditionNeverMet(EnvelopeTab)
    case conditionInCircle(EnvelopeTab)
    case duplicateTabGroup(TabGroup)
    case badTabGroup(TabGroup, TabGroup.Fault)
    case unknownTabGroup(EnvelopeTab, String)
    case customFieldValueNotOffered(String, String)
    case duplicateDocumentField(DocumentID, String)
    /// The address for replies is no valid e-mail address.
    case replyToNotAnEmail(String)
    /// The tab is for a recipient of a certified delivery, who only opens the documents.
    case tabForDelivery(EnvelopeTab)
    /// The sender hides a document that does not exist.
    case unknownExclusion(RecipientID, DocumentID)
    /// The tab is on a document that the sender hides from its recipient.
    case tabOnExcludedDocument(EnvelopeTab)
    /// The sender hides every document from somebody who has to act.
    case nothingVisible(RecipientID)
    /// Two pauses stand before one routing order.
    case duplicateStep(Int)
    /// No recipient has the routing order before which the workflow pauses.
    case stepWithoutRecipient(Int)
    /// In seconds.
    case delayOutOfRange(Int)
    /// The workflow waits for a date that is past, or too far away.
    case dateOutOfRange(Date)
    /// Browsers may not be sent to the address.
    case notAnAddress(ProblemPlace)
    /// The tab does not take its own value.
    case valueUnfit(EnvelopeTab)
    /// The tab has a rule for its text, or a form for its date, and takes neither.
    case formWithoutText(EnvelopeTab)

    /// The part of the definition that the problem is about.
    public var place: ProblemPlace {
        switch self {
        case .noDocument: .documents
        case .noSigner: .recipients
        case .emptySubject: .emailSubject
        case .empty(let place), .tooLong(let place, _), .controlCharacter(let place), .tooMany(let place, _),
            .badIdentifier(let place, _), .daysOutOfRange(let place, _, _), .notAnAddress(let place):
            place
        case .duplicateDocument(let id), .reservedDocument(let id): .document(id, .id)
        case .documentWithoutPages(let id), .badPageSize(let id, _): .document(id, .pages)
        case .duplicateDocumentField(let id, let name): .document(id, .fieldValue(name))
        case .duplicateRecipient(let id): .recipient(id, .id)
        case .notAnEmail(let id, _), .undeliverableEmail(let id, _): .recipient(id, .email)
        case .routingOrderBelowOne(let id, _): .recipient(id, .routingOrder)
        case .hostMissing(let id), .hostNotAllowed(let id): .recipient(id, .host)
        case .hostNotAnEmail(let id, _): .recipient(id, .hostEmail)
        case .unknownExclusion(let id, _), .nothingVisible(let id): .recipient(id, .excludedDocuments)
        case .duplicateTab: .tabs
        case .unknownDocument(let tab), .tabOnExcludedDocument(let tab): .tab(tab, .document)
        case .unknownRecipient(let tab), .tabForCopy(let tab), .tabForDelivery(let tab): .tab(tab, .recipient)
        case .pageOutOfRange(let tab, _): .tab(tab, .page)
        case .noSize(let tab): .tab(tab, .size)
        case .negativePosition(let tab), .offPage(let tab, _): .tab(tab, .position)
        case .badFontSize(let tab): .tab(tab, .fontSize)
        case .maxLengthBelowOne(let tab), .maxLengthWithoutText(let tab): .tab(tab, .maxLength)
        case .valueNotAllowed(let tab), .notTrueOrFalse(let tab), .valueUnfit(let tab), .valueNotOffered(let tab, _):
            .tab(tab, .value)
        case .formWithoutText(let tab): .tab(tab, .form)
        case .radioWithoutGroup(let tab), .choiceWithoutRadio(let tab): .tab(tab, .radioGroup)
        case .duplicateChoice(let tab): .tab(tab, .radioValue)
        case .severalChosen(let group, let id), .radioGroupOnSeveralDocuments(let group, let id): .radioGroup(group, id)
        case .listWithoutOptions(let tab), .optionsWithoutList(let tab): .tab(tab, .options)
        case .duplicateOption(let tab, _): .tab(tab, .optionValue)
        case .conditionWithoutParent(let tab), .conditionInCircle(let tab): .tab(tab, .parentLabel)
        case .conditionNeverMet(let tab): .tab(tab, .parentValue)
        case .duplicateTabGroup(let group): .tabGroup(group, .label)
        case .badTabGroup(let group, _): .tabGroup(group, .rule)
        case .unknownTabGroup(let tab, _): .tab(tab, .tabGroup)
        case .duplicateCustomField(let id): .customField(id: id, name: "", .id)
        case .customFieldValueNotOffered(let name, _): .customField(id: "", name: name, .value)
        case .replyToNotAnEmail: .replyToEmail
        case .duplicateStep(let order), .stepWithoutRecipient(let order): .workflowStep(order)
        case .delayOutOfRange, .dateOutOfRange: .workflowSteps
        }
    }

    /// One English sentence that names the place.
    public var description: String {
        switch self {
        case .noDocument: "The envelope has no document."
        case .noSigner: "The envelope has no signer."
        case .emptySubject: "The e-mail subject is empty."
        case .empty(let place): "\(place.subject) is empty."
        case .tooLong(let place, let limit): "\(place.subject) has more than \(limit) characters."
        case .controlCharacter(let place): "\(place.subject) holds control characters."
        case .tooMany(let place, let limit): "The envelope has more than \(limit) \(place.items)."
        case .badIdentifier(let place, let id):
            "\(place.subject) “\(id)” is not 1 to 64 letters, digits, full stops, underscores or hyphens."
        case .reservedDocument(let id): "\(id) cannot be a document's id: it is reserved."
        case .duplicateDocument(let id): "More than one document has the id \(id)."
        case .duplicateRecipient(let id): "More than one recipient has the id \(id)."
        case .duplicateTab(let id): "More than one tab has the id \(id)."
        case .duplicateCustomField(let id): "More than one custom field has the id \(id)."
        case .documentWithoutPages(let id): "Document \(id) has no pages."
        case .badPageSize(let id, let page): "Page \(page) of document \(id) has no size."
        case .notAnEmail(let id, let email): "The e-mail address “\(email)” of recipient \(id) is not valid."
        case .undeliverableEmail(let id, let email):
            "The e-mail address “\(email)” of recipient \(id) has characters before the @ that mail servers cannot deliver "
                + "to."
        case .daysOutOfRange(let place, let count, let range):
            "\(place.subject) are \(count); they have to be between \(range.lowerBound) and \(range.upperBound)."
        case .routingOrderBelowOne(let id, let order): "The routing order \(order) of recipient \(id) is below 1."
        case .unknownDocument(let tab): "\(tab.owned) is on document \(tab.documentID), which does not exist."
        case .unknownRecipient(let tab): "\(tab.reference) is for recipient \(tab.recipientID), who does not exist."
        case .pageOutOfRange(let tab, let pages):
            "\(tab.owned) is on page \(tab.page) of document \(tab.documentID), which has \(Self.count(pages))."
        case .noSize(let tab): "\(tab.place) has no size."
        case .negativePosition(let tab): "\(tab.place) has a negative position."
        case .offPage(let tab, let page):
            "\(tab.owned) reaches beyond page \(tab.page) of document \(tab.documentID), "
                + "which is \(Self.points(page.width)) by \(Self.points(page.height)) points."
        case .badFontSize(let tab): "\(tab.place) has a font size that is not between 1 and 200 points."
        case .maxLengthBelowOne(let tab): "\(tab.place) has a maximum length below 1."
        case .maxLengthWithoutText(let tab): "\(tab.place) takes no text and cannot have a maximum length."
        case .valueNotAllowed(let tab): "\(tab.place) cannot be given a value."
        case .notTrueOrFalse(let tab): "\(tab.place) takes only true or false."
        case .hostMissing(let id): "The in-person signer \(id) has no host."
        case .hostNotAllowed(let id): "Recipient \(id) is not an in-person signer and cannot have a host."
        case .hostNotAnEmail(let id, let email): "The e-mail address “\(email)” of recipient \(id)'s host is not valid."
        case .tabForCopy(let tab): "\(tab.reference) is for recipient \(tab.recipientID), who only receives a copy."
        case .radioWithoutGroup(let tab): "\(tab.place) belongs to no group."
        case .choiceWithoutRadio(let tab): "\(tab.place) is not a radio button and cannot belong to a radio group."
        case .duplicateChoice(let tab):
            "The radio group “\(tab.choice?.group ?? "")” has the value “\(tab.choice?.value ?? "")” more than once."
        case .severalChosen(let group, let id):
            "More than one button of the radio group “\(group)” of recipient \(id) is chosen."
        case .radioGroupOnSeveralDocuments(let group, let id):
            "The radio group “\(group)” of recipient \(id) lies on more than one document."
        case .listWithoutOptions(let tab): "\(tab.place) offers nothing to choose from."
        case .optionsWithoutList(let tab): "\(tab.place) is neither a list nor text and cannot have options."
        case .duplicateOption(let tab, let value): "\(tab.place) offers “\(value)” more than once."
        case .valueNotOffered(let tab, let value): "\(tab.place) has the value “\(value)”, which it does not offer."
        case .conditionWithoutParent(let tab):
            "\(tab.place) depends on “\(tab.condition?.parentLabel ?? "")”, which recipient \(tab.recipientID) does not have."
        case .conditionNeverMet(let tab):
            "\(tab.place) waits for “\(tab.condition?.parentLabel ?? "")” to be "
                + "“\(tab.condition?.parentValue ?? "")”, a value that it cannot have."
        case .conditionInCircle(let tab):
            "\(tab.place) depends on itself, or on more than \(EnvelopeLimits.conditionDepth) other tabs in a row."
        case .duplicateTabGroup(let group):
            "Recipient \(group.recipientID) has more than one tab group “\(group.label)”."
        case .badTabGroup(let group, let fault):
            "The tab group “\(group.label)” cannot be used: \(Self.reason(fault))."
        case .unknownTabGroup(let tab, let label):
            "\(tab.place) belongs to the tab group “\(label)”, which does not exist."
        case .customFieldValueNotOffered(let name, let value):
            "The custom field “\(name)” has the value “\(value)”, which it does not offer."
        case .duplicateDocumentField(let id, let name): "Document \(id) has more than one field “\(name)”."
        case .replyToNotAnEmail(let email): "The e-mail address “\(email)” for replies is not valid."
        case .tabForDelivery(let tab):
            "\(tab.reference) is for recipient \(tab.recipientID), who only receives the documents."
        case .unknownExclusion(let id, let document):
            "Recipient \(id) is not to see document \(document), which does not exist."
        case .tabOnExcludedDocument(let tab):
            "\(tab.owned) is on document \(tab.documentID), which they are not to see."
        case .duplicateStep(let order): "The workflow pauses before the routing order \(order) more than once."
        case .stepWithoutRecipient(let order):
            "The workflow pauses before the routing order \(order), which no recipient has."
        case .delayOutOfRange(let seconds):
            "The delay of \(seconds) seconds is not between 1 second and \(EnvelopeLimits.delay / 86_400) days."
        case .dateOutOfRange(let date):
            "The workflow waits until \(Timestamp.text(date)), which is not within the next "
                + "\(EnvelopeLimits.delay / 86_400) days."
        case .notAnAddress(let place): "\(place.subject) is not an absolute URL that a browser may open."
        case .valueUnfit(let tab): "\(tab.place) does not take its own value “\(tab.value ?? "")”."
        case .formWithoutText(let tab): "\(tab.place) can have neither a rule for its text nor a form for its date."
        case .nothingVisible(let id): "Recipient \(id) may see no document of the envelope."
        }
    }

    /// The rest of the sentence on a tab group.
    private static func reason(_ fault: TabGroup.Fault) -> String {
        switch fault {
        case .unknownRecipient: "its recipient does not exist"
        case .noTabs: "no tab belongs to it"
        case .notCheckboxes: "not all of its tabs are checkboxes"
        case .countBelowZero: "it counts below 0"
        case .minimumAboveMaximum: "its minimum is above its maximum"
        case .minimumIsNotMaximum: "its minimum and its maximum are not the same"
        case .exactlyZero: "it asks for exactly 0 ticks"
        case .tooFewTabs: "it has fewer tabs than have to be ticked"
        case .tooManyLockedTicks: "it has more locked ticks than it allows"
        }
    }

    private static func count(_ pages: Int) -> String { pages == 1 ? "1 page" : "\(pages) pages" }

    fileprivate static func points(_ length: Double) -> String {
        Int(exactly: length).map { String($0) } ?? String(length)
    }
}

extension EnvelopeTab {
    fileprivate var owned: String { "\(reference) of recipient \(recipientID)" }

    /// The tab's position, to distinguish tabs with the same label.
    fileprivate var place: String {
        let at = "\(EnvelopeProblem.points(frame.x)), \(EnvelopeProblem.points(frame.y))"
        return "\(owned) at \(at) on page \(page)"
    }
}
