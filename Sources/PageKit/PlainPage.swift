import Essentials
import Foundation
import HTTPMessages

/// How an account appears on a page.
package struct PageBrand: Sendable {
    /// The name that people see.
    let name: String
    /// The colours behind the name or logo, and of buttons; `nil` for the page's own.
    let header: BrandColor?
    let button: BrandColor?
    let logo: (mediaType: String, bytes: Data)?

    package init(name: String, header: BrandColor?, button: BrandColor?, logo: (mediaType: String, bytes: Data)?) {
        self.name = name
        self.header = header
        self.button = button
        self.logo = logo
    }
}

/// A small page without scripts.
public struct PlainPage: Sendable {
    /// The heading and window title.
    public var title: String
    /// The HTML of the body. Escape external text with ``escaped(_:)``.
    public var body: String
    /// Further targets of the page's forms, besides the service itself: sources of CSP3 §2.3.1.
    public var formTargets: [String]
    /// The language's tag, as HTML has it.
    package var language = "en"
    package var isRightToLeft = false
    /// A sign above the heading: a tick, or a warning; `nil` for none.
    package var medal: Bool?
    /// How the sender's account appears; `nil` for the page's own look.
    package var brand: PageBrand?

    /// Makes a page in English, from left to right. `body` is HTML, `title` is text.
    public init(title: String, body: String, formTargets: [String] = []) {
        self.title = title
        self.body = body
        self.formTargets = formTargets
    }

    /// Returns the page as a response.
    public func answer(status: Int = 200, headers: HTTPFields = [:]) -> HTTPReply {
        let targets = (["'self'"] + formTargets).joined(separator: " ")
        let policy =
            "default-src 'none'; style-src 'unsafe-inline';\(brand?.logo == nil ? "" : " img-src data:;") form-action \(targets); base-uri 'none'; frame-ancestors 'none'"
        // With "no-referrer", browsers would send a form of this page with the origin `null`.
        var headers = headers
        headers[.contentSecurityPolicy] = policy
        headers[named: "Referrer-Policy"] = "same-origin"
        return .bytes(Data(html.utf8), type: "text/html; charset=utf-8", status: status, headers: headers)
    }

    /// Escapes the special characters of HTML.
    public static func escaped(_ text: String) -> String {
        HTMLText.escaped(text)
    }

    /// The rules for the brand's colours; text on them is black or white, so that it can be read.
    private var brandStyle: String {
        guard let brand else { return "" }
        let header = brand.header.map { "background: \($0); color: \($0.text);" } ?? ""
        let button = brand.button.map {
            ":is(button, a.button):not(.plain), :is(button, a.button):not(.plain):hover { background: \($0); color: "
                + "\($0.text); border: 1px solid var(--edge); }\n"
        }
        return """
            .brand { margin: -2rem -2rem 1.5rem; padding: .9rem 2rem; border-radius: .75rem .75rem 0 0;
                border-bottom: 1px solid var(--line); font-weight: 600; overflow-wrap: anywhere; \(header) }
            .brand img { display: block; max-height: 3rem; max-width: 100%; }
            @media (max-width: 30rem) { .brand { margin: -1.5rem -1.25rem 1.25rem; padding: .9rem 1.25rem;
                border-radius: 0; } }
            \(button ?? "")
            """
    }

    private var brandBand: String {
        guard let brand else { return "" }
        let name = Self.escaped(brand.name)
        let logo = brand.logo.map {
            "<img src=\"data:\($0.mediaType);base64,\($0.bytes.base64EncodedString())\" alt=\"\(name)\">"
        }
        return "<div class=\"brand\" dir=\"auto\">\(logo ?? name)</div>\n"
    }

    private var medalSign: String {
        guard let medal else { return "" }
        return """
            <div class="medal\(medal ? " good" : "")"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" \
            focusable="false"><path d="\(medal ? Self.tick : Self.warning)" fill="none" stroke="currentColor" \
            stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg></div>

            """
    }

    /// The same drawings as in the signing page's `dom.js`.
    private static let tick = "M5 12.5l4.5 4.5L19 7.5"
    private static let warning = "M12 8v5M12 16.5v.1M12 3.5l9 16H3l9-16z"

    private var html: String {
        let heading = Self.escaped(title)
        return """
            <!doctype html>
            <html lang="\(language)"\(isRightToLeft ? " dir=\"rtl\"" : "")>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(heading)</title>
            <style>
            :root { color-scheme: light dark; --ground: #f1f0ec; --surface: #fff; --text: #1b2326; --quiet: #56605f; --edge: #767f7e; --line: #dcdedb;
                --good: #1d6b45; --accent: #0c5460; --hover: #08414b; --on-accent: #fff; --tint: #e3efef; --focus: #0a66d6;
                --wrong: #fdecec; --wrong-text: #7a1212; }
            @media (prefers-color-scheme: dark) { :root { --ground: #14191a; --surface: #1e2526; --text: #e9eeec; --quiet: #a9b4b1; --line: #3a4445;
                --edge: #87928f; --good: #86d6a9; --accent: #7fd0cf; --hover: #a3e1e0; --on-accent: #06292e; --tint: #1c3a3d;
                --focus: #8fc2ff; --wrong: #4a0803; --wrong-text: #ffcbc6; } }
            body { margin: 0; background: var(--ground); color: var(--text);
                font: 1.0625rem/1.55 system-ui, -apple-system, sans-serif; }
            main { box-sizing: border-box; max-width: 38rem; margin: 12vh auto 2rem; padding: 2rem;
                background: var(--surface); border-radius: .75rem; box-shadow: 0 1px 3px rgb(0 0 0 / .15); }
            .medal { display: grid; place-items: center; width: 3.5rem; height: 3.5rem; margin-bottom: 1rem;
                border-radius: 50%; background: var(--tint); color: var(--quiet); }
            .medal.good { color: var(--good); }
            h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
            h2 { margin: 1.5rem 0 .5rem; font-size: 1.0625rem; }
            ul { margin: 1rem 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
            li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .6rem 0;
                border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
            li > a { flex: 1; padding: .35rem 0; }
            figure { margin: 1rem 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--accent); }
            blockquote { margin: 0; white-space: pre-line; overflow-wrap: anywhere; }
            figcaption, .quiet { color: var(--quiet); font-size: .9375rem; }
            p { margin: .75rem 0; overflow-wrap: anywhere; }
            a { color: var(--accent); }
            button, a.button { display: inline-block; box-sizing: border-box; text-decoration: none;
                min-height: 2.75rem; padding: .7rem 1.4rem; border: 0; border-radius: .5rem;
                background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
            :is(button, a.button):hover { background: var(--hover); }
            button.plain { background: none; color: var(--accent); }
            button.plain:hover { background: var(--tint); }
            form > button.plain { margin: .75rem -.5rem 0; padding: .7rem .5rem; }
            label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
            input { box-sizing: border-box; width: 100%; padding: .65rem .75rem; border: 1px solid var(--edge);
                border-radius: .5rem; background: var(--surface); color: inherit; font: inherit; }
            :is(a, button, input):focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
            .wrong { padding: .75rem 1rem; border-radius: .5rem; background: var(--wrong); color: var(--wrong-text); }
            .actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
            @media (max-width: 30rem) { body { background: var(--surface); }
                main { margin: 0; padding: 1.5rem 1.25rem; border-radius: 0; box-shadow: none; } }
            \(brandStyle)</style>
            </head>
            <body>
            <main>
            \(brandBand)\(medalSign)<h1>\(heading)</h1>
            \(body)
            </main>
            </body>
            </html>

            """
    }
}
