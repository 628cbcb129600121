import Envelopes
import Essentials
import Foundation

/// An error of a store.
public enum StorageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Another writer appended to the envelope first; `expected` is the number of the last event that this writer had
    /// seen.
    case conflict(envelope: EnvelopeID, expected: Int)
    /// Another envelope of this account already has this transaction id.
    case duplicateTransaction(id: String)
    /// No envelope has this id.
    case unknownEnvelope(EnvelopeID)
    /// A blob that an event names is missing.
    case missingBlob(BlobHash)
    /// A blob's bytes do not match its hash.
    case damagedBlob(BlobHash)
    /// A file or folder could not be read or written; `reason` is the system's message.
    case file(path: String, reason: String)
    /// The disk, or this user's share of it, is full; `what` could not be written.
    case full(what: String)
    /// The database failed; `reason` is its message.
    case database(reason: String)
    /// The database is away or busy, and nothing was stored; the same may succeed later.
    case unavailable(reason: String)
    /// Stored bytes that this program cannot read.
    case unreadable(what: String, reason: String)

    /// One sentence with the envelope's id, the hash or the path.
    public var description: String {
        switch self {
        case .conflict(let envelope, let expected):
            "Envelope \(envelope.rawValue) has changed since event \(expected)."
        case .duplicateTransaction(let id):
            "An envelope with the transaction id \(id) exists already."
        case .unknownEnvelope(let id):
            "There is no envelope \(id.rawValue)."
        case .missingBlob(let hash):
            "The stored document \(hash.rawValue) is missing."
        case .damagedBlob(let hash):
            "The stored document \(hash.rawValue) is damaged: its bytes do not match its hash."
        case .file(let path, let reason):
            "\(path): \(reason)."
        case .full(let what):
            "\(what) cannot be written: the disk is full."
        case .database(let reason):
            "The database: \(reason)."
        case .unavailable(let reason):
            "The database: \(reason)."
        case .unreadable(let what, let reason):
            "\(what) cannot be read: \(reason)."
        }
    }
}

extension StorageError {
    /// Distinguishes a full disk from other failures.
    public init(_ problem: FileProblem) {
        switch problem {
        case .full(let path): self = .full(what: path)
        case .failed(let path, let reason): self = .file(path: path, reason: reason)
        }
    }

    /// Returns an error with the system's message for the last failed call on `url`.
    public static func system(_ url: URL) -> StorageError { StorageError(FileProblem.system(url)) }
}
