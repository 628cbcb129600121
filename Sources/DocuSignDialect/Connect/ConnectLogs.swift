import Envelopes
import Foundation

extension Wire {
    /// The answer to `GET …/connect/logs` and `GET …/connect/failures`.
    public struct ConnectLogs: Codable, Hashable, Sendable {
        public var logs: [ConnectLog]?
        public var failures: [ConnectLog]?
        public var totalRecords: String

        public init(logs: [ConnectLog]) {
            self.logs = logs
            totalRecords = String(logs.count)
        }

        public init(failures: [ConnectLog]) {
            self.failures = failures
            totalRecords = String(failures.count)
        }
    }

    /// An entry of the log, or a failure.
    public struct ConnectLog: Codable, Hashable, Sendable {
        public var accountId: String
        public var configUrl: String
        public var connectId: String
        public var created: String
        public var email: String
        public var envelopeId: String
        public var error: String?
        public var failureId: String?
        public var failureUri: String?
        public var lastTry: String
        public var logId: String?
        public var logUri: String?
        public var retryCount: String
        public var retryUri: String?
        public var status: String
        public var subject: String
        public var userName: String
        public var connectDebugLog: [ConnectDebugLog]?

        public init(
            accountId: String, configUrl: String, connectId: String, created: Date, email: String,
            envelopeId: String, error: String?, lastTry: Date, retryCount: Int, status: EnvelopeStatus,
            subject: String, userName: String
        ) {
            self.accountId = accountId
            self.configUrl = configUrl
            self.connectId = connectId
            self.created = WireDate.text(created)
            self.email = email
            self.envelopeId = envelopeId
            self.error = error
            self.lastTry = WireDate.text(lastTry)
            self.retryCount = String(retryCount)
            self.status = status.rawValue
            self.subject = subject
            self.userName = userName
        }
    }

    /// What happened at one attempt.
    public struct ConnectDebugLog: Codable, Hashable, Sendable {
        public var connectConfig: String
        public var eventDateTime: String
        public var eventDescription: String
        public var payload: String?

        public init(connectConfig: String, at date: Date, eventDescription: String) {
            self.connectConfig = connectConfig
            eventDateTime = WireDate.text(date)
            self.eventDescription = eventDescription
        }
    }

    /// The body of `PUT …/connect/envelopes/retry_queue`.
    public struct ConnectFailureFilter: WireRecord, Codable, Hashable, Sendable {
        public var envelopeIds: [String]?

        static let members: [WireMember<Self>] = [
            .only("false", "synchronous"),
            .texts("envelopeIds", \.envelopeIds),
        ]
    }

    /// The answer to a request to send messages again.
    public struct ConnectFailureResults: Codable, Hashable, Sendable {
        public var retryQueue: [ConnectFailureResult]

        public init(_ retryQueue: [ConnectFailureResult]) { self.retryQueue = retryQueue }
    }

    /// A message that is sent again, or the reason why an envelope has none.
    public struct ConnectFailureResult: Codable, Hashable, Sendable {
        public var configId: String?
        public var configUrl: String?
        public var envelopeId: String
        public var status: String
        public var statusMessage: String

        public init(
            configId: String? = nil, configUrl: String? = nil, envelopeId: String, status: String,
            statusMessage: String
        ) {
            self.configId = configId
            self.configUrl = configUrl
            self.envelopeId = envelopeId
            self.status = status
            self.statusMessage = statusMessage
        }
    }

    /// The answer to a deletion: an empty object.
    public struct ConnectDeleteFailureResult: Codable, Hashable, Sendable {
        public init() {}
    }
}
