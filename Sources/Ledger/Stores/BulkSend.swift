import Envelopes
import Essentials
import Foundation

/// Many envelopes that one request made from the same templates.
public struct BulkSend: Hashable, Sendable, Codable {
    /// A lower-case GUID.
    public var id: String
    /// The account that owns the envelopes.
    public var accountID: String
    /// The user who made it.
    public var userID: String
    /// The user's address; lists can be limited to it.
    public var userEmail: String
    /// The name that the request gave, or else those of its templates.
    public var name: String
    /// The application that the envelopes belong to; `nil` for none. In lower case.
    public var applicationID: String?
    /// The templates of every envelope, in the order of the request.
    public var templateIDs: [TemplateID]
    /// When the request was accepted.
    public var createdAt: Date
    /// The envelopes of all rows, in the order of the request. Jobs make them one after another.
    public var envelopes: [EnvelopeID]
    /// Those that could not be made; `nil` for none.
    public private(set) var failed: Set<EnvelopeID>?

    package init(
        id: String, accountID: String, userID: String, userEmail: String, name: String, applicationID: String? = nil,
        templateIDs: [TemplateID], createdAt: Date, envelopes: [EnvelopeID] = []
    ) {
        self.id = id
        self.accountID = accountID
        self.userID = userID
        self.userEmail = userEmail
        self.name = name
        self.applicationID = applicationID
        self.templateIDs = templateIDs
        self.createdAt = Timestamp.quantized(createdAt)
        self.envelopes = envelopes
    }

    mutating func fail(_ envelope: EnvelopeID) { failed = (failed ?? []).union([envelope]) }
}
