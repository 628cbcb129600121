import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The calls about when an envelope is sent and where its routing waits.
struct WorkflowRoutes {
    let changes: EnvelopeChanges
    let requestLimit: Int

    private static let workflow = "restapi/v2.1/accounts/:accountId/envelopes/:envelopeId/workflow"

    var routes: [APIRoute] {
        [
            .dialect(.get, Self.workflow) { try await show($0) },
            .dialect(.put, Self.workflow) { try await change($0) },
            .dialect(.delete, Self.workflow) { try await remove($0) },
        ]
    }

    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        return try .json(Wire.Workflow(await changes.ledger.envelope(named: request)))
    }

    /// Replaces the workflow, or resumes if the body has a status only.
    private func change(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        let body = try await request.decoded(Wire.Workflow.self, limit: requestLimit)
        let command: Command
        if body.saysWhen {
            command = .changeWorkflow(body.workflow)
        } else if body.workflowStatus == "in_progress" {
            command = try envelope.resuming()
        } else {
            throw APIError(.invalidRequestParameter, "workflowSteps or scheduledSending is missing.")
        }
        return try .json(Wire.Workflow(await perform(command, on: envelope, request)))
    }

    private func remove(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        _ = try await perform(.changeWorkflow(nil), on: envelope, request)
        return HTTPReply(status: 200)
    }

    private func perform(
        _ command: Command, on envelope: Envelope, _ request: ServiceCall
    ) async throws -> Envelope {
        try await changes.ledger.perform(command, on: envelope.id, changes.context(request))
    }
}

extension Envelope {
    /// The command that ends the pause that holds the envelope.
    func resuming() throws(EnvelopeError) -> Command {
        guard let held = heldOrder else { throw .notPaused }
        return .resume(before: held.order)
    }
}
