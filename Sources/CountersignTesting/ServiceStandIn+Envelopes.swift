import EnvelopeService
import Envelopes
import Foundation
import HTTPMessages

import struct Countersign.AccountDetails
import enum Countersign.CountersignError

extension StandInUser {
    /// The account to log in with, beside the access token.
    public var account: AccountDetails {
        AccountDetails(accountID: accountID, userID: userID, userName: name, email: email, accountName: name)
    }
}

extension ServiceStandIn {
    /// Makes an envelope from the JSON body of `POST …/envelopes`, as the sender's own program would.
    ///
    /// - Throws: the service's error
    public func createEnvelope(_ body: Data, from user: StandInUser) async throws -> EnvelopeID {
        let identity = Identity(
            accountID: user.accountID, userID: user.userID, accountName: user.name, name: user.name, email: user.email,
            createdAt: now)
        return try await service.createEnvelope(body, for: identity).id
    }

    /// Makes a template from the JSON body of `POST …/templates`, as the user's own program would. Faults do not apply.
    ///
    /// - Throws: ``CountersignError/refused(status:code:message:trace:)`` with the service's error
    public func createTemplate(_ body: Data, from user: StandInUser) async throws -> TemplateID {
        let path = "/restapi/v2.1/accounts/\(user.accountID)/templates"
        let answer = await service.answer(
            ServiceCall(
                HTTPCall(
                    .post, path,
                    headers: [
                        .contentType: "application/json",
                        .authorization: "Bearer \(renewToken(of: user).accessToken)",
                    ], body: body), remoteAddress: "127.0.0.1", base: address))
        struct Made: Decodable {
            let templateId: String?
            let errorCode: String?
            let message: String?
        }
        let made = try? JSONDecoder().decode(Made.self, from: answer.body)
        guard answer.status == 201, let id = made?.templateId.flatMap(TemplateID.init(rawValue:)) else {
            throw CountersignError.refused(
                status: answer.status, code: made?.errorCode, message: made?.message ?? "There is no template.",
                trace: nil)
        }
        return id
    }

    /// Voids an envelope, as if its sender did so elsewhere.
    public func void(_ id: EnvelopeID, reason: String, by user: StandInUser) async throws {
        _ = try await service.ledger.perform(
            .void(reason: reason), on: id,
            CommandContext(at: now, actor: EventActor(kind: .sender, id: user.userID, name: user.name)))
    }
}
