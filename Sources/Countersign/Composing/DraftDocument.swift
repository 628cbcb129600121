import ClientSupport
import Envelopes
import Foundation
import HTTPMessages

/// A document of an ``EnvelopeDraft``: a PDF of at most 2,000 pages that opens without a password.
public struct DraftDocument: Hashable, Sendable {
    /// Where the document's bytes come from.
    public enum Source: Hashable, Sendable {
        case data(Data)
        /// A file that is read when the draft is checked. It may be one that a person picked and granted access to.
        case file(URL)
        /// A URL fetched by ``CountersignSession/send(_:)``, or by ``EnvelopeDraft/loadDocuments(over:)``
        /// before the draft is composed offline.
        case remote(URL)
    }

    /// 1 to 64 letters, digits, full stops, underscores or hyphens. Other servers require whole numbers.
    public var id: DocumentID
    /// The name shown to people.
    public var name: String
    /// Replaced by ``Source/data(_:)`` once a remote document is fetched.
    public var source: Source

    /// - Parameter data: the file's bytes
    public init(id: DocumentID, name: String, data: Data) {
        self.init(id: id, name: name, source: .data(data))
    }

    /// - Parameter file: the URL of a file
    public init(id: DocumentID, name: String, file: URL) {
        self.init(id: id, name: name, source: .file(file))
    }

    /// - Parameter url: the URL of a file or of a resource on a server
    public init(id: DocumentID, name: String, url: URL) {
        self.init(id: id, name: name, source: url.isFileURL ? .file(url) : .remote(url))
    }

    private init(id: DocumentID, name: String, source: Source) {
        self.id = id
        self.name = name
        self.source = source
    }

    /// The maximum file size, in bytes.
    public static let largest = 512 << 20

    /// Whether the document has to be fetched.
    var isRemote: Bool { if case .remote = source { true } else { false } }

    /// Fetches the bytes of a document given by URL. Does nothing for other documents.
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

    /// - Throws: ``DraftProblem`` if the bytes are not available
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
