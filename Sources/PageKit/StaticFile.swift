import Crypto
import Essentials
import Foundation
import HTTPMessages

/// A file that is the same for everybody, with its compressed form made once.
package struct StaticFile: Sendable {
    package let bytes: Data
    private let compressed: Data?
    private let contentType: String
    /// The first 12 bytes of the SHA-256 of the bytes, in hexadecimal digits.
    package let digest: String

    /// - Parameters:
    ///   - type: the media type, with its parameters
    ///   - digest: the SHA-256 of the bytes in hexadecimal digits; `nil` if it is not known
    package init(_ bytes: Data, type: String, digest: String? = nil) {
        self.bytes = bytes
        compressed = bytes.count > ContentCoding.worthwhile ? ContentCoding.gzip(bytes, thoroughly: true) : nil
        contentType = type
        self.digest = String((digest ?? Hexadecimal.text(SHA256.hash(data: bytes))).prefix(24))
    }

    /// - Parameter file: one of those that `scripts/embed-files` writes
    package init(_ file: (name: String, type: String, digest: String, text: String)) {
        self.init(Data(file.text.utf8), type: file.type, digest: file.digest)
    }

    /// Returns the file, or “not modified” if the browser has it already (RFC 9110 §13.1.2).
    ///
    /// - Parameters:
    ///   - fields: the headers of the request
    ///   - isPinned: whether the address names the digest, so that the browser may keep the file forever
    ///   - headers: further headers of the answer
    package func reply(
        to fields: HTTPFields, isPinned: Bool = false, headers more: HTTPFields = [:]
    ) -> HTTPReply {
        let coded = fields.acceptsGzip ? compressed : nil
        // Who takes the compressed form may hold the other one, which is as good.
        let plain = "\"\(digest)\""
        let tags = coded == nil ? [plain] : ["\"\(digest)-gzip\"", plain]
        let held = tags.first { EntityTag.matches(fields[.ifNoneMatch], $0) }
        var headers: HTTPFields = [
            .contentType: contentType, .eTag: held ?? tags[0], .xContentTypeOptions: "nosniff",
            .cacheControl: isPinned ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        if compressed != nil { headers[.vary] = "Accept-Encoding" }
        headers = headers.replacing(more)
        if held != nil { return HTTPReply(status: 304, headers: headers) }
        if coded != nil { headers[.contentEncoding] = "gzip" }
        return HTTPReply(status: 200, headers: headers, body: coded ?? bytes)
    }
}

/// Conditional requests (RFC 9110 §13.1.2).
package enum EntityTag {
    package static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { candidate in
            let name = candidate.trimmingCharacters(in: .whitespaces)
            return name == "*" || name == tag || name == "W/" + tag
        }
    }
}
