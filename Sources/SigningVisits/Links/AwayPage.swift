import Ceremony
import EnvelopeWork
import Foundation
import HTTPMessages
import Ledger
import PageKit
import ServiceCalls
import Words

extension APIRoute {
    /// The same route for people: while the database does not answer, a browser that asks for a page gets one that says
    /// so in its language, and everything else the error in the shape of the page's other errors.
    func sayingWhatIsAway(_ report: @escaping @Sendable (any Error, String?) -> Void) -> APIRoute {
        APIRoute(method, path, needsToken: needsToken, answersHead: answersHead) { call in
            do {
                return try await handler(call, ())
            } catch StorageError.unavailable(let reason) {
                report(StorageError.unavailable(reason: reason), call.trace)
                return call.method == .get && call.head.headerFields[.accept]?.contains("text/html") == true
                    ? AwayPage.page(in: .of(call))
                    : .pageRefusal(status: 503, code: "unavailable", saying: "internal-error", in: .of(call))
            }
        }
    }
}

/// What people see while the service cannot tell anything about a document.
private enum AwayPage {
    static func page(in language: Language) -> HTTPReply {
        func say(_ key: String) -> String { Catalog.of(language).sentence(.refusals, key) ?? key }
        var page = PlainPage(
            title: say("open-again"), body: "<p>\(PlainPage.escaped(say("internal-error")))</p>")
        page.language = language.tag
        page.isRightToLeft = language.isRightToLeft
        page.medal = false
        return page.answer(status: 503, headers: HTTPFields(["X-Robots-Tag": "noindex", "Retry-After": "5"]))
    }
}
