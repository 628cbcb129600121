import Envelopes
import Foundation

/// An envelope that is signed here as far as it can be, and that the server has not confirmed.
package struct PendingEnvelope: Sendable, Hashable {
    package var id: EnvelopeID
    /// The template that it was made from, for whoever listens.
    package var template: String?
    /// The number of the last event that the server is known to have: 0 for an envelope made on this device.
    package var confirmedSequence: Int
    /// Whether something was sent before and no answer came: then the server is asked first.
    package var mayHaveArrived: Bool
    /// When the first thing was sent of which no answer tells what became of it; nil where there is none, or nobody
    /// knows.
    package var sentAt: Date?

    package init(
        id: EnvelopeID, template: String? = nil, confirmedSequence: Int = 0, mayHaveArrived: Bool = false,
        sentAt: Date? = nil
    ) {
        self.sentAt = sentAt
        self.id = id
        self.template = template
        self.confirmedSequence = confirmedSequence
        self.mayHaveArrived = mayHaveArrived
    }
}

/// What became of an envelope during a sync; the store keeps it before the sync goes on.
package enum SyncProgress: Sendable, Hashable {
    /// Something is about to be sent whose answer may be lost. From here on nothing is added to the envelope until one
    /// of the others is noted.
    case sending
    /// The server, asked, has nothing of it: what was sent before has not arrived, and it is sent again.
    case absent
    /// The server has the events up to the one of number `through`. Only where that is all of them and the server keeps
    /// histories may the local copy be removed without more ado.
    case confirmed(SyncReceipt, through: Int)
    /// It stays pending; `reason` is one sentence.
    case failed(reason: String)
    /// It is never sent again by itself and never dropped.
    case setAside(SyncEngine.SetAside)
}

extension SyncEngine {
    /// Why an envelope was set aside, with what the server had to say.
    public struct SetAside: Sendable, Hashable, Codable {
        public enum Reason: String, Sendable, Hashable, Codable {
            /// The envelope went on at the server in another way.
            case changedOnServer
            /// The sender took it back, or a recipient declined.
            case ended
            /// It may have arrived at a server that no longer says.
            case outcomeUnknown
            /// The server will not take it as it is.
            case refused
        }

        public var reason: Reason
        /// One sentence.
        public var message: String
        /// The server's history of the envelope, if it gave one.
        public var serverHistory: Data?

        public init(_ reason: Reason, message: String, serverHistory: Data? = nil) {
            self.reason = reason
            self.message = message
            self.serverHistory = serverHistory
        }
    }
}

/// What the server said when it had taken an envelope.
package struct SyncReceipt: Sendable, Hashable, Codable {
    /// The envelope's id at the server: the same one at ours, another one elsewhere.
    package var serverID: String
    package var status: String
    /// Of the server's last event; 0 and empty for a server that keeps no history.
    package var lastSequence: Int
    package var lastHash: String
    /// The hash that stands in the server's chain in the place of the last event that was sent; nil for a server that
    /// keeps no history.
    package var confirmedHash: String?
    /// The SHA-256 of the newest version of each document at the server, by document id; empty for a server that does
    /// not say.
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

    /// Whether it is from a server that has the events themselves.
    package var isOfHistory: Bool { lastSequence > 0 }
}

/// What a sync needs of the device's store.
package protocol SyncStore: Sendable {
    /// All that is pending, oldest first.
    func pendingEnvelopes() async throws -> [PendingEnvelope]

    /// Why an envelope is not pending; nil for one that is, and for one that has arrived.
    func obstacle(toSyncing id: EnvelopeID) async throws -> OfflineObstacle?

    func history(of id: EnvelopeID) async throws -> History

    func blob(_ hash: BlobHash) async throws -> Data

    /// Keeps what became of an envelope, durably before it returns.
    func note(_ progress: SyncProgress, of id: EnvelopeID) async throws
}
