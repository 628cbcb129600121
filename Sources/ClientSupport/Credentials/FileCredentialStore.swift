import Foundation

/// Stores secrets in files that only this user can read (mode 0600), one per file, in a folder of mode 0700.
///
/// Files are written atomically. Only the system's permissions and any disk encryption protect them.
/// ``SecretServiceCredentialStore`` protects them better on a desktop with a Secret Service.
public struct FileCredentialStore: CredentialStore {
    /// Made at the first secret; each file in it is named by its secret.
    public let folder: URL

    /// - Parameter folder: need not exist; nothing else should use it
    public init(folder: URL) {
        self.folder = folder
    }

    /// Throws ``ClientError/credentials(reason:underlying:)`` for a name that is not allowed, a file that cannot be read, or one
    /// that other users can read.
    public func secret(named name: String) async throws(ClientError) -> Data? {
        try CredentialName.check(name)
        return try PrivateFile.read(file(name), limit: Self.longestSecret)
    }

    /// Makes the folder if it is missing. Throws for a name that is not allowed, or if the file cannot be written.
    public func keep(_ secret: Data, named name: String) async throws(ClientError) {
        try CredentialName.check(name)
        try PrivateFile.makeFolder(folder)
        try PrivateFile.write(secret, to: file(name))
    }

    /// Does nothing if there is no file. Throws for a name that is not allowed, or if the file cannot be deleted.
    public func remove(named name: String) async throws(ClientError) {
        try CredentialName.check(name)
        try PrivateFile.remove(file(name))
    }

    /// The maximum size of a secret in bytes; a larger file was not written by this store.
    private static let longestSecret = 1 << 20

    private func file(_ name: String) -> URL { folder.appending(path: name, directoryHint: .notDirectory) }
}
