import Foundation

/// A document of an envelope on the server.
public struct EnvelopeFile: Sendable, Hashable, Identifiable, Decodable {
    /// `documentId`; `certificate` for the certificate of completion.
    public let id: String
    /// Empty if the server gives none.
    public let name: String
    /// The document's position, from 1.
    public let order: Int
    /// Whether it is the certificate of completion, whose type in the API is `summary`.
    public let isCertificate: Bool
    /// Size in bytes; `nil` if the server does not say.
    public let size: Int?

    /// Reads a member of `envelopeDocuments`. Throws only if `documentId` is missing.
    public init(from decoder: any Decoder) throws {
        let members = try AnswerMembers(decoder)
        id = try members.needed("documentId")
        name = members.text("name") ?? ""
        order = members.integer("order") ?? 0
        isCertificate = members.text("type") == "summary"
        size = members.integer("sizeBytes")
    }
}

extension EnvelopeFile {
    /// The part of an envelope to download.
    public enum Selection: Sendable, Hashable {
        /// All documents as one PDF.
        case combined(withCertificate: Bool)
        /// One document; ``EnvelopeFile/id``.
        case document(id: String)
        /// The certificate of completion; available once everybody has signed.
        case certificate
    }
}

/// The answer to `GET …/envelopes/{id}/documents`.
struct FilesAnswer: Decodable {
    let files: [EnvelopeFile]

    init(from decoder: any Decoder) throws {
        files = try AnswerMembers(decoder).list("envelopeDocuments", of: EnvelopeFile.self)
    }
}
