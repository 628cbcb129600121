import Ceremony
import Envelopes

extension EnvelopeDraft {
    /// Everything that keeps an envelope from being made of the draft on a device, at once: what is wrong with it, and
    /// what cannot be done without a network; empty when it can be made.
    ///
    /// Reads the documents' files. A document that is named by an address has to be there already:
    /// ``loadDocuments(over:)`` fetches it.
    ///
    /// - Parameters:
    ///   - local: who can sign on the device.
    ///   - options: how large documents may be.
    ///   - fonts: which characters tabs can show; nil does not ask.
    func validate(
        offlineFor local: LocalSigners, options: OfflineOptions = OfflineOptions(), fonts: FieldText? = nil
    ) -> [DraftProblem] {
        let nobody = Sender(userID: "", name: "", email: "")
        let check = DraftCheck(draft: self, accountID: "", sender: nobody, sending: true, fonts: fonts)
        return check.problems + check.obstacles(for: local, options)
    }

    /// As ``prepared(accountID:sender:sending:fonts:)``, and what stands in the way offline is told with the rest.
    func prepared(
        accountID: String, sender: Sender, fonts: FieldText, offlineFor local: LocalSigners, _ options: OfflineOptions
    ) throws(CountersignError) -> PreparedDraft {
        let check = DraftCheck(draft: self, accountID: accountID, sender: sender, sending: true, fonts: fonts)
        guard check.problems.isEmpty else { throw .invalidDraft(check.problems + check.obstacles(for: local, options)) }
        return PreparedDraft(id: id, name: name, definition: check.definition, contents: check.contents)
    }
}

extension OfflineEnvelopes {
    /// Everything that keeps ``compose(_:template:)`` from making an envelope of the draft here; empty when it can.
    public func problems(in draft: EnvelopeDraft) -> [DraftProblem] {
        draft.validate(offlineFor: local, options: options, fonts: FieldText(platform.typesetter))
    }
}

extension DraftCheck {
    /// What cannot be done offline, without what the problems say already.
    fileprivate func obstacles(for local: LocalSigners, _ options: OfflineOptions) -> [DraftProblem] {
        let people = local.obstacles(definition, needsSigner: false).filter { obstacle in
            switch obstacle {
            case .noDocument: false
            case .samePersonTwice(let first, let second): !problems.contains(.duplicateSigner(first, second))
            default: true
            }
        }
        return (people + options.obstacles(toSizes: contents.mapValues(\.count))).map(DraftProblem.notPossibleOffline)
    }
}
