import DocuSignDialect
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The calls about the log and the failures of Connect.
struct ConnectRecordRoutes {
    let store: SQLConnectStore
    let jobs: any JobQueue
    let ledger: EnvelopeLedger
    /// The maximum size of a request body, in bytes.
    let requestLimit: Int
    package let now: @Sendable () -> Date

    private static let dates: Set<String> = ["from_date", "to_date"]

    func routes(below connect: String) -> [APIRoute] {
        [
            .dialect(.get, "\(connect)/logs", reading: Self.dates) { try await log($0) },
            .dialect(.delete, "\(connect)/logs") { try await removeLog($0) },
            .dialect(.get, "\(connect)/logs/:logId", reading: ["additional_info"]) { try await logEntry($0) },
            .dialect(.delete, "\(connect)/logs/:logId") { try await removeLog($0) },
            .dialect(.get, "\(connect)/failures", reading: Self.dates) { try await failures($0) },
            .dialect(.delete, "\(connect)/failures/:failureId") { try await removeFailure($0) },
            .dialect(.put, "\(connect)/envelopes/retry_queue") { try await retryMany($0) },
            .dialect(.put, "\(connect)/envelopes/:envelopeId/retry_queue") { try await retryOne($0) },
        ]
    }

    private func log(_ request: ServiceCall) async throws -> HTTPReply {
        let selection = try selection(request)
        let found = try await store.log(selection)
        return try .json(Wire.ConnectLogs(logs: found.map { Wire.ConnectLog(logged: $0) }))
    }

    private func logEntry(_ request: ServiceCall) async throws -> HTTPReply {
        let id = request.parameters["logId"] ?? ""
        let accountID = try request.requireIdentity().accountID
        guard let found = try await store.log(ConnectSelection(accountID: accountID, id: id.lowercased())).first else {
            throw Self.unknown(id)
        }
        var entry = Wire.ConnectLog(logged: found)
        if request.query["additional_info"]?.lowercased() == "true" {
            let event = found.order.event
            let about = event.recipientID.map { " of recipient \($0)" } ?? ""
            entry.connectDebugLog = [
                Wire.ConnectDebugLog(
                    connectConfig: found.configurationName, at: found.lastTriedAt,
                    eventDescription: "\(event.name.rawValue)\(about): \(found.error ?? "delivered")")
            ]
        }
        return try .json(entry)
    }

    private func removeLog(_ request: ServiceCall) async throws -> HTTPReply {
        let id = request.parameters["logId"]?.lowercased()
        let count = try await store.removeLog(id, of: request.requireIdentity().accountID)
        if let id, count == 0 { throw Self.unknown(id) }
        return try .json(Wire.ConnectDeleteFailureResult())
    }

    private func failures(_ request: ServiceCall) async throws -> HTTPReply {
        let selection = try selection(request)
        let found = try await store.failures(selection)
        return try .json(Wire.ConnectLogs(failures: found.map { Wire.ConnectLog(failed: $0) }))
    }

    private func removeFailure(_ request: ServiceCall) async throws -> HTTPReply {
        let id = request.parameters["failureId"]?.lowercased() ?? ""
        guard try await store.removeFailure(id, of: request.requireIdentity().accountID) else {
            throw Self.unknown(id)
        }
        return try .json(Wire.ConnectDeleteFailureResult())
    }

    private static func unknown(_ id: String) -> APIError {
        APIError(.connectDoesNotExist, "There is no Connect record \(id.prefix(64)).")
    }

    private func selection(
        _ request: ServiceCall
    ) throws -> ConnectSelection {
        func date(_ name: String) throws(APIError) -> Date? {
            guard let text = request.query[name], !text.isEmpty else { return nil }
            guard let date = WireDate.date(text) else {
                throw APIError(
                    .invalidRequestParameter,
                    "The query parameter \(name) is not a date such as 2026-11-21 or 2026-11-21T09:15:00Z.")
            }
            return date
        }
        let accountID = try request.requireIdentity().accountID
        return ConnectSelection(accountID: accountID, from: try date("from_date"), to: try date("to_date"))
    }

    // MARK: Sending again

    private func retryOne(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.envelope(named: request)
        return try .json(Wire.ConnectFailureResults(try await queued(envelope)))
    }

    private func retryMany(_ request: ServiceCall) async throws -> HTTPReply {
        let body = try await request.decoded(Wire.ConnectFailureFilter.self, limit: requestLimit)
        let accountID = try request.requireIdentity().accountID
        guard let names = body.envelopeIds, !names.isEmpty else {
            throw APIError(.invalidRequestParameter, "envelopeIds is missing.")
        }
        var results: [Wire.ConnectFailureResult] = []
        var seen: Set<String> = []
        for name in names where seen.insert(name.lowercased()).inserted {
            guard let id = EnvelopeID(rawValue: name), let envelope = try await ledger.events.envelope(id),
                envelope.accountID == accountID
            else {
                results.append(
                    Wire.ConnectFailureResult(
                        envelopeId: name, status: "failed",
                        statusMessage: "There is no envelope \(name.prefix(64))."))
                continue
            }
            results += try await queued(envelope)
        }
        return try .json(Wire.ConnectFailureResults(results))
    }

    /// Queues the messages of an envelope that were not delivered; without any, those of its newest event.
    private func queued(_ envelope: Envelope) async throws -> [Wire.ConnectFailureResult] {
        let failed = try await store.failures(
            ConnectSelection(accountID: envelope.accountID, envelopeID: envelope.id))
        let configurations = try await store.configurations(of: envelope.accountID)
        for configuration in configurations where try await store.health(of: configuration.id).pausedAt != nil {
            guard failed.contains(where: { $0.order.source == .configuration(configuration.id) }) else { continue }
            try await store.resume(configuration.id)
            try await jobs.wake(WebhookOrder.target(of: configuration.id), at: now())
        }
        let orders =
            failed.isEmpty
            ? WebhookOrder.newestOrders(of: try await ledger.history(envelope.id), configurations: configurations)
            : failed.map(\.order)
        guard !orders.isEmpty else {
            return [
                Wire.ConnectFailureResult(
                    envelopeId: envelope.id.rawValue, status: "nothing_to_send",
                    statusMessage: "No configuration has asked for an event of the envelope.")
            ]
        }
        try await jobs.add(orders.map { try $0.job() }, at: now())
        return orders.map { order in
            let url: String? =
                switch order.source {
                case .configuration(let id): configurations.first { $0.id == id }?.notification.url
                case .notification(let index):
                    envelope.definition.eventNotifications.dropFirst(index).first?.url
                }
            return Wire.ConnectFailureResult(
                configId: order.source.rawValue, configUrl: url, envelopeId: envelope.id.rawValue, status: "queued",
                statusMessage: "\(order.event.name.rawValue) is going to be sent again.")
        }
    }
}

extension Wire.ConnectLog {
    private init(_ record: ConnectRecord) {
        self.init(
            accountId: record.order.accountID, configUrl: record.url, connectId: record.order.source.rawValue,
            created: record.createdAt, email: record.sender.email, envelopeId: record.order.envelopeID.rawValue,
            error: record.error, lastTry: record.lastTriedAt, retryCount: record.retryCount,
            status: record.envelopeStatus, subject: record.emailSubject, userName: record.sender.name)
    }

    init(logged record: ConnectRecord) {
        self.init(record)
        logId = record.id
        logUri = "/connect/logs/\(record.id)"
    }

    init(failed record: ConnectRecord) {
        self.init(record)
        failureId = record.id
        failureUri = "/connect/failures/\(record.id)"
        retryUri = "/connect/envelopes/\(record.order.envelopeID)/retry_queue"
    }
}
