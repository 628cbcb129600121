import Crypto
import Foundation
import HTTPMessages
import PageKit
import ServiceCalls

/// The script that shows a signing page in another page, and its TypeScript declaration.
///
/// `/embedded.js` is revalidated each time. `/embedded-{hash}.js` never changes, so that a page can name its hash
/// (`integrity`, W3C Subresource Integrity). Both may be read across origins.
struct EmbedScript: Sendable {
    static let shared = EmbedScript()

    private let script: StaticFile
    private let declaration: StaticFile

    /// The first 12 bytes of the script's SHA-256, in hexadecimal.
    var hash: String { script.digest }
    /// The value of the attribute `integrity`.
    let integrity: String

    private init() {
        func file(_ name: String) -> StaticFile {
            guard let file = EmbedFiles.all.first(where: { $0.name == name }) else {
                preconditionFailure("scripts/embed-files embedded no \(name).")
            }
            return StaticFile(file)
        }
        (script, declaration) = (file("embedded.js"), file("embedded.d.ts"))
        integrity = "sha384-" + Data(SHA384.hash(data: script.bytes)).base64EncodedString()
    }

    var routes: [APIRoute] {
        [
            APIRoute(.get, "embedded.js", needsToken: false) { reply($0, script) },
            APIRoute(.get, "embedded-\(hash).js", needsToken: false) { reply($0, script, isPinned: true) },
            APIRoute(.get, "embedded.d.ts", needsToken: false) { reply($0, declaration) },
        ]
    }

    private func reply(_ request: ServiceCall, _ file: StaticFile, isPinned: Bool = false) -> HTTPReply {
        var headers: HTTPFields = [.accessControlAllowOrigin: "*", .crossOriginResourcePolicy: "cross-origin"]
        if !isPinned { headers[.cacheControl] = "public, no-cache" }
        headers[named: "Countersign-Script"] = "/embedded-\(hash).js"
        headers[named: "Countersign-Script-Integrity"] = integrity
        headers[named: "Access-Control-Expose-Headers"] = "Countersign-Script, Countersign-Script-Integrity"
        return file.reply(to: request.headers, isPinned: isPinned, headers: headers)
    }
}
