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
        let (place, sentence) = place(of: problem)
        // What the dialect said itself about a place is clearer.
        if !problems.has(place) { problems.add(sentence ?? problem.description, at: place) }
    }

    private func place(of problem: EnvelopeProblem) -> (path: [String], sentence: String?) {
        func tab(_ tab: EnvelopeTab, _ key: String) -> [String] { (tabPlaces[tab.id] ?? ["fields"]) + [key] }
        func recipient(_ id: RecipientID, _ key: String) -> [String] {
            (recipientPlaces[id] ?? ["recipients"]) + [key]
        }
        switch problem {
        case .noDocument: return (["files"], "At least one file is needed.")
        case .noSigner: return (["recipients"], "At least one recipient is needed.")
        case .notAnEmail(let id, _), .undeliverableEmail(let id, _):
            return (recipient(id, "email"), "is not a valid e-mail address.")
        case .badIdentifier(_, let id):
            return (
                recipient(RecipientID(id), "id"),
                "has to have 1 to 64 of the characters A-Z a-z 0-9 . _ -."
            )
        case .duplicateRecipient: return (["recipients", "duplicated_ids"], nil)
        case .offPage(let it, _), .negativePosition(let it): return (tab(it, "x"), "The field reaches beyond its page.")
        case .noSize(let it): return (tab(it, "width"), "Width and height have to be more than 0.")
        case .unknownRecipient(let it), .tabForCopy(let it), .tabForDelivery(let it):
            return (tab(it, "recipient_id"), nil)
        case .unknownDocument(let it), .tabOnExcludedDocument(let it), .pageOutOfRange(let it, _):
            return (tab(it, "page"), nil)
        case .valueUnfit(let it), .valueNotAllowed(let it), .notTrueOrFalse(let it):
            return (tab(it, "value"), "does not fit the field's validation or date format.")
        case .duplicateOption(let it, _), .listWithoutOptions(let it), .optionsWithoutList(let it):
            return (tab(it, "options"), nil)
        case .valueNotOffered(let it, _): return (tab(it, "default_option"), nil)
        case .badFontSize(let it), .maxLengthBelowOne(let it), .maxLengthWithoutText(let it),
            .formWithoutText(let it), .radioWithoutGroup(let it), .choiceWithoutRadio(let it), .duplicateChoice(let it),
            .conditionWithoutParent(let it), .conditionNeverMet(let it), .conditionInCircle(let it):
            return (tab(it, "type"), nil)
        case .badTabGroup, .duplicateTabGroup, .unknownTabGroup: return (["checkbox_groups"], nil)
        case .notAnAddress(let what):
            return ([what.hasSuffix("signing") ? "redirect_url" : "decline_redirect_url"], "is not a URL.")
        case .empty(let what), .tooLong(let what, _), .controlCharacter(let what): return (place(named: what), nil)
        case .emptySubject: return (["subject"], "is empty.")
        case .tooMany(let what, _): return ([what == "tabs" ? "fields" : what], nil)
        default: return (["base"], nil)
        }
    }

    /// The place of a text that a problem names in words.
    private func place(named what: String) -> [String] {
        for (id, path) in recipientPlaces {
            if what == "The name of recipient \(id)" { return path + ["name"] }
            if what == "The e-mail subject for recipient \(id)" { return path + ["subject"] }
            if what == "The e-mail text for recipient \(id)" { return path + ["message"] }
            if what == "The delay of recipient \(id)'s message" { return path + ["send_email_delay"] }
        }
        for (index, document) in definition.documents.enumerated() where what == "The name of document \(document.id)" {
            return ["files", "file_\(index + 1)", "name"]
        }
        for tab in definition.tabs {
            guard let path = tabPlaces[tab.id] else { continue }
            if what.hasSuffix("tab \(tab.id)") { return path + ["label"] }
            if what.hasPrefix("The id that the sender gave") { return path + ["api_id"] }
            if what.hasSuffix("tab “\(tab.label)”") { return path + [what.contains("tooltip") ? "label" : "value"] }
        }
        switch what {
        case "The e-mail subject": return ["subject"]
        case "The e-mail text": return ["message"]
        case "The title": return ["name"]
        case "A label": return ["labels"]
        default: return [what.contains("custom field") ? "metadata" : "base"]
        }
    }
}
