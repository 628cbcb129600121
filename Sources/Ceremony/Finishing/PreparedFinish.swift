import Envelopes

/// The state that a recipient's signatures depend on: the documents' newest versions and the recipient's entries.
struct FinishBase: Equatable {
    private let heads: [DocumentID: BlobHash]
    private let state: RecipientState?
    private let values: [TabID: String]

    init(_ envelope: Envelope, _ id: RecipientID) {
        heads = Dictionary(
            envelope.documentsToSign(by: id).compactMap { document in
                envelope.latestVersion(of: document.id).map { (document.id, $0) }
            }, uniquingKeysWith: { first, _ in first })
        state = envelope.state(of: id)
        values = Dictionary(
            envelope.tabs(of: id).compactMap { tab in envelope.value(of: tab).map { (tab.id, $0) } },
            uniquingKeysWith: { first, _ in first })
    }
}

/// A recipient's signatures, and the seal if they are the last, with every blob stored.
struct PreparedFinish {
    /// A seal. It covers the whole history, so it fits one state only.
    struct Seal {
        /// The hash of the event before the recipient's signature.
        let after: BlobHash
        let commands: [Command]
    }

    let base: FinishBase
    /// Empty if the same request was already answered.
    let sign: [Command]
    let seal: Seal?
    /// Whether the authority seals after the last signature.
    let canSeal: Bool

    /// Returns the commands to perform; `nil` if they do not fit the newest state.
    func commands(
        on newest: Envelope, signedBy id: RecipientID, _ context: CommandContext
    ) throws(EnvelopeError) -> [Command]? {
        guard base == FinishBase(newest, id) else { return nil }
        guard !sign.isEmpty, canSeal, try decide(sign, newest, context).envelope.isReadyToSeal else { return sign }
        guard let seal, seal.after == newest.lastHash else { return nil }
        return sign + seal.commands
    }
}
