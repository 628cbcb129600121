import EnvelopeService
import Essentials
import Foundation
import Ledger

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder with all of a service's data: database, documents, authority, page images, mail.
///
/// It is created with mode 0700, so that only its owner has access. An existing folder keeps its mode - it may be
/// shared on purpose - but everything created in it belongs to the owner alone.
public struct DataDirectory: Sendable, Hashable {
    /// The folder's URL.
    public let url: URL

    /// Returns the folder named on a command line; `nil` for an empty text, which would mean the current folder.
    public static func folder(named text: String) -> URL? {
        text.allSatisfy(\.isWhitespace) ? nil : URL(filePath: text, directoryHint: .isDirectory)
    }

    /// Opens the folder, or creates it.
    /// - Throws: ``StorageError/file(path:reason:)``, also for a folder with foreign files: a mistyped path must not
    ///   scatter keys among them
    public init(_ url: URL) throws(StorageError) {
        let folder = url.standardizedFileURL.absoluteURL
        try StoreFiles.makeFolder(folder, mode: 0o700)
        self.url = folder
        guard holdsNothingForeign else {
            throw .file(
                path: folder.path, reason: "this folder holds other files and no data of Countersign; name a new one")
        }
    }

    /// Opens the folder if a service or `account create` has stored data in it. Creates nothing.
    /// - Throws: ``StorageError/file(path:reason:)`` if there is no data or no access
    public init(existing url: URL) throws(StorageError) {
        let folder = url.standardizedFileURL.absoluteURL
        let marks = [Self.databaseName, Self.addressName].map { folder.appendingPathComponent($0).path }
        guard marks.contains(where: { access($0, F_OK) == 0 }) else {
            guard errno == ENOENT || errno == ENOTDIR else { throw .system(folder) }
            throw .file(
                path: folder.path,
                reason: "there is no data of Countersign here; countersign serve or account create makes it")
        }
        try self.init(folder)
    }

    /// Whether the folder is empty or holds only the service's own files. A new volume has a `lost+found`.
    private var holdsNothingForeign: Bool {
        let own = [
            database, databaseAddress, blobs, authority, pageImages, temporary, uploads, mail, secretKey, lock,
            serviceLock,
        ].map(
            \.lastPathComponent)
        guard ![database, databaseAddress].contains(where: { FileManager.default.fileExists(atPath: $0.path) }),
            let names = try? FileManager.default.contentsOfDirectory(atPath: url.path)
        else { return true }
        return names.allSatisfy { own.contains($0) || $0 == "lost+found" || Self.isPassing($0) }
    }

    /// Whether a file has a temporary name: another process may be setting up the folder at this moment.
    private static func isPassing(_ name: String) -> Bool {
        name.hasSuffix(".tmp") && (name.hasPrefix(".") || name.hasPrefix("authority."))
            || name.hasPrefix("\(databaseName)-")
    }

    /// The SQLite database.
    public var database: URL { url.appendingPathComponent(Self.databaseName) }
    private static let databaseName = "countersign.sqlite"
    /// The address of the PostgreSQL database to which the folder belongs; missing for a folder with its own database.
    var databaseAddress: URL { url.appendingPathComponent(Self.addressName) }
    private static let addressName = "database.address"
    /// The folder of content-addressed files.
    public var blobs: URL { url.appendingPathComponent("blobs", isDirectory: true) }
    /// The keys and certificates of the local authority.
    public var authority: URL { url.appendingPathComponent("authority", isDirectory: true) }
    /// The page images; may be deleted at any time.
    public var pageImages: URL { url.appendingPathComponent("page-images", isDirectory: true) }

    /// Documents for the page renderers, kept while they draw; emptied on every start.
    public var temporary: URL { url.appendingPathComponent("temporary", isDirectory: true) }
    /// Partially uploaded blobs.
    public var uploads: URL { url.appendingPathComponent("uploads", isDirectory: true) }
    /// The messages of a service without a mail server.
    public var mail: URL { url.appendingPathComponent("mail", isDirectory: true) }
    /// The key for secrets in the database, unless the operator names another file.
    var secretKey: URL { url.appendingPathComponent("secrets.key") }
    private var lock: URL { url.appendingPathComponent("lock") }
    private var serviceLock: URL { url.appendingPathComponent("service.lock") }

    /// A sign that a service runs on this folder. It ends with the value or the process.
    final class Claim: Sendable {
        private let lock: AdvisoryLock
        fileprivate init(_ lock: AdvisoryLock) { self.lock = lock }
    }

    /// Notes that a service runs on the folder; several may. The first one empties ``temporary`` of files that a killed
    /// service left there.
    ///
    /// - Throws: ``StorageError/file(path:reason:)``
    func claim() throws -> Claim {
        do {
            let lock = try AdvisoryLock(serviceLock)
            if try lock.takeIfFree(.exclusive) {
                try emptyTemporary()
                removeStrays()
            }
            // Waits for another that is starting, and then shares the folder with it.
            try lock.take(.shared)
            return Claim(lock)
        } catch let problem as FileProblem {
            throw StorageError(problem)
        }
    }

    /// The same for one that has to be the only one.
    ///
    /// - Throws: ``StorageError/file(path:reason:)`` if a service runs on the folder
    func claimAlone() throws -> Claim {
        do {
            let lock = try AdvisoryLock(serviceLock)
            guard try lock.takeIfFree(.exclusive) else {
                throw StorageError.file(path: url.path, reason: "a service runs on this folder; stop it first")
            }
            return Claim(lock)
        } catch let problem as FileProblem {
            throw StorageError(problem)
        }
    }

    /// Removes the incomplete files of a killed service, but not those that somebody may be writing now.
    private func removeStrays() {
        let keys: [URLResourceKey] = [.contentModificationDateKey]
        let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: keys)
        while let file = files?.nextObject() as? URL {
            guard Self.isPassing(file.lastPathComponent), file.pathExtension == "tmp",
                let changed = try? file.resourceValues(forKeys: Set(keys)).contentModificationDate,
                changed < Date(timeIntervalSinceNow: -Self.strayAge)
            else { continue }
            try? FileManager.default.removeItem(at: file)
        }
    }

    /// The age in seconds from which a temporary file counts as abandoned.
    private static let strayAge: TimeInterval = 3600

    private func emptyTemporary() throws(StorageError) {
        do {
            for file in try FileManager.default.contentsOfDirectory(at: temporary, includingPropertiesForKeys: nil) {
                try FileManager.default.removeItem(at: file)
            }
        } catch {
            throw .file(path: temporary.path, reason: "the files left there could not be removed")
        }
    }

    /// Runs `body` while no other process or thread runs one for the same folder.
    ///
    /// Used for one-time setup on first start: the schema and the authority's keys.
    public func exclusively<Value>(_ body: () throws -> Value) throws -> Value {
        let held = try StoreFiles.lock(lock, .exclusive)
        defer { held.release() }
        return try body()
    }
}
