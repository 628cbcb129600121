/// The reason why a history is invalid, and the event from which on it is.
public enum HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The history has no event.
    case empty
    /// The bytes at this position are not an event.
    case unreadable(sequence: Int, reason: String)
    /// The event could not be written.
    case unwritable(sequence: Int, reason: String)
    /// The bytes of the event are not in canonical form.
    case notCanonical(sequence: Int)
    /// The event's number does not match its position.
    case wrongSequence(sequence: Int, found: Int)
    /// The event belongs to another envelope.
    case foreignEnvelope(sequence: Int, EnvelopeID)
    /// The event does not name the hash of the event before.
    case wrongPreviousHash(sequence: Int)
    /// The event's hash does not match its content.
    case wrongHash(sequence: Int)
    /// The event names a device that recorded it, but lacks a valid signature of that device.
    case wrongDeviceSignature(sequence: Int)
    /// The event is intact, but impossible after the events before it.
    case impossible(sequence: Int, reason: String)

    /// The number of the first event that breaks the chain, from 1; 0 for an empty history.
    public var sequence: Int {
        switch self {
        case .empty: 0
        case .unreadable(let sequence, _), .unwritable(let sequence, _), .notCanonical(let sequence),
            .wrongSequence(let sequence, _), .foreignEnvelope(let sequence, _), .wrongPreviousHash(let sequence),
            .wrongHash(let sequence), .wrongDeviceSignature(let sequence), .impossible(let sequence, _):
            sequence
        }
    }

    /// One English sentence, with the number of the event.
    public var description: String {
        switch self {
        case .empty: "The history has no event."
        case .unreadable(let sequence, let reason): "Event \(sequence) cannot be read: \(reason)."
        case .unwritable(let sequence, let reason): "Event \(sequence) cannot be written: \(reason)."
        case .notCanonical(let sequence): "Event \(sequence) is not written in canonical form."
        case .wrongSequence(let sequence, let found): "Event \(sequence) is numbered \(found)."
        case .foreignEnvelope(let sequence, let id): "Event \(sequence) belongs to envelope \(id)."
        case .wrongPreviousHash(let sequence): "Event \(sequence) does not follow the event before it."
        case .wrongHash(let sequence): "Event \(sequence) was changed after it was written."
        case .wrongDeviceSignature(let sequence):
            "Event \(sequence) does not have the signature of the device that it names."
        case .impossible(let sequence, let reason): "Event \(sequence) cannot have happened: \(reason)."
        }
    }
}
