import Ceremony
import Envelopes
import Foundation
import HTTPMessages

/// The last page of a visit that began with a link: what has happened, and the files to keep.
struct FinishedPage {
    let link: LinkPage
    let offersCopies: Bool
    let keepsEntries: Bool

    func page() -> HTTPReply {
        switch link.state {
        case .finished: link.finished(files)
        case .waiting, .expired:
            LinkPage.page(
                link.recipient.signs ? "You have not signed yet" : "You have not opened the documents yet",
                [
                    LinkPage.paragraph(
                        (keepsEntries ? "What you entered is kept. " : "")
                            + "Go on now, or open the link in your message again later."),
                    "<div class=\"actions\"><a class=\"button\" href=\"./\">Go on</a></div>",
                ])
        default: link.deadEnd
        }
    }

    /// The page of a visit that was not used for a while.
    static let timedOut = LinkPage.page(
        "This visit has ended",
        [
            LinkPage.paragraph(
                "It was not used for a while. What you entered is kept. Open the link in your message again.")
        ], status: 401)

    private var files: String? {
        guard offersCopies else { return nil }
        let envelope = link.envelope
        let seesAll = envelope.seesAll(link.recipient.id)
        var links = envelope.documents(visibleTo: link.recipient.id).map { document in
            (path: "documents/\(Self.encoded(document.id.rawValue))/file", name: document.fileName)
        }
        if envelope.status == .completed {
            if links.count > 1 { links.insert(("combined", "All documents in one file"), at: 0) }
            // The certificate holds everybody's entries.
            if seesAll { links.append(("certificate", "Certificate of completion")) }
        }
        let items = links.map { link in
            "<li><a download href=\"\(PlainPage.escaped(link.path))\"><span dir=\"auto\">\(PlainPage.escaped(link.name))"
                + "</span></a></li>"
        }
        return "<h2>Download</h2>\n<ul>\(items.joined())</ul>"
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
