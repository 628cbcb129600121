import Countersign
import Foundation

/// What the home screen holds, and what its button does: create a document with one recipient, and present it.
///
/// The API key is typed into the app, because this is a demo. An app for others asks its own server, which has the key.
struct DemoForm: Sendable {
    /// Where the document comes from.
    enum Source: Sendable, Hashable {
        case file, address
    }

    var server = "http://127.0.0.1:8080"
    var apiKey = ""
    var source = Source.file
    /// A document on this device.
    var file: URL?
    /// A address of a document.
    var address = ""
    var name = "Bo Example"
    var email = "bo@example.org"

    init() {}

    /// Creates the document and shows its signing page. Returns the sentence for the home screen.
    func sign(with presenter: any SigningPresenter) async -> String {
        do {
            guard let server = URL(string: server.trimmed) else { return "The service's address cannot be read." }
            let client = try SignWellClient(server: server, apiKey: apiKey.trimmed)
            let document = try await client.createDocument(try request())
            return Self.sentence(try await client.present(document, recipientID: "1", with: presenter))
        } catch let error as CountersignError {
            return error.description
        } catch {
            return error.localizedDescription
        }
    }

    /// A document with a signature and a date, 200 and 110 pixels from the left and 550 from the top.
    func request() throws -> SignWell.DocumentRequest {
        var signature = SignWell.Field(type: .signature, x: 200, y: 550, page: 1, recipientID: "1")
        signature.required = true
        var date = SignWell.Field(type: .date, x: 110, y: 550, page: 1, recipientID: "1")
        date.required = true
        date.dateFormat = "Month DD, YYYY"
        date.lockSignDate = false
        let file = try picked()
        var request = SignWell.DocumentRequest(
            name: file.name, files: [file],
            recipients: [SignWell.Recipient(id: "1", name: name.trimmed, email: email.trimmed)],
            fields: [[signature, date]], draft: false)
        request.settings.testMode = true
        request.settings.embeddedSigning = true
        request.settings.reminders = false
        return request
    }

    private func picked() throws -> SignWell.File {
        switch source {
        case .file:
            guard let file else { throw DemoProblem.noFile }
            let isScoped = file.startAccessing()
            defer { if isScoped { file.stopAccessing() } }
            return SignWell.File(name: file.lastPathComponent, base64: try Data(contentsOf: file).base64EncodedString())
        case .address:
            guard let url = URL(string: address.trimmed), url.host() != nil else { throw DemoProblem.noAddress }
            let last = url.lastPathComponent
            return SignWell.File(name: last.contains(".") ? last : "document.pdf", url: url.absoluteString)
        }
    }

    static func sentence(_ outcome: SigningOutcome) -> String {
        switch outcome {
        case .completed, .viewedCompleted: "Your document has been signed."
        case .declined(let reason): "You declined to sign. \(reason ?? "")".trimmed
        case .finishedLater, .cancelled, .nobodyHere: "The document has not been signed."
        case .sessionTimedOut, .linkExpired: "The signing page has expired."
        case .accessCodeFailed, .idCheckFailed, .faxPending, .other: "Signing ended: \(outcome)."
        }
    }
}

/// What is missing on the home screen.
enum DemoProblem: LocalizedError {
    case noFile, noAddress

    var errorDescription: String? {
        switch self {
        case .noFile: "Choose a file first."
        case .noAddress: "Enter the document's address first."
        }
    }
}

extension String {
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension URL {
    /// A file that a person picked on Apple's systems may be read only in between these two.
    fileprivate func startAccessing() -> Bool {
        #if canImport(Darwin)
            startAccessingSecurityScopedResource()
        #else
            false
        #endif
    }

    fileprivate func stopAccessing() {
        #if canImport(Darwin)
            stopAccessingSecurityScopedResource()
        #endif
    }
}
