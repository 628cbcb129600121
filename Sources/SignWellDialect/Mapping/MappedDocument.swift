import Envelopes

/// A definition with the places in the request that its parts came from, so that a problem names its place.
package struct MappedDocument {
    package var definition: EnvelopeDefinition
    /// The places of tabs.
    package var tabPlaces: [TabID: [String]] = [:]
    /// The places of recipients.
    package var recipientPlaces: [RecipientID: [String]] = [:]

    package init(_ definition: EnvelopeDefinition) { self.definition = definition }

    /// Notes the domain's problems at the places of the API.
    ///
    /// - Parameter sending: whether the document is to be sent
    package func check(whenSending sending: Bool, _ problems: RequestProblems) {
        for problem in definition.problems(whenSending: sending) { note(problem, problems) }
    }

    package func note(_ problem: EnvelopeProblem, _ problems: RequestProblems) {
        let path = path(of: problem)
        // If the dialect has already said something about this place, its sentence is clearer than the domain's.
        if !problems.has(path) { problems.add(Self.sentence(for: problem), at: path) }
    }

    private static func sentence(for problem: EnvelopeProblem) -> String {
        switch problem {
        case .noDocument: "At least one file is needed."
        case .noSigner: "At least one recipient is needed."
        case .notAnEmail, .undeliverableEmail: "is not a valid e-mail address."
        case .badIdentifier: "has to have 1 to 64 of the characters A-Z a-z 0-9 . _ -."
        case .offPage, .negativePosition: "The field reaches beyond its page."
        case .noSize: "Width and height have to be more than 0."
        case .valueUnfit, .valueNotAllowed, .notTrueOrFalse: "does not fit the field's validation or date format."
        case .notAnAddress: "is not a URL."
        case .emptySubject: "is empty."
        default: problem.description
        }
    }

    /// The path of the member that a problem is about.
    private func path(of problem: EnvelopeProblem) -> [String] {
        switch problem {
        case .duplicateRecipient: ["recipients", "duplicated_ids"]
        case .valueNotOffered(let tab, _): path(of: tab, "default_option")
        default: path(of: problem.place)
        }
    }

    private func path(of place: ProblemPlace) -> [String] {
        switch place {
        case .emailSubject: ["subject"]
        case .emailBlurb: ["message"]
        case .title: ["name"]
        case .label, .labels: ["labels"]
        case .signedAddress: ["redirect_url"]
        case .declinedAddress: ["decline_redirect_url"]
        case .documents: ["files"]
        case .recipients: ["recipients"]
        case .tabs: ["fields"]
        case .tabGroups, .tabGroup: ["checkbox_groups"]
        case .customFields, .customField: ["metadata"]
        case .document(let id, .name):
            definition.documents.firstIndex { $0.id == id }.map { ["files", "file_\($0 + 1)", "name"] } ?? ["files"]
        case .recipient(let id, let member):
            Self.name(of: member).map { (recipientPlaces[id] ?? ["recipients"]) + [$0] } ?? ["base"]
        case .tab(_, .tabGroup): path(of: .tabGroups)
        case .tab(let tab, let member): path(of: tab, Self.name(of: member))
        default: ["base"]
        }
    }

    private func path(of tab: EnvelopeTab, _ name: String) -> [String] { (tabPlaces[tab.id] ?? ["fields"]) + [name] }

    /// The API's name of a recipient's member; `nil` for one that it does not have.
    private static func name(of member: ProblemPlace.RecipientMember) -> String? {
        switch member {
        case .id: "id"
        case .name: "name"
        case .email: "email"
        case .mailSubject: "subject"
        case .mailText: "message"
        case .mailDelay: "send_email_delay"
        case .routingOrder, .clientUserID, .note, .host, .hostName, .hostEmail, .language, .excludedDocuments,
            .offlineAttribute:
            nil
        }
    }

    /// The API's name of a field's member.
    private static func name(of member: ProblemPlace.TabMember) -> String {
        switch member {
        case .id, .clientID: "api_id"
        case .label, .tooltip: "label"
        case .document, .page: "page"
        case .recipient: "recipient_id"
        case .position: "x"
        case .size: "width"
        case .value, .radioValue: "value"
        case .options, .optionText, .optionValue: "options"
        case .fontSize, .maxLength, .form, .radioGroup, .parentLabel, .parentValue, .tabGroup: "type"
        }
    }
}
