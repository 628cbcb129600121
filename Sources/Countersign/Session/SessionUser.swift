import Crypto
import Essentials
import Foundation

/// The user of a session, and the location of their data on this device.
public struct SessionUser: Sendable, Hashable {
    /// Who the user is at the server, and the account that the session's calls name.
    public let account: AccountDetails
    package let server: ServerAddress
    /// A hash of server, account and user: 64 hexadecimal digits. Names the user's folder and secrets, so that users of
    /// one device cannot reach each other's.
    public let key: String
    /// The user's own folder; only this user of the operating system has access.
    public let folder: URL

    init(account: AccountDetails, server: ServerAddress, storageFolder: URL) {
        self.account = account
        self.server = server
        key = Self.key(server: server, accountID: account.accountID, userID: account.userID)
        folder = storageFolder.appending(path: "users/\(key)", directoryHint: .isDirectory)
    }

    /// The length of each part is hashed before it, so that no two triples give the same input.
    static func key(server: ServerAddress, accountID: String, userID: String) -> String {
        var hash = SHA256()
        for part in [server.api.absoluteString, accountID.lowercased(), userID.lowercased()] {
            hash.update(data: Data("\(part.utf8.count):\(part)".utf8))
        }
        return Hexadecimal.text(hash.finalize())
    }
}
