import Envelopes
import Foundation

/// An envelope that is fully signed here and that the server has not confirmed.
package struct PendingEnvelope: Sendable, Hashable {
    package var id: EnvelopeID
    /// The template that the envelope was made from, for listeners.
    package var template: TemplateID?
    /// The number of the last event that the server is known to have; 0 for an envelope made on this device.
    package var confirmedSequence: Int
    /// Whether an earlier upload got no answer; if so, the server is asked first.
    package var mayHaveArrived: Bool
    /// The time of the first upload whose outcome is unknown; `nil` if there is none, or the time is not known.
    package var sentAt: Date?

    package init(
        id: EnvelopeID, template: TemplateID? = nil, confirmedSequence: Int = 0, mayHaveArrived: Bool = false,
        sentAt: Date? = nil
    ) {
        self.sentAt = sentAt
        self.id = id
        self.template = template
        self.confirmedSequence = confirmedSequence
        self.mayHaveArrived = mayHaveArrived
    }
}

/// The result of a step of a sync. The store saves it before the sync continues.
package enum SyncProgress: Sendable, Hashable {
    /// An upload is about to start whose answer may be lost. Nothing is added to the envelope until another case is
    /// recorded.
    case sending
    /// The server was asked and has nothing of the envelope: the earlier upload did not arrive and is repeated.
    case absent
    /// The server has the events up to number `through`. The local copy may be removed without an export only if those
    /// are all events and the server keeps histories.
    case confirmed(SyncReceipt, through: Int)
    /// The upload failed and the envelope stays pending; `reason` is one sentence.
    case failed(reason: String)
    /// The envelope is not uploaded again automatically, and never discarded.
    case conflict(SyncEngine.Conflict)
}

extension SyncEngine {
    /// The server contradicts the device about an envelope, and a person has to decide; with the server's answer.
    public struct Conflict: Sendable, Hashable, Codable {
        /// In what way the server contradicts the device.
        public enum Reason: String, Sendable, Hashable, Codable {
            /// Conflict: the server's envelope has changed in another way.
            case changedOnServer
            /// The sender voided the envelope, or a recipient declined.
            case ended
            /// The upload may have succeeded, but the server no longer knows.
            case outcomeUnknown
            /// The server rejected the envelope as it is.
            case refused
        }

        /// In what way the server contradicts the device.
        public var reason: Reason
        /// One sentence.
        public var message: String
        /// The server's history of the envelope, if it sent one.
        public var serverHistory: Data?

        /// - Parameters:
        ///   - message: one sentence
        ///   - serverHistory: the server's history of the envelope; `nil` if it sent none
        public init(_ reason: Reason, message: String, serverHistory: Data? = nil) {
            self.reason = reason
            self.message = message
            self.serverHistory = serverHistory
        }
    }
}

/// A server's confirmation that it accepted an envelope.
package struct SyncReceipt: Sendable, Hashable, Codable {
    /// The envelope's id on the server: the same at a Countersign service, different elsewhere.
    package var serverID: String
    package var status: String
    /// The server's last event: its number, and below its hash; 0 and empty for a server that keeps no history.
    package var lastSequence: Int
    package var lastHash: String
    /// The hash in the server's chain at the position of the last uploaded event; `nil` for a server that keeps no
    /// history.
    package var confirmedHash: String?
    /// The SHA-256 of the newest version of each document on the server, by document id; empty if the server does not
    /// say.
    package var documents: [String: String]

    package init(
        serverID: String, status: String, lastSequence: Int = 0, lastHash: String = "",
        confirmedHash: String? = nil, documents: [String: String] = [:]
    ) {
        self.serverID = serverID
        self.status = status
        self.lastSequence = lastSequence
        self.lastHash = lastHash
        self.confirmedHash = confirmedHash
        self.documents = documents
    }

    /// Whether the server has the events themselves.
    package var isOfHistory: Bool { lastSequence > 0 }
}

/// The part of the device's store that a sync needs.
package protocol SyncStore: Sendable {
    /// Returns all pending envelopes, oldest first.
    func pendingEnvelopes() async throws -> [PendingEnvelope]

    /// Returns why an envelope is not pending; `nil` if it is pending or already uploaded.
    func obstacle(toSyncing id: EnvelopeID) async throws -> OfflineObstacle?

    func history(of id: EnvelopeID) async throws -> History

    func blob(_ hash: BlobHash) async throws -> Data

    /// Records the result of a step. It is durable before this returns.
    func note(_ progress: SyncProgress, of id: EnvelopeID) async throws
}
