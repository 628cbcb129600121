import Crypto
import Foundation
import HTTPMessages

/// A file that is the same for everybody, with its compressed form made once.
struct StaticFile: Sendable {
    let bytes: Data
    private let compressed: Data?
    private let contentType: String
    /// The beginning of the SHA-256 of the bytes, in hexadecimal digits.
    let digest: String

    /// - Parameter name: the file's name, whose end says what it holds
    init(_ bytes: Data, name: String) {
        self.bytes = bytes
        compressed = bytes.count > ContentCoding.worthwhile ? ContentCoding.gzip(bytes, thoroughly: true) : nil
        contentType = Self.contentType(of: name)
        digest = SHA256.hash(data: bytes).prefix(12).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// Returns the file, or “not modified” if the browser has it already.
    ///
    /// - Parameter isPinned: whether the address names the digest, so that the browser may keep the file forever
    func reply(to request: HTTPCall, isPinned: Bool = false) -> HTTPReply {
        let coded = request.headers.acceptsGzip ? compressed : nil
        let tag = coded == nil ? "\"\(digest)\"" : "\"\(digest)-gzip\""
        var headers: HTTPFields = [
            .contentType: contentType, .eTag: tag,
            .cacheControl: isPinned ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        if compressed != nil { headers[.vary] = "Accept-Encoding" }
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) {
            return HTTPReply(status: 304, headers: headers)
        }
        if coded != nil { headers[.contentEncoding] = "gzip" }
        return HTTPReply(status: 200, headers: headers, body: coded ?? bytes)
    }

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
