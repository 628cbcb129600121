import Ceremony
import Crypto
import Foundation
import HTTPMessages

/// The script that shows a signing page in another page, and its TypeScript declaration.
///
/// `/embedded.js` is revalidated each time. `/embedded-{hash}.js` never changes, so that a page can name its hash
/// (`integrity`, W3C Subresource Integrity). Both may be read across origins.
struct EmbedScript: Sendable {
    static let shared = EmbedScript()

    let script = Data(PackageResources.embedded_js)
    private let declaration = Data(PackageResources.embedded_d_ts)

    /// The first 12 bytes of the script's SHA-256, in hexadecimal.
    let hash: String
    /// The value of the attribute `integrity`.
    let integrity: String

    private init() {
        hash = SHA256.hash(data: script).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        integrity = "sha384-" + Data(SHA384.hash(data: script)).base64EncodedString()
    }

    var routes: [APIRoute] {
        [
            APIRoute(.get, "embedded.js", needsToken: false) { reply($0, script, "text/javascript", isFixed: false) },
            APIRoute(.get, "embedded-\(hash).js", needsToken: false) {
                reply($0, script, "text/javascript", isFixed: true)
            },
            APIRoute(.get, "embedded.d.ts", needsToken: false) {
                reply($0, declaration, "application/typescript", isFixed: false)
            },
        ]
    }

    private func reply(_ request: ServiceCall, _ bytes: Data, _ type: String, isFixed: Bool) -> HTTPReply {
        let digest = SHA256.hash(data: bytes).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let tag = "\"\(digest.joined())\""
        var headers: HTTPFields = [
            .contentType: "\(type); charset=utf-8", .eTag: tag,
            .cacheControl: isFixed ? "public, max-age=31536000, immutable" : "public, no-cache",
            .accessControlAllowOrigin: "*", .xContentTypeOptions: "nosniff",
        ]
        headers[.crossOriginResourcePolicy] = "cross-origin"
        headers[named: "Countersign-Script"] = "/embedded-\(hash).js"
        headers[named: "Countersign-Script-Integrity"] = integrity
        headers[named: "Access-Control-Expose-Headers"] = "Countersign-Script, Countersign-Script-Integrity"
        let known = (request.headers[.ifNoneMatch] ?? "").split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard !known.contains(where: { $0 == tag || $0 == "W/" + tag || $0 == "*" }) else {
            return HTTPReply(status: 304, headers: headers)
        }
        return HTTPReply(status: 200, headers: headers, body: bytes)
    }
}
