import Foundation

/// Stores secrets in files that only this user can read (mode 0600), one per file, in a folder of mode 0700.
///
/// Files are written atomically. Only the system's permissions and any disk encryption protect them.
/// ``SecretServiceCredentialStore`` protects them better on a desktop with a Secret Service.
public struct FileCredentialStore: CredentialStore {
    public let folder: URL

    public init(folder: URL) {
        self.folder = folder
    }

    public func secret(named name: String) async throws(ClientError) -> Data? {
        try CredentialName.check(name)
        return try PrivateFile.read(file(name), limit: Self.longestSecret)
    }

    public func keep(_ secret: Data, named name: String) async throws(ClientError) {
        try CredentialName.check(name)
        try PrivateFile.makeFolder(folder)
        try PrivateFile.write(secret, to: file(name))
    }

    public func remove(named name: String) async throws(ClientError) {
        try CredentialName.check(name)
        try PrivateFile.remove(file(name))
    }

    /// The maximum size of a secret in bytes; a larger file was not written by this store.
    private static let longestSecret = 1 << 20

    private func file(_ name: String) -> URL { folder.appending(path: name, directoryHint: .notDirectory) }
}
