import Envelopes
import Foundation
import HTTPMessages

/// A document of an ``EnvelopeDraft``: a PDF of at most 2,000 pages that opens without a password.
public struct DraftDocument: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        case data(Data)
        /// Read when the draft is checked; one that a person picked, with leave to read it.
        case file(URL)
        /// Fetched by ``CountersignSession/create(_:sending:)``, or by ``EnvelopeDraft/loadDocuments(over:)`` before the draft
        /// is composed offline.
        case remote(URL)
    }

    /// 1 to 64 letters, digits, full stops, underscores or hyphens; other servers want whole numbers.
    public var id: DocumentID
    /// What people read.
    public var name: String
    public var source: Source

    /// - Parameter data: the file's bytes.
    public init(id: DocumentID, name: String, data: Data) {
        self.init(id: id, name: name, source: .data(data))
    }

    /// - Parameter file: the address of a file.
    public init(id: DocumentID, name: String, file: URL) {
        self.init(id: id, name: name, source: .file(file))
    }

    /// - Parameter url: the address of a file, or of a page on a server.
    public init(id: DocumentID, name: String, url: URL) {
        self.init(id: id, name: name, source: url.isFileURL ? .file(url) : .remote(url))
    }

    private init(id: DocumentID, name: String, source: Source) {
        self.id = id
        self.name = name
        self.source = source
    }

    /// The most bytes of a file that are read.
    public static let largest = 512 << 20

    /// Whether it has to be fetched.
    var isRemote: Bool { if case .remote = source { true } else { false } }

    /// Fetches the bytes of a document that is named by an address; nothing happens to others.
    mutating func load(over transport: any HTTPTransport, limit: Int = largest) async throws(DraftProblem) {
        guard case .remote(let url) = source else { return }
        let reply: HTTPReply
        do { reply = try await transport.send(HTTPCall(url: url)) } catch {
            throw .notLoaded(id, url, reason: error.sentence)
        }
        guard reply.status == 200 else { throw .notLoaded(id, url, reason: "the server answered \(reply.status)") }
        guard reply.body.count <= limit else { throw .fileTooLarge(id, limit: limit) }
        source = .data(reply.body)
    }

    /// - Throws: ``DraftProblem`` when there are no bytes to be had.
    func bytes() throws(DraftProblem) -> Data {
        switch source {
        case .data(let data): return data
        case .remote(let url): throw .notLoaded(id, url, reason: "it was not fetched before")
        case .file(let url):
            do {
                return try PickedFile.read(url) { url in
                    let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
                    guard size <= Self.largest else { throw DraftProblem.fileTooLarge(id, limit: Self.largest) }
                    return try Data(contentsOf: url)
                }
            } catch let problem as DraftProblem {
                throw problem
            } catch {
                throw .unreadableFile(id, path: url.path)
            }
        }
    }
}
