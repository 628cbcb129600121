import Envelopes
import Ledger

/// The state that a recipient's signatures depend on: the documents' newest versions, everybody's fields and the
/// recipient's entries.
struct FinishBase: Equatable {
    private let heads: [DocumentID: BlobHash]
    private let definition: EnvelopeDefinition
    private let state: RecipientState?
    private let values: [TabID: String]

    init(_ envelope: Envelope, _ id: RecipientID) {
        heads = Dictionary(
            envelope.documentsToSign(by: id).compactMap { document in
                envelope.latestVersion(of: document.id).map { (document.id, $0) }
            }, uniquingKeysWith: { first, _ in first })
        definition = envelope.definition
        state = envelope.state(of: id)
        values = Dictionary(
            envelope.tabs(of: id).compactMap { tab in envelope.value(of: tab).map { (tab.id, $0) } },
            uniquingKeysWith: { first, _ in first })
    }
}

/// A recipient's signatures, and the seal if they are the last, with every blob stored.
struct PreparedFinish {
    let base: FinishBase
    /// Empty if the same request was already answered.
    let sign: [Command]
    /// The signature and the seal as events, if the recipient is the last. The seal covers the whole history, so it fits
    /// one state only.
    let sealed: DecidedEvents?
    /// Whether the authority seals after the last signature.
    let canSeal: Bool

    /// Returns the commands or events to store; `nil` if they do not fit the newest state.
    func proposal(on newest: Envelope, signedBy id: RecipientID) -> Proposal? {
        guard base == FinishBase(newest, id) else { return nil }
        guard !sign.isEmpty, canSeal, newest.isLastToSign(id) else { return .commands(sign) }
        guard let sealed, sealed.follow(newest) else { return nil }
        return .decided(sealed)
    }
}
