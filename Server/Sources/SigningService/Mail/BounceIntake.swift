import Accounts
import Delivery
import Envelopes
import Foundation
import Ledger
import Mail

/// The reason why no returned message can be taken in.
public enum BounceError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The service was never started with a return address.
    case noReturnAddress

    /// One sentence for the operator.
    public var description: String {
        switch self {
        case .noReturnAddress:
            "The service has no return address; start it with countersign serve --return-address."
        }
    }
}

/// Takes in messages that come back, also while a service is running on the same data.
public struct BounceIntake: Sendable {
    private let ledger: EnvelopeLedger
    private let returns: SQLReturnStore
    private let accounts: AccountStore
    private let now: @Sendable () -> Date

    init(
        ledger: EnvelopeLedger, returns: SQLReturnStore, accounts: AccountStore, now: @escaping @Sendable () -> Date
    ) {
        self.ledger = ledger
        self.returns = returns
        self.accounts = accounts
        self.now = now
    }

    /// Opens an existing data directory.
    ///
    /// - Throws: ``StorageError`` if the folder holds no data
    public init(existing folder: URL) throws {
        let storage = try ServiceStorage(existing: folder)
        self.init(
            ledger: try storage.ledger(), returns: SQLReturnStore(storage.database), accounts: storage.accounts(),
            now: { Date() })
    }

    /// Takes in one message.
    ///
    /// - Parameter address: the address that it was delivered to; `nil` if its headers say so
    /// - Throws: ``BounceError``, and errors of the stores
    public func take(_ message: Data, deliveredTo address: String?) async throws -> ReturnOutcome {
        guard let template = try await accounts.setting(.returnAddress),
            let returnAddress = try? BounceAddress(template)
        else { throw BounceError.noReturnAddress }
        return try await ReturnedMail(ledger: ledger, returns: returns, returnAddress: returnAddress).take(
            message, deliveredTo: address, at: now())
    }

    /// Makes the secret with which other programs send messages by HTTP; it replaces an earlier one. Only its
    /// hash is stored.
    public func newSecret() async throws -> Secret {
        let secret = Secret.random()
        try await accounts.set(.bounceSecret, to: secret.hash.base64EncodedString())
        return secret
    }

    func isSecret(_ secret: Secret) async throws -> Bool {
        try await accounts.setting(.bounceSecret) == secret.hash.base64EncodedString()
    }
}
