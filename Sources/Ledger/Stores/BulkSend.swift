import Envelopes
import Essentials
import Foundation

/// Many envelopes that one request made from the same templates.
public struct BulkSend: Hashable, Sendable, Codable {
    /// A lower-case GUID.
    public var id: String
    public var accountID: String
    public var userID: String
    public var userEmail: String
    public var name: String
    public var applicationID: String?
    public var templateIDs: [TemplateID]
    public var createdAt: Date
    /// The envelopes of all rows, in the order of the request. Jobs make them one after another.
    public var envelopes: [EnvelopeID]
    /// Those that could not be made; `nil` for none.
    public private(set) var failed: Set<EnvelopeID>?

    public init(
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
