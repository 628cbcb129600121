/// An idempotency key under which something has happened, and whose it is: two actors may use the same key.
package struct AnsweredKey: Hashable, Sendable, Codable {
    package let actorKind: EventActor.Kind
    package let actorID: String
    package let key: String

    package init(actor: EventActor, key: String) {
        actorKind = actor.kind
        actorID = actor.id
        self.key = key
    }

    private enum CodingKeys: String, CodingKey {
        case actorKind
        case actorID = "actorId"
        case key
    }
}

extension EventBody {
    /// What was asked for, so that a request and its repetition are equal and two different requests are not: the
    /// SHA-256 (FIPS 180-4) of the body's canonical JSON.
    ///
    /// Versions, dates, the pages shown and the seal are the service's own work and come out differently each time, so
    /// they are left out of signing and sealing.
    ///
    /// - Throws: `EncodingError` when the body cannot be written in canonical form.
    func contentDigest() throws -> BlobHash {
        let asked: EventBody =
            switch self {
            case .signed(let id, _, _, _): .signed(recipientID: id, documents: [:], values: [:])
            case .sealed: .sealed(documents: [:], combined: .none, certificate: .none)
            default: self
            }
        return BlobHash(of: try CanonicalJSON.bytes(of: asked))
    }
}
