import Foundation

/// Secrets in files that only this user of the device can read (mode 0600), one a file, in a folder of mode 0700.
///
/// A file appears in full or not at all. It is protected by the system's permissions and whatever encrypts the disk,
/// and by nothing else; where the desktop has a Secret Service, ``SecretServiceCredentialStore`` does more.
public struct FileCredentialStore: CredentialStore {
    public let folder: URL

    public init(folder: URL) {
        self.folder = folder
    }

    public func secret(named name: String) async throws(CountersignError) -> Data? {
        try CredentialName.check(name)
        return try PrivateFile.read(file(name), limit: Self.longestSecret)
    }

    public func keep(_ secret: Data, named name: String) async throws(CountersignError) {
        try CredentialName.check(name)
        try PrivateFile.makeFolder(folder)
        try PrivateFile.write(secret, to: file(name))
    }

    public func remove(named name: String) async throws(CountersignError) {
        try CredentialName.check(name)
        try PrivateFile.remove(file(name))
    }

    /// Bytes; more is none of ours.
    private static let longestSecret = 1 << 20

    private func file(_ name: String) -> URL { folder.appending(path: name, directoryHint: .notDirectory) }
}
