import Foundation
import HTTPMessages
import PageKit
import ServiceCalls
import Words

/// The sign-in page for apps and websites, and the script for websites.
struct PageRoutes {
    let service: IdentityService

    var routes: [APIRoute] {
        ["web_app", "mobile_app"].map { path in
            APIRoute(.get, path, needsToken: false) { try await page($0) }
        } + [
            APIRoute(.get, "hub/page/:name", needsToken: false) { try file($0) },
            APIRoute(.get, "hub.js", needsToken: false) { call in
                Self.script.reply(
                    to: call.headers,
                    headers: [.accessControlAllowOrigin: "*", .crossOriginResourcePolicy: "cross-origin"])
            },
        ]
    }

    /// The page's files, below `hub/page/`.
    static let files = PageFolder(SignInFiles.all, saying: .signin, at: "hub/page/")
    /// The script for websites.
    private static let script = StaticFile(HubFiles.all[0])

    private func page(_ call: ServiceCall) async throws -> HTTPReply {
        let origins = try await settings(call)?.origins ?? []
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
            "form-action 'none'", "base-uri 'none'",
            "frame-ancestors \(origins.isEmpty ? "'none'" : origins.joined(separator: " "))",
        ].joined(separator: "; ")
        var headers: HTTPFields = [.contentSecurityPolicy: policy]
        headers[named: "Referrer-Policy"] = "no-referrer"
        headers[named: "Permissions-Policy"] =
            "publickey-credentials-get=*, publickey-credentials-create=*, camera=(), microphone=(), geolocation=()"
        let page = Self.files.page(in: .wanted(by: call), to: HTTPCall(.get, PageFolder.main))
        headers[.contentLanguage] = page.headers[.contentLanguage]
        headers[.vary] = "Accept-Language"
        return .bytes(page.body, type: "text/html; charset=utf-8", headers: headers)
    }

    /// The settings of the application that the address names; `nil` for none.
    private func settings(_ call: ServiceCall) async throws -> AppSettings? {
        struct Configuration: Decodable { let appKey: String? }
        var key = call.query["app_key"]
        if let text = call.query["config"], text.utf8.count <= 20_000,
            let bytes = Data(base64Encoded: text) ?? Data(base64Encoded: text.replacing(" ", with: "+"))
        {
            key = (try? JSONDecoder().decode(Configuration.self, from: bytes))?.appKey
        }
        guard let key, key.utf8.count <= 200 else { return nil }
        return try await service.stores.identity.app(key: key)?.settings
    }

    private func file(_ call: ServiceCall) throws -> HTTPReply {
        let request = HTTPCall(head: call.head)
        guard let name = call.parameters["name"], name != PageFolder.main,
            let file = Self.files.reply(name, to: request)
        else { throw HubError.nothing("file") }
        return file
    }
}

extension Language {
    /// The language that a page's address names, or the page in its calls, or that the browser asks for.
    static func wanted(by call: ServiceCall) -> Language {
        let wishes = [call.query["lang"], call.headers[named: "Countersign-Language"]].compactMap(\.self)
        return best(for: wishes + accepted(call.headers[.acceptLanguage] ?? ""))
    }
}

extension HTTPReply {
    /// Returns a page with a heading and a sentence of the sign-in page, for a browser at a dead end.
    ///
    /// - Parameters:
    ///   - title: the key of the heading
    ///   - text: the key of the sentence
    static func deadEnd(_ title: String, _ text: String, _ call: ServiceCall) -> HTTPReply {
        let language = Language.wanted(by: call)
        func say(_ key: String) -> String { Catalog.of(language).sentence(.signin, key) ?? key }
        var page = PlainPage(title: say(title), body: "<p>\(PlainPage.escaped(say(text)))</p>")
        page.language = language.tag
        page.isRightToLeft = language.isRightToLeft
        return page.answer(status: 404)
    }
}
