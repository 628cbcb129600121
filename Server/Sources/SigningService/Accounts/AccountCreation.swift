import Accounts
import Foundation

/// The data that a program needs to use the API.
public struct AccountCreation: Sendable, Encodable {
    /// A lower-case GUID.
    public let accountId: String
    /// The account's first user, a lower-case GUID.
    public let userId: String
    /// The token in clear, which is shown only here.
    public let accessToken: String
    /// The base of the API's URLs, ending in `/restapi`; `nil` if no service has run on the data yet.
    public let basePath: String?
    /// The account's name, for people.
    public let name: String

    private enum CodingKeys: String, CodingKey {
        case accountId, userId, accessToken, basePath
    }

    /// Creates an account in a data directory, whether or not a service is running on it.
    public static func create(
        in directory: URL, name: String, email: String, at date: Date
    ) async throws -> AccountCreation {
        let accounts = try ServiceStorage(DataDirectory(directory)).accounts()
        let credentials = try await accounts.create(name: name, email: email, at: date)
        let address = try await accounts.rememberedAddress()
        return AccountCreation(
            accountId: credentials.identity.accountID, userId: credentials.identity.userID,
            accessToken: credentials.accessToken.text, basePath: address.map { "\($0.absoluteString)/restapi" },
            name: credentials.identity.accountName)
    }

    /// Returns a JSON object with one member per line.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
