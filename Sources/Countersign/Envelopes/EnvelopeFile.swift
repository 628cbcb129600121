import Foundation

/// A document of an envelope at the server.
public struct EnvelopeFile: Sendable, Hashable, Identifiable, Decodable {
    /// `documentId`; `certificate` for the certificate of completion.
    public let id: String
    public let name: String
    /// From 1.
    public let order: Int
    public let isCertificate: Bool
    /// Bytes; nil where the server does not say.
    public let size: Int?

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
    /// What to download of an envelope.
    public enum Selection: Sendable, Hashable {
        /// All documents as one PDF.
        case combined(withCertificate: Bool)
        /// One document; ``EnvelopeFile/id``.
        case document(id: String)
        /// The certificate of completion; there is one when everybody has signed.
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
