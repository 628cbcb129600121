import Foundation
import HTTPMessages

/// The target of a request.
enum CeremonyRoute: Equatable {
    case pageFile(String)
    case session
    case image(document: String, page: String)
    case words(document: String, page: String)
    case file(document: String)
    case certificate
    case combined
    case consent
    case field(String)
    case preview
    case signature
    case places
    case shown
    case finish
    case later
    case decline
    case mark(String)
    case removedMark(String)
    case logo
    case delegate
    case attachment(String)
    case removedAttachment(String)

    /// - Throws: ``CeremonyError/notFound`` for an unknown path; ``CeremonyError/methodNotAllowed(allowed:)`` if the
    ///   path has other methods
    init(_ request: HTTPCall) throws(CeremonyError) {
        guard let path = request.target.relativePath else { throw .notFound }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let (method, route): (HTTPRequest.Method, CeremonyRoute)
        switch parts {
        case ["session"]: (method, route) = (.get, .session)
        case ["certificate"]: (method, route) = (.get, .certificate)
        case ["combined"]: (method, route) = (.get, .combined)
        case ["consent"]: (method, route) = (.post, .consent)
        case ["signature", "preview"]: (method, route) = (.post, .preview)
        case ["signature"]: (method, route) = (.put, .signature)
        case ["signature", "places"]: (method, route) = (.post, .places)
        case ["shown"]: (method, route) = (.post, .shown)
        case ["finish"]: (method, route) = (.post, .finish)
        case ["later"]: (method, route) = (.post, .later)
        case ["decline"]: (method, route) = (.post, .decline)
        case ["brand", "logo"]: (method, route) = (.get, .logo)
        case ["delegate"]: (method, route) = (.post, .delegate)
        default:
            if parts.count == 2, parts[0] == "fields" {
                (method, route) = (.put, .field(parts[1]))
            } else if parts.count == 2, parts[0] == "marks" {
                let isRemoved = request.method == .delete
                (method, route) = isRemoved ? (.delete, .removedMark(parts[1])) : (.put, .mark(parts[1]))
            } else if parts.count == 2, parts[0] == "attachments" {
                let isRemoved = request.method == .delete
                (method, route) = isRemoved ? (.delete, .removedAttachment(parts[1])) : (.put, .attachment(parts[1]))
            } else if parts.count == 3, parts[0] == "documents", parts[2] == "file" {
                (method, route) = (.get, .file(document: parts[1]))
            } else if parts.count == 5, parts[0] == "documents", parts[2] == "pages", parts[4] == "image" {
                (method, route) = (.get, .image(document: parts[1], page: parts[3]))
            } else if parts.count == 5, parts[0] == "documents", parts[2] == "pages", parts[4] == "words" {
                (method, route) = (.get, .words(document: parts[1], page: parts[3]))
            } else if PageFiles.all.contains(path) {
                (method, route) = (.get, .pageFile(path))
            } else {
                throw .notFound
            }
        }
        let allowed = method == .get ? [.get, .head] : [method]
        guard allowed.contains(request.method) else { throw .methodNotAllowed(allowed: allowed.map(\.rawValue)) }
        self = route
    }

    /// Whether the body is a file instead of JSON.
    var takesFile: Bool {
        if case .attachment = self { true } else { false }
    }

    /// Whether the request may change something.
    var isWrite: Bool {
        switch self {
        case .pageFile, .session, .image, .words, .file, .certificate, .combined, .logo: false
        case .consent, .field, .preview, .signature, .places, .shown, .finish, .later, .decline, .mark,
            .removedMark, .delegate, .attachment, .removedAttachment:
            true
        }
    }
}
