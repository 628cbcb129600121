import EnvelopeService
import Foundation
import Ledger

/// The cookie by which a browser is known in which a user has signed in before.
enum KnownBrowserCookie {
    static let name = "countersign_browser"

    static func header(_ cookie: Secret, life: TimeInterval, isSecure: Bool) -> String {
        "\(name)=\(cookie.text); Path=/oauth; HttpOnly; SameSite=Strict; Max-Age=\(Int(life))"
            + (isSecure ? "; Secure" : "")
    }
}

extension ServiceCall {
    /// Returns one of the service's own cookies: 43 characters, like a ``Secret``.
    func cookie(named name: String) -> Secret? {
        headers.cookies(named: name).first { $0.utf8.count == 43 }.map { Secret(text: $0) }
    }
}
