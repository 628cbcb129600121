import Essentials

/// An idempotency key that has been used, with the actor who used it. Two actors may use the same key.
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
    /// The SHA-256 (FIPS 180-4) of the canonical JSON of the requested change. A request and its retry have equal
    /// digests; different requests do not.
    ///
    /// The digest of a signing or sealing leaves out versions, dates, shown pages and the seal: the service makes them,
    /// and they differ on each try.
    ///
    /// - Throws: `EncodingError` if the body cannot be written in canonical form
    func contentDigest() throws -> BlobHash {
        let asked: EventBody =
            switch self {
            case .signed(let id, _, _, _): .signed(recipientID: id, documents: [:], values: [:], shown: [:])
            case .sealed: .sealed(documents: [:], combined: .none, certificate: .none)
            default: self
            }
        return BlobHash(of: try CanonicalJSON.bytes(of: asked))
    }
}

extension Envelope {
    /// Whether an actor has used an idempotency key.
    public func hasAnswered(_ key: String, of actor: EventActor) -> Bool {
        answeredKeys[AnsweredKey(actor: actor, key: key)] != nil
    }
}
