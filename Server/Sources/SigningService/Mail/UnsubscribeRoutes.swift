import Accounts
import Delivery
import EnvelopeService
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import PageKit

/// `/mail/unsubscribe/{wish}`: a sender says that they want no more messages of one kind.
///
/// GET only shows a button, as mail scanners open links. Mail programs send POST themselves (RFC 8058).
struct UnsubscribeRoutes {
    let secrets: any SecretBox
    let accounts: AccountStore

    var routes: [APIRoute] {
        [
            APIRoute(.get, "mail/unsubscribe/:wish", needsToken: false) { try await show($0) },
            APIRoute(.post, "mail/unsubscribe/:wish", needsToken: false) { try await switchOff($0) },
        ]
    }

    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        guard let wish = wish(request) else { return Self.unknown }
        return PlainPage(
            title: "Stop these messages?",
            body: """
                <p>You get a message whenever \(wish.event). Press the button if you want no more of them.</p>
                <form method="post"><div class="actions"><button>Stop these messages</button></div></form>
                """
        ).answer()
    }

    private func switchOff(_ request: ServiceCall) async throws -> HTTPReply {
        guard let wish = wish(request) else { return Self.unknown }
        do {
            try await accounts.changeNotices(of: wish.userID) { wish.apply(to: &$0) }
        } catch AccountUserError.unknown {
            return Self.unknown
        }
        return PlainPage(
            title: "You get no more of these messages",
            body: "<p>We no longer write to you whenever \(wish.event). Other messages still reach you.</p>"
        ).answer()
    }

    private func wish(_ request: ServiceCall) -> UnsubscribeWish? {
        UnsubscribeWish(text: request.parameters["wish"] ?? "", secrets)
    }

    private static let unknown = PlainPage(
        title: "This link is not valid",
        body: "<p>It may have been copied incompletely. Open the link in your message again.</p>"
    ).answer(status: 404)
}

extension UnsubscribeWish {
    /// The event that the user hears of, as the end of a sentence.
    fileprivate var event: String {
        message == .viewed ? "a recipient opens your documents" : "everybody has signed your documents"
    }
}
