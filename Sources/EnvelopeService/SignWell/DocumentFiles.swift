import Ceremony
import Envelopes
import Foundation
import SignWellDialect

/// The bytes of a request's files.
struct DocumentFiles: Sendable {
    /// Returns what is behind an address; `nil` if the service fetches nothing.
    ///
    /// - Throws: an error whose description is a sentence
    var fetch: (@Sendable (_ address: String) async throws -> Data)?

    /// What this service reads as a document.
    private static let types = "application/pdf"
    private static let extensions: Set<String> = ["pdf"]

    /// Returns the files as documents; `nil` for those with a problem, which is noted.
    ///
    /// - Parameter first: the number of the first document
    func documents(
        _ files: [SignWell.File], from first: Int = 1, _ problems: RequestProblems
    ) async throws -> [(document: EnvelopeDocument, bytes: Data)?] {
        var documents: [(EnvelopeDocument, Data)?] = []
        for (index, file) in files.enumerated() {
            let path = ["files", "file_\(index + 1)"]
            let dot = file.name.lastIndex(of: ".")
            let ending = dot.map { file.name[file.name.index(after: $0)...].lowercased() }
            if !file.name.isEmpty, !Self.extensions.contains(ending ?? "") {
                problems.add(
                    "has an unsupported extension; this service takes .pdf.", at: path + ["name"])
            }
            guard let bytes = await bytes(of: file, at: path, problems) else {
                documents.append(nil)
                continue
            }
            let key = file.url == nil ? "file_base64" : "file_url"
            do {
                let pages = try DocumentIntake.read(bytes)
                let number = first + index
                documents.append(
                    (
                        EnvelopeDocument(
                            id: DocumentID(String(number)), name: file.name, blob: BlobHash(of: bytes), pages: pages,
                            order: number), bytes
                    ))
            } catch IntakeError.notAPDF {
                problems.add(
                    "The file's type is not supported. Supported types: \(Self.types).", at: path + [key])
                documents.append(nil)
            } catch {
                problems.add(error.description, at: path + [key])
                documents.append(nil)
            }
        }
        return documents
    }

    private func bytes(of file: SignWell.File, at path: [String], _ problems: RequestProblems) async -> Data? {
        if let text = file.base64, file.url == nil {
            guard let bytes = MIMEBase64.bytes(text), !bytes.isEmpty else {
                problems.add("is not base64.", at: path + ["file_base64"])
                return nil
            }
            return bytes
        }
        guard let address = file.url, file.base64 == nil else { return nil }
        guard let fetch else {
            problems.add("This service fetches no files; send file_base64.", at: path + ["file_url"])
            return nil
        }
        do {
            return try await fetch(address)
        } catch {
            problems.add("\(error)", at: path + ["file_url"])
            return nil
        }
    }
}
