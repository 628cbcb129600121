import Ceremony
import Crypto
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import PageKit
import ServiceCalls

/// What a page sees in its frame at once if it may not show a signing page.
///
/// The embed script names the page's origin in the address. Nobody has to believe it: it only chooses between the signing
/// page, whose rules the browser keeps, and this one, which tells nothing of the document.
package struct EmbeddingRefusal {
    /// The parameter of the address.
    static let parameter = "from"

    package let origin: String
    private let hasApplication: Bool

    /// - Returns: `nil` for a page that may show it, and for an address without an origin
    package init?(_ request: ServiceCall, _ envelope: Envelope, _ allowed: [EmbeddingOrigin]) {
        guard let origin = request.query[Self.parameter], !origin.isEmpty,
            !allowed.contains(where: { $0.allows(origin) })
        else { return nil }
        // Anybody can write the address, and somebody copies the command.
        self.origin = (EmbeddingOrigin(origin) ?? .null).text
        hasApplication = envelope.definition.options.applicationID != nil
    }

    /// The sentence for whoever builds the page around.
    private var advice: String {
        hasApplication
            ? "The origins of the document's API application do not include \(origin). Use an application that "
                + "allows it: countersign application create --origin \(origin)"
            : "The document names no API application, so no website may show it. Create an application that allows this "
                + "one, countersign application create --origin \(origin), and documents with its api_application_id "
                + "or with a key of it."
    }

    /// Returns the page. Its script tells the page around it, as the embed script expects.
    package func page(_ say: PageSentences) -> HTTPReply {
        var page = PlainPage(
            title: say(.notEmbeddedTitle),
            body: [
                "<p>\(PlainPage.escaped(say(.notEmbedded, ["origin": origin])))</p>",
                "<p class=\"quiet\" lang=\"en\" dir=\"ltr\" id=\"advice\">\(PlainPage.escaped(advice))</p>",
                "<script>\(Self.script)</script>",
            ].joined(separator: "\n"))
        page.language = say.language.tag
        page.isRightToLeft = say.language.isRightToLeft
        var reply = page.answer(status: 403, headers: HTTPFields(["X-Robots-Tag": "noindex"]))
        // Any page may show it: it holds nothing of the document.
        reply.headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(Self.scriptHash)'; form-action 'none'; "
            + "base-uri 'none'"
        reply.headers[.cacheControl] = "no-store"
        return reply
    }

    private static let script = """
        parent.postMessage({ to: "countersign-embed", type: "error", detail: { code: "origin_not_allowed", \
        message: document.getElementById("advice").textContent } }, "*");
        """

    private static let scriptHash = Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString()
}
