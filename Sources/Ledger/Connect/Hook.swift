import Envelopes
import Foundation

/// An account's wish to be told of everything that happens to its envelopes, or to those of one of its applications.
/// Its id is a secret, which signs the calls; the store knows it by its hash.
public struct Hook: Sendable, Hashable {
    /// Assigned by the store.
    public var number: Int
    /// The account whose envelopes it covers.
    public var accountID: String
    /// The application whose envelopes count; `nil` for every envelope of the account.
    public var applicationID: String?
    /// The URL to call.
    public var url: String
    /// The id, sealed by a ``SecretBox``.
    public var sealedID: Data
    /// When it was registered.
    public var createdAt: Date

    /// Makes a hook; `number` is 0 until the store assigns one.
    public init(
        number: Int = 0, accountID: String, applicationID: String? = nil, url: String, sealedID: Data, createdAt: Date
    ) {
        self.number = number
        self.accountID = accountID
        self.applicationID = applicationID
        self.url = url
        self.sealedID = sealedID
        self.createdAt = createdAt
    }

    /// Whether the hook hears of an envelope.
    public func isCalled(about envelope: Envelope) -> Bool {
        isOf(account: envelope.accountID, envelope.definition.options)
    }

    /// Whether the hook hears of a template.
    public func isCalled(about template: Template) -> Bool { isOf(account: template.accountID, template.options) }

    private func isOf(account id: String, _ options: EnvelopeOptions) -> Bool {
        accountID == id && (applicationID == nil || applicationID == options.applicationID)
    }

    /// The maximum number of hooks in an account.
    public static let mostInAccount = 20
}
