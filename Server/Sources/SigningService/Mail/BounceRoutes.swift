import Delivery
import EnvelopeService
import Foundation
import HTTPMessages
import Ledger

/// `POST /mail/bounces`: another program sends a message that came back.
struct BounceRoutes {
    let intake: BounceIntake
    let requestLimit: Int

    var routes: [APIRoute] {
        [APIRoute(.post, "mail/bounces", needsToken: false) { try await take($0) }]
    }

    private struct Answer: Encodable {
        let outcome: ReturnOutcome
        let message: String
    }

    private func take(_ request: ServiceCall) async throws -> HTTPReply {
        let words = request.headers[.authorization]?.split(separator: " ") ?? []
        guard words.count == 2, words[0].lowercased() == "bearer",
            try await intake.isSecret(Secret(text: String(words[1])))
        else {
            return try APIRefusal(
                401, "USER_AUTHENTICATION_FAILED",
                "The request needs “Authorization: Bearer” and the secret that countersign mail secret prints."
            ).answer()
        }
        let message = try await request.body.data(limit: requestLimit)
        do {
            let outcome = try await intake.take(message, deliveredTo: request.query["for"])
            return try .json(
                Answer(outcome: outcome, message: outcome.sentence), status: outcome.isRefusal ? 404 : 200)
        } catch let error as BounceError {
            return try APIRefusal(409, "INVALID_REQUEST_PARAMETER", error.description).answer()
        }
    }
}
