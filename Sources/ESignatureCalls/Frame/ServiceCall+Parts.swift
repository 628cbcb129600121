import DocuSignDialect
import Foundation
import HTTPMessages
import ServiceCalls

/// A body whose documents may stand in parts of their own.
protocol DocumentedBody: Decodable {
    var documents: [Wire.Document]? { get set }
}

extension Wire.EnvelopeDefinition: DocumentedBody {}
extension Wire.EnvelopeTemplate: DocumentedBody {}

extension ServiceCall {
    /// The maximum number of parts: the JSON, and a part for each document.
    private static let mostParts = 1001

    /// Decodes a body that is JSON, or a multipart form (RFC 7578): one part in JSON, and one for each document, whose
    /// `Content-Disposition` names the `documentid`. Without one, the files belong to the documents in their order.
    ///
    /// - Throws: as ``decoded(_:limit:)`` does, and `APIError` for a form that cannot be read or does not fit its JSON
    func decodedWithParts<Value: DocumentedBody>(_ type: Value.Type, limit: Int) async throws -> Value {
        guard headers.mediaType == "multipart/form-data" else { return try await decoded(type, limit: limit) }
        let body = try await body.data(limit: limit)
        guard let form = MultipartForm(body, type: headers[.contentType] ?? "", mostParts: Self.mostParts) else {
            throw APIError(.invalidRequestBody, "The multipart form cannot be read.")
        }
        let texts = form.parts.filter { $0.mediaType == "application/json" }
        guard texts.count == 1, let text = texts.first else {
            throw APIError(
                .invalidRequestBody,
                "The multipart form has \(texts.count) parts in application/json; it needs one, with the definition.")
        }
        var value = try Wire.decode(type, from: text.body, noting: ignored)
        var documents = value.documents ?? []
        let files = form.parts.filter { $0.mediaType != "application/json" }
        for (number, file) in files.enumerated() {
            let id = file.parameter("documentid", of: "content-disposition")
            guard let index = id.map({ id in documents.firstIndex { $0.documentId == id } }) ?? number,
                documents.indices.contains(index)
            else {
                throw APIError(
                    .invalidRequestBody,
                    "Part \(number + 1) with a file belongs to no document of the definition: it has no documents entry"
                        + (id.map { " with documentId \($0.prefix(40))." } ?? " at that place."))
            }
            guard documents[index].documentBase64 == nil else {
                throw APIError(
                    .invalidRequestBody, "Document \(documents[index].documentId ?? "") has its content twice.")
            }
            let isEncoded = file.headers["content-transfer-encoding"]?.lowercased() == "base64"
            documents[index].documentBase64 =
                isEncoded ? String(decoding: file.body, as: UTF8.self) : file.body.base64EncodedString()
            if documents[index].name == nil {
                documents[index].name = file.parameter("filename", of: "content-disposition")
            }
        }
        value.documents = documents.isEmpty ? nil : documents
        return value
    }
}
