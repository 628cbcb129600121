import DocuSignDialect
import Envelopes
import Ledger

/// The documents of an envelope in which anchors were looked for.
struct SearchedDocuments: Sendable {
    private let envelope: EnvelopeID
    private let hashes: [DocumentID: BlobHash]
    private let sequence: Int

    /// - Parameter documents: what was searched; empty if the request has no anchors
    fileprivate init(_ envelope: Envelope, _ documents: [EnvelopeDocument]) {
        self.envelope = envelope.id
        hashes = Dictionary(documents.map { ($0.id, $0.blob) }) { first, _ in first }
        sequence = envelope.lastSequence
    }

    /// Whether the request has no anchors.
    var isEmpty: Bool { hashes.isEmpty }

    /// Refuses a change if other documents have taken the place of those that were searched.
    ///
    /// - Throws: `StorageError.conflict`
    func check(_ newest: Envelope) throws(StorageError) {
        guard hashes.allSatisfy({ newest.document($0.key)?.blob == $0.value }) else {
            throw .conflict(envelope: envelope, expected: sequence)
        }
    }
}

extension AnchorSearch {
    /// Gives the anchors of a change their places in an envelope.
    func place<Request>(
        _ request: inout Request, in envelope: Envelope,
        _ each: (inout Request, (inout Wire.Anchor, AnchorUse) throws -> Void) throws -> Void
    ) async throws -> SearchedDocuments {
        // A file that a signer attached is not the sender's to fill.
        let documents = envelope.documents.filter { $0.attachment == nil }
        var isSearched = false
        try each(&request) { _, _ in isSearched = true }
        guard isSearched else { return SearchedDocuments(envelope, []) }
        try await place(
            &request,
            in: documents.map { Document(id: $0.id, pages: $0.pages, hash: $0.blob, bytes: nil) },
            of: envelope.accountID, each)
        return SearchedDocuments(envelope, documents)
    }
}
