import Envelopes
import Foundation
import SignedPDF

/// What the host needs from whoever keeps the envelope: the service's store, or an app's.
public protocol CeremonyDesk: Sendable {
    /// The newest state.
    func envelope() async throws -> Envelope

    /// The newest history.
    func history() async throws -> History

    /// Decides a command on the newest state and stores what happens; decides again when somebody else was quicker.
    ///
    /// - Returns: the state afterwards.
    /// - Throws: `EnvelopeError` when the command may not happen.
    func perform(_ command: Command, _ context: CommandContext) async throws -> Envelope

    /// Lets `work` look at the newest state and history and name commands, and stores what they make happen in one
    /// transaction: all of it or nothing. `work` is called again when somebody else was quicker; what it throws comes
    /// out.
    func perform(
        _ context: CommandContext, _ work: @escaping @Sendable (Envelope, History) async throws -> [Command]
    ) async throws -> Envelope

    /// The pages that a recipient has been shown so far, over all their visits.
    func shownPages(to recipient: RecipientID) async throws -> ShownPages

    /// Notes that a recipient was shown a page, and keeps it for later visits.
    func noteShown(_ page: DocumentPage, to recipient: RecipientID) async throws

    /// The bytes of a stored blob.
    func blob(_ hash: BlobHash) async throws -> Data

    /// Stores bytes under their hash, durably before it returns.
    func store(_ blob: Data) async throws -> BlobHash
}

/// Who signs for the recipients and seals for the service.
public protocol SigningAuthority: Sendable {
    /// A signer whose certificate names the recipient.
    func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner

    /// The signer that seals finished documents.
    func seal() async throws -> any DocumentSigner

    /// Whether this authority seals. One that does not leaves an envelope `signed` after its last signature, and
    /// certifies nothing: whoever has the seal does that later.
    var canSeal: Bool { get }
}

extension SigningAuthority {
    public var canSeal: Bool { true }
}
