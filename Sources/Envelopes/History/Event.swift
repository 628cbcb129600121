import Foundation

/// One thing that happened to an envelope, linked to what happened before by its hash.
///
/// **The byte rule.** An event is written as one JSON object with the members `actor`, `at`, `body`, `commandKey`
/// (absent when the command had none), `device` (absent unless a device recorded it), `envelopeId`, `hash`,
/// `previousHash` and `sequence`, in the form that ``CanonicalJSON`` describes. Its hash is the SHA-256 of that object
/// *without* the member `hash`, and so covers a device's signature. `previousHash` is the hash of the event before; the
/// first event names 64 zeros. `sequence` counts from 1 without gaps.
///
/// The rule in Python, for a file that ``History/file`` wrote:
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
/// A device's signature (``DeviceEvidence``) is over the same `form` of an event whose `device` has lost its member
/// `signature`; in Python, with the package cryptography:
///
///     device = event["device"]
///     proof = base64.b64decode(device.pop("signature"))
///     form = json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
///     key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), base64.b64decode(device["publicKey"]))
///     r, s = (int.from_bytes(half, "big") for half in (proof[:32], proof[32:]))
///     key.verify(encode_dss_signature(r, s), form.encode(), ec.ECDSA(hashes.SHA256()))
public struct Event: Hashable, Sendable {
    /// From 1.
    public let sequence: Int
    public let envelopeID: EnvelopeID
    /// When, to the millisecond.
    public let at: Date
    public let actor: EventActor
    /// The idempotency key of the command that caused it.
    public let commandKey: String?
    public let body: EventBody
    /// What the device that recorded it says, under its signature; nil where the service recorded it.
    public let device: DeviceEvidence?
    /// The hash of the event before; 64 zeros for the first.
    public let previousHash: BlobHash
    /// The hash of this event; ``isHashRight`` says whether it is what the rule gives.
    public let hash: BlobHash
    /// Whether the hash is what the byte rule gives. Found out once, as an event never changes.
    public let isHashRight: Bool

    /// Makes an event and its hash.
    ///
    /// - Throws: ``HistoryError/unwritable(sequence:reason:)`` when the body cannot be written in canonical form,
    ///   which happens only to a definition that ``EnvelopeDefinition/problems(whenSending:)`` refuses.
    public init(
        sequence: Int, envelopeID: EnvelopeID, at: Date, actor: EventActor, commandKey: String?, body: EventBody,
        device: DeviceEvidence? = nil, previousHash: BlobHash
    ) throws(HistoryError) {
        self.sequence = sequence
        self.envelopeID = envelopeID
        self.at = Timestamp.quantised(at)
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
    /// - Parameter sequence: the place that the event should have, named in errors.
    /// - Throws: ``HistoryError/unreadable(sequence:reason:)`` when the bytes are no event,
    ///   ``HistoryError/notCanonical(sequence:)`` when they could have been written otherwise, and
    ///   ``HistoryError/wrongHash(sequence:)``.
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

    /// The event as it is written, hash included.
    public func canonicalBytes() throws(HistoryError) -> Data {
        try link(withHash: true).canonicalBytes()
    }

    private func link(withHash: Bool) -> Link {
        Link(
            sequence: sequence, envelopeID: envelopeID, at: at, actor: actor, commandKey: commandKey, body: body,
            device: device, previousHash: previousHash, hash: withHash ? hash : nil)
    }

    /// The same event with other evidence, after an event with another hash.
    func recorded(evidence: DeviceEvidence?, after previous: BlobHash) throws(HistoryError) -> Event {
        try Event(
            sequence: sequence, envelopeID: envelopeID, at: at, actor: actor, commandKey: commandKey, body: body,
            device: evidence, previousHash: previous)
    }

    /// What a device signs: the event without its hash and without the signature itself.
    func deviceSignedBytes() throws(HistoryError) -> Data {
        var link = link(withHash: false)
        link.device?.signature = nil
        return try link.canonicalBytes()
    }
}

extension Event: Codable {
    /// Takes the hash as it stands; ``isHashRight`` and ``History`` judge it.
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

    public func encode(to encoder: any Encoder) throws {
        try link(withHash: true).encode(to: encoder)
    }
}

/// The members of an event as they are written, with or without the hash.
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
