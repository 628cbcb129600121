import Envelopes
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

/// Stores bulk sends.
public protocol BulkSendStore: Sendable {
    /// Stores a new bulk send and the jobs that make its envelopes, in one transaction.
    func add(_ bulkSend: BulkSend, with jobs: [NewJob], at date: Date) async throws

    /// Notes that an envelope of a bulk send could not be made. Noting it again changes nothing.
    func fail(_ envelope: EnvelopeID, of id: String, _ accountID: String) async throws

    /// Returns an account's bulk send; `nil` if it does not exist.
    func bulkSend(_ id: String, of accountID: String) async throws -> BulkSend?

    /// Returns a part of an account's bulk sends, the newest first, and the number of all.
    ///
    /// - Parameters:
    ///   - userEmail: the user who made them; `nil` for any
    ///   - applicationID: the application that they belong to; `nil` for any
    func bulkSends(
        of accountID: String, userEmail: String?, applicationID: String?, start: Int, count: Int
    ) async throws -> (bulkSends: [BulkSend], total: Int)
}
