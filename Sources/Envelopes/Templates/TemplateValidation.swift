import Essentials

/// One problem of a template.
public enum TemplateProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A problem of every envelope that would be made from it.
    case definition(EnvelopeProblem)
    case emptyName
    /// `limit` in UTF-16 code units.
    case tooLong(TemplatePlace, limit: Int)
    case controlCharacter(TemplatePlace)
    /// The recipient is neither a role nor a person.
    case nobody(RecipientID)
    /// Two recipients have the same role, so the role identifies neither.
    case duplicateRole(String)
    case emptyFolderName

    /// One English sentence that says what is wrong.
    public var description: String {
        switch self {
        case .definition(let problem): problem.description
        case .emptyName: "The template's name is empty."
        case .tooLong(let place, let limit): "\(place.subject) has more than \(limit) characters."
        case .controlCharacter(let place): "\(place.subject) holds control characters."
        case .nobody(let id): "Recipient \(id) has neither a role name nor a name and an e-mail address."
        case .duplicateRole(let role): "More than one recipient has the role “\(role)”."
        case .emptyFolderName: "The folder's name is empty."
        }
    }
}

/// A text of a template that an envelope does not have.
public enum TemplatePlace: Hashable, Sendable {
    case name, description, folderName
    case roleName(RecipientID)

    fileprivate var subject: String {
        switch self {
        case .name: "The template's name"
        case .description: "The template's description"
        case .folderName: "The folder's name"
        case .roleName(let id): "The role name of recipient \(id)"
        }
    }
}

/// Limits of a template beyond those of an envelope, in UTF-16 code units.
package enum TemplateLimits {
    package static let name = 100
    package static let description = 2000
    package static let folderName = 100
    package static let roleName = 100
}

extension Template {
    /// Returns all problems of the template; empty if it has none.
    public func problems() -> [TemplateProblem] {
        var problems: [TemplateProblem] = []
        func check(_ text: String, _ place: TemplatePlace, limit: Int, allowingLines: Bool = false) {
            if TextRules.isLonger(text, than: limit) { problems.append(.tooLong(place, limit: limit)) }
            if TextRules.holdsControlCharacter(text, allowingLines: allowingLines) {
                problems.append(.controlCharacter(place))
            }
        }
        if TextRules.isBlank(name) { problems.append(.emptyName) }
        check(name, .name, limit: TemplateLimits.name)
        check(
            description ?? "", .description, limit: TemplateLimits.description, allowingLines: true)
        if let folder {
            if TextRules.isBlank(folder.name) { problems.append(.emptyFolderName) }
            check(folder.name, .folderName, limit: TemplateLimits.folderName)
        }
        var roles: Set<String> = []
        for recipient in recipients {
            let role = recipient.roleName
            check(role, .roleName(recipient.id), limit: TemplateLimits.roleName)
            if role.isEmpty {
                if !recipient.isFilled { problems.append(.nobody(recipient.id)) }
            } else if !roles.insert(role).inserted {
                problems.append(.duplicateRole(role))
            }
        }
        return problems + trial.problems(whenSending: false).map(TemplateProblem.definition)
    }

    /// A trial envelope in which somebody takes every role. Its problems are the template's.
    private var trial: EnvelopeDefinition {
        var trial = EnvelopeDefinition(
            accountID: accountID, sender: owner, emailSubject: emailSubject, emailBlurb: emailBlurb,
            documents: documents, recipients: recipients.map(\.takenByAnyone), tabs: tabs, tabGroups: tabGroups,
            notification: notification, customFields: customFields)
        trial.enforcesVisibility = enforcesVisibility
        trial.workflow = workflow
        return trial
    }
}

extension TemplateRecipient {
    /// The recipient with placeholder name and address where the template has none.
    fileprivate var takenByAnyone: Recipient {
        func orAnyone(_ text: String, _ other: String) -> String { text.isEmpty ? other : text }
        var recipient = recipient
        recipient.name = orAnyone(recipient.name, "Anyone")
        switch recipient.kind {
        case .signer, .carbonCopy, .certifiedDelivery:
            recipient.email = orAnyone(recipient.email, "anyone@example.org")
        case .inPersonSigner:
            recipient.host = Recipient.Host(
                name: orAnyone(recipient.host?.name ?? "", "Anyone"),
                email: orAnyone(recipient.host?.email ?? "", "anyone@example.org"))
        }
        return recipient
    }
}
