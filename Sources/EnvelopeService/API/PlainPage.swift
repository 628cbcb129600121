import Foundation

extension APIAnswer {
    /// A page of one heading and one sentence, for a browser that has come to a place where nothing is.
    static func page(title: String, _ sentence: String, status: Int) -> APIAnswer {
        PlainPage(title: title, body: "<p>\(PlainPage.escaped(sentence))</p>").answer(status: status)
    }
}

/// A small page without scripts.
public struct PlainPage: Sendable {
    /// Shown as heading and as the window's title.
    public var title: String
    /// HTML; what comes from outside has to go through ``escaped(_:)``.
    public var body: String
    /// Where a form of the page may lead besides the service itself: sources of CSP3 §2.3.1.
    public var formTargets: [String]

    public init(title: String, body: String, formTargets: [String] = []) {
        self.title = title
        self.body = body
        self.formTargets = formTargets
    }

    /// The page as an answer.
    public func answer(status: Int = 200, headers: [String: String] = [:]) -> APIAnswer {
        let targets = (["'self'"] + formTargets).joined(separator: " ")
        let policy =
            "default-src 'none'; style-src 'unsafe-inline'; form-action \(targets); base-uri 'none'; frame-ancestors 'none'"
        // With "no-referrer" a form of this page would say that it comes from nowhere.
        return .bytes(
            Data(html.utf8), type: "text/html; charset=utf-8", status: status,
            headers: headers.merging(["content-security-policy": policy, "referrer-policy": "same-origin"]) { $1 })
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
            button.plain { background: none; color: #0b57a4; }
            button.plain:hover { background: #eef2f8; }
            label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
            input { box-sizing: border-box; width: 100%; padding: .65rem .75rem; border: 1px solid #6b7385;
                border-radius: .5rem; font: inherit; }
            input:focus-visible { outline: 3px solid #f0a020; outline-offset: 2px; }
            .wrong { padding: .75rem 1rem; border-radius: .5rem; background: #fdecec; color: #7a1212; }
            .actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
            @media (max-width: 30rem) { main { margin: 0; min-height: 100vh; padding: 1.5rem 1.25rem;
                border-radius: 0; } }
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
