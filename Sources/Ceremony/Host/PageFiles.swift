import Crypto
import Foundation
import HTTPMessages

/// The page's own files, embedded in the program.
struct PageFiles: Sendable {
    private struct File: Sendable {
        let bytes: Data
        let contentType: String
        let tag: String
    }

    /// Files by name; the page itself has the empty name.
    private let files: [String: File]

    static let all = PageFiles()

    /// The name of the page itself.
    static let main = "index.html"

    private init() {
        var files: [String: File] = [:]
        for (name, bytes) in Self.embedded {
            let data = Data(bytes)
            let digest = SHA256.hash(data: data).prefix(12).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            let file = File(bytes: data, contentType: Self.contentType(of: name), tag: "\"\(digest.joined())\"")
            files[name] = file
            if name == Self.main { files[""] = file }
        }
        self.files = files
    }

    /// Returns a file, or “not modified” if the browser has it already. Returns `nil` for an unknown
    /// file.
    func reply(_ name: String, to request: HTTPCall) -> HTTPReply? {
        guard let file = files[name] else { return nil }
        let headers: HTTPFields = [.contentType: file.contentType, .cacheControl: "no-cache", .eTag: file.tag]
        if EntityTag.matches(request.headers[.ifNoneMatch], file.tag) {
            return HTTPReply(status: 304, headers: headers)
        }
        return HTTPReply(status: 200, headers: headers, body: file.bytes)
    }

    func contains(_ name: String) -> Bool { files[name] != nil }

    private static func contentType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}

/// Conditional requests (RFC 9110 §13.1.2).
enum EntityTag {
    static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { candidate in
            let name = candidate.trimmingCharacters(in: .whitespaces)
            return name == "*" || name == tag || name == "W/" + tag
        }
    }
}
