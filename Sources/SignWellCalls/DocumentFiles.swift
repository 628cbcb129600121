import Ceremony
import DocumentConversion
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import PageImages
import SignWellDialect
import SignedPDF

/// The bytes of a request's files.
struct DocumentFiles: Sendable {
    let fetcher: any FileFetcher
    /// Seconds for fetching all files of a request.
    let patience: TimeInterval
    /// The maximum size of all files that a request names by their addresses, in bytes.
    let fetchedBytes: Int
    let now: @Sendable () -> Date
    let marker: PageMarker
    let intake: FileIntake
    /// The maximum size of one document, in bytes.
    let documentLimit: Int

    /// A file as a document of an envelope.
    struct Received {
        var document: EnvelopeDocument
        var blob: Blob
        /// The file that the PDF was made from.
        var original: Blob?
        /// The number of text tags in its text, whether they can be read or not.
        var bracedTexts = 0
        /// The fields that its text and its signature page ask for.
        var fields: [SignWell.Field] = []

        /// What has to be stored.
        var blobs: [Blob] { [blob] + (original.map { [$0] } ?? []) }
    }

    /// Returns the files as documents; `nil` for those with a problem, which is noted.
    ///
    /// - Parameters:
    ///   - marks: what is drawn into the files; a signature page only into the last
    ///   - share: the account whose files they are
    ///   - first: the number of the first document
    func documents(
        _ files: [SignWell.File], marks: PageMarks, for share: FairShare, from first: Int = 1,
        _ problems: RequestProblems
    ) async throws -> [Received?] {
        var documents: [Received?] = []
        let deadline = now().addingTimeInterval(patience)
        var room = fetchedBytes
        for (index, file) in files.enumerated() {
            let path = ["files", "file_\(index + 1)"]
            if !file.name.isEmpty, !FileKind.takes(name: file.name) {
                problems.add(
                    "has an unsupported extension; this service takes .pdf and those of the kinds that become PDFs.",
                    at: path + ["name"])
            }
            guard let bytes = await bytes(of: file, by: deadline, room: room, at: path, problems) else {
                documents.append(nil)
                continue
            }
            if file.url != nil { room -= bytes.count }
            let key = file.url == nil ? "file_base64" : "file_url"
            guard bytes.count <= documentLimit else {
                problems.add(
                    "is larger than \(documentLimit / 1_048_576) MB, which the operator sets with serve --document-limit.",
                    at: path + [key])
                documents.append(nil)
                continue
            }
            do {
                let taken = try await intake.take(bytes, named: file.name, for: share)
                let number = first + index
                var received = Received(
                    document: EnvelopeDocument(
                        id: DocumentID(String(number)), name: file.name, blob: taken.pdf.hash, pages: taken.pages,
                        order: number, source: taken.source),
                    blob: taken.pdf, original: taken.original)
                var marks = marks
                if index < files.count - 1 { marks.signers = [] }
                try await mark(&received, with: marks, for: share, at: path + [key], problems)
                documents.append(received)
            } catch ConversionProblem.busy {
                throw TooManyCalls()
            } catch let error as ConversionProblem {
                problems.add(error.description, at: path + [key])
                documents.append(nil)
            } catch let error as IntakeError {
                problems.add(error.description, at: path + [key])
                documents.append(nil)
            }
        }
        if marks.coversBracedTexts { noteMissingTags(in: documents, problems) }
        return documents
    }

    /// Notes that no file has a text tag, and the fonts whose text cannot be read.
    private func noteMissingTags(in documents: [Received?], _ problems: RequestProblems) {
        let read = documents.compactMap(\.self)
        guard !read.isEmpty, read.count == documents.count, read.allSatisfy({ $0.bracedTexts == 0 }) else { return }
        var sentence = "No text tag was found in the files."
        for received in read {
            let fonts = (try? PDFDocument(received.blob.bytes).fontsWithoutText()) ?? []
            guard !fonts.isEmpty else { continue }
            let names = fonts.map { "“\($0)”" }.joined(separator: ", ")
            sentence +=
                " The text of “\(received.document.name)” in \(fonts.count == 1 ? "the font" : "the fonts") \(names) cannot "
                + "be read, because no map to characters (ToUnicode) is embedded."
        }
        problems.add(sentence, at: ["text_tags"])
    }

    /// Draws marks into a document that nobody has seen yet.
    func mark(
        _ received: inout Received, with marks: PageMarks, for share: FairShare, at path: [String],
        _ problems: RequestProblems
    ) async throws {
        guard !marks.kinds.isEmpty else { return }
        do {
            let name = received.document.name
            let marked = try await marker.marked(received.blob.bytes, named: name, with: marks, for: share)
            received.blob = Blob(marked.bytes)
            received.document.blob = received.blob.hash
            received.document.covered = marked.covered
            if !marked.signaturePlaces.isEmpty { received.document.pages = try DocumentIntake.read(marked.bytes) }
            received.fields += SignWell.Field.all(
                tagged: marked.bracedTexts.map { ($0.text, $0.page, $0.frame) }, problems)
            received.bracedTexts = marked.bracedTexts.count
            received.fields += marked.signaturePlaces.flatMap { place in
                [
                    SignWell.Field(.signature, at: place.signature, onPage: place.page, of: place.signer),
                    SignWell.Field(.date, at: place.date, onPage: place.page, of: place.signer),
                ]
            }
        } catch let error as PageMarkProblems {
            for problem in error.problems {
                switch problem {
                case .signed(.bracedTexts): problems.add(problem.description, at: ["text_tags"])
                case .signed(.testStamp): problems.add(problem.description, at: ["test_mode"])
                case .signed(.signaturePage): problems.add(problem.description, at: ["with_signature_page"])
                default: problems.add(problem.description, at: path)
                }
            }
        }
    }

    private func bytes(
        of file: SignWell.File, by deadline: Date, room: Int, at path: [String], _ problems: RequestProblems
    ) async -> Data? {
        if let text = file.base64, file.url == nil {
            guard let bytes = MIMEBase64.bytes(text), !bytes.isEmpty else {
                problems.add("is not base64.", at: path + ["file_base64"])
                return nil
            }
            return bytes
        }
        guard let address = file.url, file.base64 == nil else { return nil }
        do {
            return try await fetcher.file(at: address, deadline: deadline, limit: room)
        } catch .tooLarge(limit: room) {
            problems.add(
                "and the files before it are larger than \(fetchedBytes / 1_048_576) MB together.",
                at: path + ["file_url"])
            return nil
        } catch {
            problems.add(error.description, at: path + ["file_url"])
            return nil
        }
    }
}
