import Ceremony
import Crypto
import Foundation
import HTTPMessages
import ServiceCalls

/// The sign-in page for apps and websites, and the script for websites.
struct PageRoutes {
    let service: IdentityService

    var routes: [APIRoute] {
        ["web_app", "mobile_app"].map { path in
            APIRoute(.get, path, needsToken: false) { try await page($0) }
        } + [
            APIRoute(.get, "hub/page/:name", needsToken: false) { try file($0) },
            APIRoute(.get, "hub.js", needsToken: false) { call in
                var reply = Self.reply(Data(PackageResources.hub_js), "text/javascript", to: call)
                reply.headers[.accessControlAllowOrigin] = "*"
                reply.headers[.crossOriginResourcePolicy] = "cross-origin"
                return reply
            },
        ]
    }

    /// The page's own files; the rest are the signing page's.
    private static let files: [String: [UInt8]] = [
        "account.js": PackageResources.account_js, "addresses.js": PackageResources.addresses_js,
        "app_visit.js": PackageResources.app_visit_js, "application.js": PackageResources.application_js,
        "binding.js": PackageResources.binding_js,
        "identity.css": PackageResources.identity_css, "identity.js": PackageResources.identity_js,
        "passkey.js": PackageResources.passkey_js, "profile.js": PackageResources.profile_js,
        "provider.js": PackageResources.provider_js,
        "screens.js": PackageResources.screens_js,
        "service.js": PackageResources.service_js, "signin.js": PackageResources.signin_js,
        "strings.en.js": PackageResources.strings_en_js, "surroundings.js": PackageResources.surroundings_js,
    ]

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
        return .bytes(
            Data(PackageResources.index_html), type: "text/html; charset=utf-8", headers: headers)
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
        let name = call.parameters["name"] ?? ""
        if let bytes = Self.files[name] {
            return Self.reply(Data(bytes), name.hasSuffix(".css") ? "text/css" : "text/javascript", to: call)
        }
        let request = HTTPCall(head: call.head)
        guard let shared = PageKit.reply(name, to: request) else { throw HubError.nothing("file") }
        return shared
    }

    private static func reply(_ bytes: Data, _ type: String, to call: ServiceCall) -> HTTPReply {
        let tag = "\"\(SHA256.hash(data: bytes).prefix(12).map { String(format: "%02x", $0) }.joined())\""
        let headers: HTTPFields = [
            .contentType: "\(type); charset=utf-8", .cacheControl: "no-cache", .eTag: tag,
            .xContentTypeOptions: "nosniff",
        ]
        let known = (call.headers[.ifNoneMatch] ?? "").split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard !known.contains(where: { $0 == tag || $0 == "W/" + tag || $0 == "*" }) else {
            return HTTPReply(status: 304, headers: headers)
        }
        return HTTPReply(status: 200, headers: headers, body: bytes)
    }
}
