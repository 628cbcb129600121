import Foundation
import HTTPTypes
import Hummingbird

extension Response {
    /// A page of one heading and one sentence, for a browser that has come to a place where nothing is.
    static func page(title: String, _ sentence: String, status: HTTPResponse.Status) -> Response {
        PlainPage(title: title, body: "<p>\(PlainPage.escaped(sentence))</p>").response(status: status)
    }
}

/// A small page without scripts.
public struct PlainPage: Sendable {
    /// Shown as heading and as the window's title.
    public var title: String
    /// HTML; what comes from outside has to go through ``escaped(_:)``.
    public var body: String

    public init(title: String, body: String) {
        self.title = title
        self.body = body
    }

    /// The page as an answer.
    public func response(status: HTTPResponse.Status = .ok) -> Response {
        var headers: HTTPFields = [:]
        headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        // With "no-referrer" a form of this page would say that it comes from nowhere.
        headers[HeaderName.referrerPolicy] = "same-origin"
        return .bytes(Data(html.utf8), type: "text/html; charset=utf-8", status: status, headers: headers)
    }

    /// Text with the characters that mean something in HTML written as references.
    public static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;")
            .replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;")
            .replacingOccurrences(of: "\"", with: "&quot;")
            .replacingOccurrences(of: "'", with: "&#39;")
    }

    private var html: String {
        let heading = Self.escaped(title)
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(heading)</title>
            <style>
            body { margin: 0; background: #f4f5f7; color: #1d2330; font: 1.0625rem/1.55 system-ui, sans-serif; }
            main { box-sizing: border-box; max-width: 38rem; margin: 12vh auto 2rem; padding: 2rem;
                background: #fff; border-radius: .75rem; box-shadow: 0 1px 3px rgb(0 0 0 / .15); }
            h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; }
            p { margin: .75rem 0; }
            a { color: #0b57a4; }
            button { padding: .7rem 1.4rem; border: 0; border-radius: .5rem; background: #0b57a4; color: #fff;
                font: inherit; font-weight: 600; cursor: pointer; }
            button:hover { background: #094888; }
            button:focus-visible, a:focus-visible { outline: 3px solid #f0a020; outline-offset: 2px; }
            </style>
            </head>
            <body>
            <main>
            <h1>\(heading)</h1>
            \(body)
            </main>
            </body>
            </html>

            """
    }
}
