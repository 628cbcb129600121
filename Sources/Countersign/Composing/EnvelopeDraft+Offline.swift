import Ceremony
import Envelopes

extension EnvelopeDraft {
    /// Returns everything that prevents making an envelope from the draft on a device: problems in the draft and
    /// features that need the network. Empty if the envelope can be made.
    ///
    /// Reads the documents' files. Documents given by URL must have been fetched with ``loadDocuments(over:)``.
    ///
    /// - Parameters:
    ///   - local: the people who can sign on the device
    ///   - options: the limits of document sizes
    ///   - fonts: the characters that tabs can show; `nil` skips the check
    func validate(
        offlineFor local: LocalSigners, options: OfflineOptions = OfflineOptions(), fonts: FieldText? = nil
    ) -> [DraftProblem] {
        let nobody = Sender(userID: "", name: "", email: "")
        let check = DraftCheck(draft: self, accountID: "", sender: nobody, sending: true, fonts: fonts)
        return check.problems + check.obstacles(for: local, options)
    }

    /// Like ``prepared(accountID:sender:sending:fonts:)``, but also reports what prevents offline use.
    func prepared(
        accountID: String, sender: Sender, fonts: FieldText, offlineFor local: LocalSigners, _ options: OfflineOptions
    ) throws(CountersignError) -> PreparedDraft {
        let check = DraftCheck(draft: self, accountID: accountID, sender: sender, sending: true, fonts: fonts)
        guard check.problems.isEmpty else { throw .invalidDraft(check.problems + check.obstacles(for: local, options)) }
        return PreparedDraft(id: id, name: name, definition: check.definition, contents: check.contents)
    }
}

extension OfflineEnvelopes {
    /// Returns everything that prevents ``compose(_:template:)`` from making an envelope from the draft; empty if it
    /// can.
    public func problems(in draft: EnvelopeDraft) -> [DraftProblem] {
        draft.validate(offlineFor: local, options: options, fonts: FieldText(platform.typesetter))
    }
}

extension DraftCheck {
    /// Returns what cannot be done offline, without what the problems already report.
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
