import Foundation

/// What a request asks for.
enum CeremonyRoute: Equatable {
    case pageFile
    case session
    case image(document: String, page: String)
    case words(document: String, page: String)
    case file(document: String)
    case certificate
    case consent
    case field(String)
    case preview
    case signature
    case places
    case finish
    case later
    case decline

    /// - Throws: ``CeremonyError/notFound`` for an address that there is not, and
    ///   ``CeremonyError/methodNotAllowed(allowed:)`` for one that answers other methods.
    init(_ request: CeremonyRequest) throws(CeremonyError) {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let (method, route): (String, CeremonyRoute)
        switch parts {
        case ["session"]: (method, route) = ("GET", .session)
        case ["certificate"]: (method, route) = ("GET", .certificate)
        case ["consent"]: (method, route) = ("POST", .consent)
        case ["signature", "preview"]: (method, route) = ("POST", .preview)
        case ["signature"]: (method, route) = ("PUT", .signature)
        case ["signature", "places"]: (method, route) = ("POST", .places)
        case ["finish"]: (method, route) = ("POST", .finish)
        case ["later"]: (method, route) = ("POST", .later)
        case ["decline"]: (method, route) = ("POST", .decline)
        default:
            if parts.count == 2, parts[0] == "fields" {
                (method, route) = ("PUT", .field(parts[1]))
            } else if parts.count == 3, parts[0] == "documents", parts[2] == "file" {
                (method, route) = ("GET", .file(document: parts[1]))
            } else if parts.count == 5, parts[0] == "documents", parts[2] == "pages", parts[4] == "image" {
                (method, route) = ("GET", .image(document: parts[1], page: parts[3]))
            } else if parts.count == 5, parts[0] == "documents", parts[2] == "pages", parts[4] == "words" {
                (method, route) = ("GET", .words(document: parts[1], page: parts[3]))
            } else if PageFiles.all.contains(request.path) {
                (method, route) = ("GET", .pageFile)
            } else {
                throw .notFound
            }
        }
        let allowed = method == "GET" ? ["GET", "HEAD"] : [method]
        guard allowed.contains(request.method) else { throw .methodNotAllowed(allowed: allowed) }
        self = route
    }

    /// Whether the request may change something.
    var isWrite: Bool {
        switch self {
        case .pageFile, .session, .image, .words, .file, .certificate: false
        case .consent, .field, .preview, .signature, .places, .finish, .later, .decline: true
        }
    }
}
