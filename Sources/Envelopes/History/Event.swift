import Essentials
import Foundation

/// One event in the history of an envelope, linked to the event before it by its hash.
///
/// **The byte rule.** An event is written as one JSON object with the members `actor`, `at`, `body`, `commandKey`
/// (absent if the command had none), `device` (absent unless a device recorded it), `envelopeId`, `hash`,
/// `previousHash` and `sequence`, in the form of ``CanonicalJSON``. Its hash is the SHA-256 of that object *without*
/// the member `hash`, and so covers a device's signature. `previousHash` is the hash of the event before; in the first
/// event it is 64 zeros. `sequence` counts from 1 without gaps.
///
/// The rule in Python, for a file written by ``History/file``:
///
///     import hashlib, json
///     previous = "0" * 64
///     for number, event in enumerate(json.load(open("history.json", encoding="utf-8")), 1):
///         claimed = event.pop("hash")
///         form = json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
///         assert claimed == hashlib.sha256(form.encode()).hexdigest(), number
///         assert event["previousHash"] == previous and event["sequence"] == number, number
///         previous = claimed
///
/// A device's signature (``DeviceEvidence``) covers the same `form` of an event, without the member `signature` of its
/// `device`. In Python, with the package cryptography:
///
///     device = event["device"]
///     proof = base64.b64decode(device.pop("signature"))
///     form = json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
///     key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), base64.b64decode(device["publicKey"]))
///     r, s = (int.from_bytes(half, "big") for half in (proof[:32], proof[32:]))
///     key.verify(encode_dss_signature(r, s), form.encode(), ec.ECDSA(hashes.SHA256()))
public struct Event: Hashable, Sendable {
    /// The event's number, from 1.
    public let sequence: Int
    /// The envelope that the event belongs to; the same in all events of a history.
    public let envelopeID: EnvelopeID
    /// The time, to the millisecond.
    public let at: Date
    /// Who caused the event, as the recording service or device knew them then.
    public let actor: EventActor
    /// The idempotency key of the command that caused it.
    public let commandKey: String?
    /// What happened.
    public let body: EventBody
    /// The statement of the device that recorded the event; `nil` if the service recorded it.
    public let device: DeviceEvidence?
    /// The hash of the event before; 64 zeros for the first.
    public let previousHash: BlobHash
    /// The hash of this event as written; ``isHashRight`` says whether it is correct.
    public let hash: BlobHash
    /// Whether the hash follows the byte rule. Computed once, since an event never changes.
    public let isHashRight: Bool

    /// Makes an event and computes its hash.
    ///
    /// - Throws: ``HistoryError/unwritable(sequence:reason:)`` if the body has no canonical form, which happens only
    ///   with a definition that ``EnvelopeDefinition/problems(whenSending:)`` rejects
    public init(
        sequence: Int, envelopeID: EnvelopeID, at: Date, actor: EventActor, commandKey: String?, body: EventBody,
        device: DeviceEvidence? = nil, previousHash: BlobHash
    ) throws(HistoryError) {
        self.sequence = sequence
        self.envelopeID = envelopeID
        self.at = Timestamp.quantized(at)
        self.actor = actor
        self.commandKey = commandKey
        self.body = body
        self.device = device
        self.previousHash = previousHash
        let link = Link(
            sequence: sequence, envelopeID: envelopeID, at: self.at, actor: actor, commandKey: commandKey, body: body,
            device: device, previousHash: previousHash, hash: nil)
        hash = BlobHash(of: try link.canonicalBytes())
        isHashRight = true
    }

    /// Reads an event from its canonical bytes.
    ///
    /// - Parameter sequence: the expected number of the event, for errors
    /// - Throws: ``HistoryError/unreadable(sequence:reason:)`` if the bytes are not an event,
    ///   ``HistoryError/notCanonical(sequence:)`` if they are not in canonical form, or
    ///   ``HistoryError/wrongHash(sequence:)``
    public init(canonicalBytes bytes: Data, expectedSequence sequence: Int) throws(HistoryError) {
        let link: Link
        do {
            link = try CanonicalJSON.value(Link.self, from: bytes)
        } catch {
            throw .unreadable(sequence: sequence, reason: "its bytes are not an event")
        }
        guard let hash = link.hash else {
            throw .unreadable(sequence: sequence, reason: "its bytes are not an event")
        }
        let form = try link.canonicalForm()
        guard form.bytes == bytes else { throw .notCanonical(sequence: sequence) }
        guard BlobHash(of: form.without(member: Link.CodingKeys.hash.rawValue).bytes) == hash else {
            throw .wrongHash(sequence: sequence)
        }
        self.init(link, hash: hash, isHashRight: true)
    }

    private init(_ link: Link, hash: BlobHash, isHashRight: Bool) {
        sequence = link.sequence
        envelopeID = link.envelopeID
        at = link.at
        actor = link.actor
        commandKey = link.commandKey
        body = link.body
        device = link.device
        previousHash = link.previousHash
        self.hash = hash
        self.isHashRight = isHashRight
    }

    /// Returns the canonical bytes of the event, hash included.
    public func canonicalBytes() throws(HistoryError) -> Data {
        try link(withHash: true).canonicalBytes()
    }

    private func link(withHash: Bool) -> Link {
        Link(
            sequence: sequence, envelopeID: envelopeID, at: at, actor: actor, commandKey: commandKey, body: body,
            device: device, previousHash: previousHash, hash: withHash ? hash : nil)
    }

    /// Returns the same event with other evidence, linked to another previous hash.
    func recorded(evidence: DeviceEvidence?, after previous: BlobHash) throws(HistoryError) -> Event {
        try Event(
            sequence: sequence, envelopeID: envelopeID, at: at, actor: actor, commandKey: commandKey, body: body,
            device: evidence, previousHash: previous)
    }

    /// The bytes that a device signs: the event without its hash and without the signature itself.
    func deviceSignedBytes() throws(HistoryError) -> Data {
        var link = link(withHash: false)
        link.device?.signature = nil
        return try link.canonicalBytes()
    }
}

extension Event: Codable {
    /// Reads the hash without checking it; ``isHashRight`` and ``History`` do.
    public init(from decoder: any Decoder) throws {
        let link = try Link(from: decoder)
        guard let hash = link.hash else {
            throw DecodingError.valueNotFound(
                BlobHash.self, .init(codingPath: decoder.codingPath, debugDescription: "an event has a hash"))
        }
        var unhashed = link
        unhashed.hash = nil
        let bytes = try? unhashed.canonicalBytes()
        self.init(link, hash: hash, isHashRight: bytes.map(BlobHash.init(of:)) == hash)
    }

    /// Writes the canonical members and the hash.
    public func encode(to encoder: any Encoder) throws {
        try link(withHash: true).encode(to: encoder)
    }
}

/// The members of an event in written form, with or without the hash.
private struct Link: Codable {
    var sequence: Int
    var envelopeID: EnvelopeID
    var at: Date
    var actor: EventActor
    var commandKey: String?
    var body: EventBody
    var device: DeviceEvidence?
    var previousHash: BlobHash
    var hash: BlobHash?

    enum CodingKeys: String, CodingKey {
        case sequence
        case envelopeID = "envelopeId"
        case at, actor, commandKey, body, device, previousHash, hash
    }

    func canonicalBytes() throws(HistoryError) -> Data { try canonicalForm().bytes }

    func canonicalForm() throws(HistoryError) -> CanonicalJSON {
        do {
            return try CanonicalJSON(of: self)
        } catch {
            throw .unwritable(sequence: sequence, reason: "its body holds what canonical JSON cannot express")
        }
    }
}
