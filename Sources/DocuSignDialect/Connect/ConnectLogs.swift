import Envelopes
import Foundation

extension Wire {
    /// The answer to `GET …/connect/logs` and `GET …/connect/failures`.
    package struct ConnectLogs: Codable, Hashable, Sendable {
        package var logs: [ConnectLog]?
        package var failures: [ConnectLog]?
        package var totalRecords: String

        package init(logs: [ConnectLog]) {
            self.logs = logs
            totalRecords = String(logs.count)
        }

        package init(failures: [ConnectLog]) {
            self.failures = failures
            totalRecords = String(failures.count)
        }
    }

    /// An entry of the log, or a failure.
    package struct ConnectLog: Codable, Hashable, Sendable {
        package var accountId: String
        package var configUrl: String
        package var connectId: String
        package var created: String
        package var email: String
        package var envelopeId: String
        package var error: String?
        package var failureId: String?
        package var failureUri: String?
        package var lastTry: String
        package var logId: String?
        package var logUri: String?
        package var retryCount: String
        package var retryUri: String?
        package var status: String
        package var subject: String
        package var userName: String
        package var connectDebugLog: [ConnectDebugLog]?

        package init(
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
    package struct ConnectDebugLog: Codable, Hashable, Sendable {
        package var connectConfig: String
        package var eventDateTime: String
        package var eventDescription: String
        package var payload: String?

        package init(connectConfig: String, at date: Date, eventDescription: String) {
            self.connectConfig = connectConfig
            eventDateTime = WireDate.text(date)
            self.eventDescription = eventDescription
        }
    }

    /// The body of `PUT …/connect/envelopes/retry_queue`.
    package struct ConnectFailureFilter: WireRecord, Codable, Hashable, Sendable {
        package var envelopeIds: [String]?

        static let members: [WireMember<Self>] = [
            .only("false", "synchronous"),
            .texts("envelopeIds", \.envelopeIds),
        ]
    }

    /// The answer to a request to send messages again.
    package struct ConnectFailureResults: Codable, Hashable, Sendable {
        package var retryQueue: [ConnectFailureResult]

        package init(_ retryQueue: [ConnectFailureResult]) { self.retryQueue = retryQueue }
    }

    /// A message that is sent again, or the reason why an envelope has none.
    package struct ConnectFailureResult: Codable, Hashable, Sendable {
        package var configId: String?
        package var configUrl: String?
        package var envelopeId: String
        package var status: String
        package var statusMessage: String

        package init(
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
    package struct ConnectDeleteFailureResult: Codable, Hashable, Sendable {
        package init() {}
    }
}
