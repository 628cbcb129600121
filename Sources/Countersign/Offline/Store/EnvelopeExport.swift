import Envelopes
import Essentials
import Foundation
import Ledger

/// An envelope exported from the store: proof that nothing is lost when it is removed.
public struct EnvelopeExport: Hashable, Sendable {
    /// The id that the envelope has on the device.
    public let id: EnvelopeID
    /// The folder with `history.json`, the newest versions of the documents under their names, and every other
    /// referenced file under its hash.
    public let folder: URL
    /// The number of the history's last event in the export.
    public let lastSequence: Int
    /// The hash of that event. A later event in the store makes the export incomplete.
    public let lastHash: BlobHash
}

extension DeviceStore {
    /// Writes an envelope's history and all referenced files into a new folder, atomically.
    ///
    /// - Parameter parent: the parent folder, possibly one that a person picked. The new folder is named by the
    ///   envelope's id. An earlier export there is replaced if its history is the beginning of this one.
    /// - Throws: ``CountersignError/store(_:)``, also if the folder already holds something else
    public func export(_ id: EnvelopeID, to parent: URL) async throws(CountersignError) -> EnvelopeExport {
        let access = PickedFile.Access(parent)
        defer { access.end() }
        let history = try await history(id)
        let target = parent.appendingPathComponent(id.rawValue, isDirectory: true)
        let unfinished = parent.appendingPathComponent(".\(id.rawValue).unfinished", isDirectory: true)
        let blobs = try await blobs(of: id).keys.sorted()
        do {
            try Self.requireRoom(at: target, for: history)
            try Self.removeIfThere(unfinished)
            try DurableFile.makeFolder(unfinished)
            for hash in blobs {
                try files.write(try await blob(hash), to: unfinished.appendingPathComponent(hash.rawValue))
            }
            for document in history.envelope.documents {
                guard let hash = history.envelope.latestVersion(of: document.id) else { continue }
                let name = "\(document.order) \(Self.fileName(document.name)).pdf"
                try files.write(try await blob(hash), to: DownloadName.unused(name, in: unfinished))
            }
            try files.write(try history.file, to: unfinished.appendingPathComponent(Self.historyName))
            try Self.requireRoom(at: target, for: history)
            try Self.removeIfThere(target)
            try FileManager.default.moveItem(at: unfinished, to: target)
            try DurableFile.syncFolder(parent)
        } catch {
            try? FileManager.default.removeItem(at: unfinished)
            throw CountersignError(storing: error)
        }
        return EnvelopeExport(
            id: id, folder: target, lastSequence: history.envelope.lastSequence,
            lastHash: history.envelope.lastHash)
    }

    private static let historyName = "history.json"

    private static func removeIfThere(_ folder: URL) throws {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        try FileManager.default.removeItem(at: folder)
    }

    /// Checks that nothing would be lost: the folder must be empty, or an export of the same envelope whose history is
    /// the beginning of this one.
    private static func requireRoom(at folder: URL, for history: History) throws {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        if try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty { return }
        let file = try? Data(contentsOf: folder.appendingPathComponent(historyName))
        guard let earlier = file.flatMap({ try? History(file: $0) }), earlier.events.count <= history.events.count,
            zip(earlier.events, history.events).allSatisfy({ $0.hash == $1.hash })
        else { throw StoreProblem.file(path: folder.path, reason: "the folder is not empty") }
    }

    /// The maximum length of a document's name in UTF-8 bytes; file systems allow 255 for the whole file name.
    private static let nameLimit = 160

    /// Returns a document's name without characters that are special to file systems, shortened to their limit.
    private static func fileName(_ name: String) -> String {
        var name = String(name.map { "/\\:".contains($0) ? "_" : $0 })
        if name.lowercased().hasSuffix(".pdf") { name = String(name.dropLast(4)) }
        // Cut between scalars: one character may be a letter with any number of combining marks.
        var scalars = String.UnicodeScalarView()
        var size = 0
        for scalar in name.unicodeScalars {
            size += UTF8.width(scalar)
            guard size <= nameLimit else { break }
            scalars.append(scalar)
        }
        return DownloadName.safe(String(scalars), fallback: "document")
    }
}
