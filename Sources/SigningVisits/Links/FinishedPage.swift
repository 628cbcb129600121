import Ceremony
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import PageKit
import Words

/// The last page of a visit that began with a link: what has happened, and the files to keep.
struct FinishedPage {
    let link: LinkPage
    let offersCopies: Bool
    let keepsEntries: Bool

    func page() -> HTTPReply {
        switch link.state {
        case .finished: link.finished(files)
        case .waiting, .expired:
            link.page(
                link.closing.later(keepsEntries: keepsEntries, isByLink: true),
                "<div class=\"actions\"><a class=\"button\" href=\"./\">\(link.text(.goOn))</a></div>")
        default: link.deadEnd
        }
    }

    /// The page of a visit that was not used for a while.
    static func timedOut(_ say: PageSentences, brand: AccountBrand?) -> HTTPReply {
        LinkPage.page(
            say, say(.timedOutTitle), [LinkPage.paragraph(say(.timedOut))], brand: brand, medal: false, status: 401)
    }

    private var files: String? {
        guard offersCopies else { return nil }
        let envelope = link.envelope
        var files = envelope.documents(visibleTo: link.recipient.id).map { document in
            (path: "documents/\(Self.encoded(document.id.rawValue))/file", name: document.fileName)
        }
        if envelope.status == .completed {
            if files.count > 1 { files.insert(("combined", link.text(.combined)), at: 0) }
            // The certificate holds everybody's entries.
            if envelope.seesAll(link.recipient.id) { files.append(("certificate", link.text(.certificate))) }
        }
        let items = files.map { file in
            "<li><a download href=\"\(PlainPage.escaped(file.path))\"><span dir=\"auto\">\(PlainPage.escaped(file.name))"
                + "</span></a></li>"
        }
        return "<h2>\(link.text(.download))</h2>\n<ul>\(items.joined())</ul>"
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
