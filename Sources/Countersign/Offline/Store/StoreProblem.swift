import DescribedErrors
import Envelopes
import Ledger

/// Why an operation on the device's store failed.
public enum StoreProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file or folder could not be used; `reason` is the system's own sentence.
    case file(path: String, reason: String, underlying: UnderlyingError? = nil)
    case database(reason: String, underlying: UnderlyingError? = nil)
    /// No envelope with this id is on the device.
    case notCached(EnvelopeID)
    case alreadyCached(EnvelopeID)
    /// Somebody else changed the envelope meanwhile.
    case conflict(EnvelopeID)
    case missingBlob(BlobHash)
    /// A blob's bytes differ from those that were stored.
    case damagedBlob(BlobHash)
    /// The stored envelope cannot be read.
    case damaged(EnvelopeID, reason: String)
    /// Removing these envelopes would lose signatures, declines, consent or values that the server lacks. To remove
    /// them, pass an export of each.
    case unsyncedSignatures([EnvelopeID])
    /// The envelope is being uploaded.
    case syncing(EnvelopeID)
    /// The operation is not possible in this state.
    case wrongState(EnvelopeID, CachedEnvelope.State)

    /// The error of the system or of another library, if there is one.
    public var underlyingError: (any Error)? {
        switch self {
        case .file(_, _, let underlying), .database(_, let underlying): underlying?.error
        default: nil
        }
    }

    /// One sentence for a person; without secrets, but with the path of a file that failed.
    public var description: String {
        switch self {
        case .file(let path, let reason, _): "\(path): \(reason)."
        case .database(let reason, _): "The device's database: \(reason)."
        case .notCached(let id): "Envelope \(id) is not on this device."
        case .alreadyCached(let id): "Envelope \(id) is on this device already."
        case .conflict(let id): "Conflict: envelope \(id) has changed in the meantime."
        case .missingBlob(let hash): "The file \(hash) is missing on this device."
        case .damagedBlob(let hash): "The file \(hash) on this device is damaged."
        case .damaged(let id, let reason): "Envelope \(id) on this device cannot be read: \(reason)"
        case .unsyncedSignatures(let ids):
            "These envelopes would lose changes that the server lacks: \(ids.map(\.rawValue).joined(separator: ", "))."
        case .syncing(let id): "Envelope \(id) is being uploaded to the server."
        case .wrongState(let id, let state): "Envelope \(id) is \(state.rawValue) on this device."
        }
    }
}

extension StoreProblem {
    init(_ error: StorageError) {
        self =
            switch error {
            case .conflict(let id, _): .conflict(id)
            case .unknownEnvelope(let id): .notCached(id)
            case .missingBlob(let hash): .missingBlob(hash)
            case .damagedBlob(let hash): .damagedBlob(hash)
            case .file(let path, let reason): .file(path: path, reason: reason)
            case .full(let what): .file(path: what, reason: "the disk is full")
            case .database(let reason), .unavailable(let reason): .database(reason: reason)
            case .duplicateTransaction, .unreadable: .database(reason: error.description)
            }
    }
}
