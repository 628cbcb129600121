import Envelopes
import Foundation
import SignedPDF

/// The reason why a file is rejected as a document of an envelope.
public enum IntakeError: Error, Sendable, Equatable, CustomStringConvertible {
    case notAPDF
    case encrypted
    /// `reason` is a sentence that names the byte offset or the object.
    case damaged(reason: String)
    case noPages
    case tooManyPages(count: Int, limit: Int)
    /// An action of the file launches a program.
    case launchesPrograms
    case holdsProgram(name: String)

    /// One sentence that says what to change in the file.
    public var description: String {
        switch self {
        case .notAPDF: "The file is not a PDF: it does not begin with %PDF-."
        case .encrypted: "The PDF is encrypted and needs a password. Remove the password first."
        case .damaged(let reason): reason
        case .noPages: "The PDF has no pages."
        case .tooManyPages(let count, let limit): "The PDF has \(count) pages; at most \(limit) are accepted."
        case .launchesPrograms:
            "The PDF starts a program or opens another file (a launch action). Remove the action first."
        case .holdsProgram(let name):
            "The PDF has an attachment that is a program or cannot be inspected: “\(name)”. Remove it first."
        }
    }
}

/// Checks a file before it becomes a document.
public enum DocumentIntake {
    /// The maximum number of pages of a document.
    public static let mostPages = 2000

    /// Returns the sizes of a PDF's pages as a reader sees them.
    ///
    /// Reads every page and tries to add a field to each, so that a damaged file does not stop a recipient at the end.
    /// Also checks that existing signatures permit further ones, and that the file neither launches nor contains
    /// programs.
    public static func read(_ bytes: Data, mostPages: Int = mostPages) throws(IntakeError) -> [PageSize] {
        do {
            let document = try PDFDocument(bytes)
            let count = try document.pageCount()
            guard count <= mostPages else { throw IntakeError.tooManyPages(count: count, limit: mostPages) }
            var pages: [PageSize] = []
            var trial: [FormField] = []
            for page in try document.pages() {
                let size = page.size
                pages.append(PageSize(width: size.width, height: size.height))
                trial.append(
                    FormField(
                        name: FieldName.ofTrial(onPage: page.number), page: page.number,
                        rect: PageRect(x: 0, y: 0, width: min(10, size.width), height: min(10, size.height)),
                        content: .checkbox(false)))
            }
            guard pages.count <= mostPages else {
                throw IntakeError.tooManyPages(count: pages.count, limit: mostPages)
            }
            _ = try document.update(adding: trial)
            try document.requireSignaturesPermitted()
            let active = try document.activeContent()
            if active.launches { throw IntakeError.launchesPrograms }
            if let name = active.programs.first { throw IntakeError.holdsProgram(name: name) }
            return pages
        } catch let error as IntakeError {
            throw error
        } catch PDFError.notAPDF {
            throw .notAPDF
        } catch PDFError.encrypted {
            throw .encrypted
        } catch PDFError.noPages {
            throw .noPages
        } catch PDFError.needsRepair(let reason) {
            throw .damaged(reason: "The PDF is damaged (\(reason)). Save it again with the program that made it.")
        } catch PDFError.xfaForm {
            throw .damaged(
                reason: "The PDF holds an XFA form, which shows other fields than the ones to be signed. Save "
                    + "it as a plain PDF first.")
        } catch {
            throw .damaged(reason: "\(error)")
        }
    }
}
