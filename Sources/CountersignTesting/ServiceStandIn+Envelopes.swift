import EnvelopeService
import Envelopes
import Foundation

import struct Countersign.AccountDetails

extension StandInUser {
    /// What the library logs in with, beside the access token.
    public var account: AccountDetails {
        AccountDetails(accountID: accountID, userID: userID, userName: name, email: email, accountName: name)
    }
}

extension ServiceStandIn {
    /// Makes an envelope from the JSON body of `POST …/envelopes`, as a program of the sender's does.
    ///
    /// - Throws: what the service would refuse.
    public func createEnvelope(_ body: Data, from user: StandInUser) async throws -> EnvelopeID {
        let identity = Identity(
            accountID: user.accountID, userID: user.userID, accountName: user.name, name: user.name, email: user.email,
            createdAt: now)
        return try await service.createEnvelope(body, for: identity).id
    }

    /// Takes an envelope back, as its sender does somewhere else.
    public func void(_ id: EnvelopeID, reason: String, by user: StandInUser) async throws {
        _ = try await service.ledger.perform(
            .void(reason: reason), on: id,
            CommandContext(at: now, actor: Actor(kind: .sender, id: user.userID, name: user.name)))
    }
}
