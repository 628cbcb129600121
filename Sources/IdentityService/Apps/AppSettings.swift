import Foundation
import HTTPMessages
import JWTKit

/// What an application's operator decides. In JSON, each member may be left out.
public struct AppSettings: Sendable, Hashable, Codable {
    /// The fields of a profile; other fields are refused.
    public var schema: [String: ProfileField]
    /// Whether people may sign in with a passkey.
    public var passkeys: Bool
    /// Whether people may sign in as guests.
    public var guests: Bool
    /// Whether the application's access tokens are accepted by the signing APIs, for the users and the embedded
    /// recipients with the proven address.
    public var signing: Bool
    /// Whether signing up is a step of its own: a sign-in never makes a user.
    public var explicitSignUp: Bool
    /// The websites that may frame the sign-in page and use its passkeys, as origins: `https://www.example.com`.
    public var origins: [String]
    /// Where a sign-in may lead in the end, besides the websites: the beginnings of addresses, such as
    /// `https://app.example.com/` or `myapp://`.
    public var redirects: [String]
    /// The domain that passkeys are bound to; `nil` for the service's own.
    public var passkeyDomain: String?
    /// Services whose tokens are exchanged for this application's.
    public var issuers: [TrustedIssuer]
    /// Apple and Google, as the application uses them.
    public var providers: [OpenIDProvider]
    /// The application's apps on Apple's systems, which open sign-in links and use the service's passkeys: team and bundle
    /// identifiers, `A1B2C3D4E5.com.example.shop`.
    public var appleApps: [String]
    /// The application's apps on Android, which do the same.
    public var androidApps: [AndroidApp]

    /// Checks nothing. Without arguments, the settings of a new application.
    public init(
        schema: [String: ProfileField] = ProfileField.usual, passkeys: Bool = true, guests: Bool = true,
        signing: Bool = true, explicitSignUp: Bool = false, origins: [String] = [], redirects: [String] = [],
        passkeyDomain: String? = nil,
        issuers: [TrustedIssuer] = [], providers: [OpenIDProvider] = [], appleApps: [String] = [],
        androidApps: [AndroidApp] = []
    ) {
        self.schema = schema
        self.passkeys = passkeys
        self.guests = guests
        self.signing = signing
        self.explicitSignUp = explicitSignUp
        self.origins = origins
        self.redirects = redirects
        self.passkeyDomain = passkeyDomain
        self.issuers = issuers
        self.providers = providers
        self.appleApps = appleApps
        self.androidApps = androidApps
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case schema, passkeys, guests, signing, origins, redirects, issuers, providers
        case explicitSignUp = "explicit_sign_up"
        case passkeyDomain = "passkey_domain"
        case appleApps = "apple_apps"
        case androidApps = "android_apps"
    }

    /// Reads settings; a member that is left out has its usual value.
    ///
    /// - Throws: `DecodingError`, also for a member that is not a setting
    public init(from decoder: any Decoder) throws {
        try decoder.refuseOthers(than: CodingKeys.allCases.map(\.rawValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let usual = AppSettings()
        schema = try members.decodeIfPresent([String: ProfileField].self, forKey: .schema) ?? usual.schema
        passkeys = try members.decodeIfPresent(Bool.self, forKey: .passkeys) ?? usual.passkeys
        guests = try members.decodeIfPresent(Bool.self, forKey: .guests) ?? usual.guests
        signing = try members.decodeIfPresent(Bool.self, forKey: .signing) ?? usual.signing
        explicitSignUp = try members.decodeIfPresent(Bool.self, forKey: .explicitSignUp) ?? usual.explicitSignUp
        // Browsers name an origin in its only form.
        origins = try members.decodeIfPresent([String].self, forKey: .origins)?.map { Self.origin($0) ?? $0 } ?? []
        redirects = try members.decodeIfPresent([String].self, forKey: .redirects) ?? []
        passkeyDomain = try members.decodeIfPresent(String.self, forKey: .passkeyDomain)
        issuers = try members.decodeIfPresent([TrustedIssuer].self, forKey: .issuers) ?? []
        providers = try members.decodeIfPresent([OpenIDProvider].self, forKey: .providers) ?? []
        appleApps = try members.decodeIfPresent([String].self, forKey: .appleApps) ?? []
        androidApps = try members.decodeIfPresent([AndroidApp].self, forKey: .androidApps) ?? []
    }

    /// Returns every problem of the settings, each a sentence; empty for settings that may be stored.
    public func problems() -> [String] {
        var problems: [String] = []
        if schema.count > 200 { problems.append("A schema has at most 200 fields.") }
        for name in schema.keys.sorted() where !ProfileField.isName(name) {
            problems.append("The field “\(name.prefix(64))” needs a name of 1 to 64 letters, digits, and underscores.")
        }
        for name in ["user_id"] where schema[name] != nil {
            problems.append("The field “\(name)” belongs to the service and cannot be in a schema.")
        }
        // Otherwise somebody could wait in an account for the person whose address they gave it.
        for name in SignInAddress.Kind.allCases.map(\.field) {
            guard let field = schema[name], field.writer == .user || field.type != .string else { continue }
            problems.append("The field “\(name)” has to be a text with the writer app: signing in sets it.")
        }
        for name in schema.keys.sorted() where schema[name]?.encrypted == true {
            if SignInAddress.Kind.allCases.map(\.field).contains(name) || schema[name]?.unique == true {
                problems.append("The field “\(name)” identifies users and cannot be encrypted.")
            }
        }
        for origin in origins where Self.origin(origin) == nil {
            problems.append("The origin “\(origin.prefix(200))” has to be like https://www.example.com.")
        }
        for address in redirects where !Self.isRedirect(address) {
            problems.append(
                "The redirect “\(address.prefix(200))” has to begin with https:// and a host, or with an app's scheme.")
        }
        for app in appleApps where !Self.isAppleApp(app) {
            problems.append(
                "The app “\(app.prefix(200))” has to be a team and a bundle identifier, like A1B2C3D4E5.com.example.shop."
            )
        }
        for app in androidApps { problems += app.problems() }
        if max(origins.count, redirects.count, issuers.count, appleApps.count, androidApps.count) > 100 {
            problems.append("Each list of the settings has at most 100 entries.")
        }
        for issuer in issuers { problems += issuer.problems() }
        for provider in providers { problems += provider.problems() }
        if Set(providers.map(\.method)).count < providers.count {
            problems.append("The settings name a provider twice.")
        }
        return problems
    }

    /// Whether a sign-in may lead to an address.
    func allowsRedirect(_ address: String) -> Bool {
        guard address.utf8.count <= 2000, !address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == 0x5C }),
            let url = URL(string: address), let scheme = url.scheme?.lowercased(), url.user() == nil
        else { return false }
        if let origin = Self.origin(of: url), origins.contains(where: { Self.origin($0) == origin }) { return true }
        return redirects.contains { beginning in
            guard let allowed = URL(string: beginning), allowed.scheme?.lowercased() == scheme else { return false }
            if scheme == "https" || scheme == "http" {
                guard Self.origin(of: allowed) == Self.origin(of: url) else { return false }
                let path = allowed.path(percentEncoded: true)
                let asked = url.path(percentEncoded: true)
                return path.isEmpty || path == "/" || asked == path
                    || asked.hasPrefix(path.hasSuffix("/") ? path : path + "/") && !Self.climbs(asked)
            }
            return address.hasPrefix(beginning)
        }
    }

    /// Whether a browser would leave a folder of the path: it takes `%2e` for a dot (URL Standard §4.4).
    private static func climbs(_ path: String) -> Bool {
        path.lowercased().replacing("%2e", with: ".").split(separator: "/").contains("..")
    }

    /// Returns an origin in its only form; `nil` for any other text.
    static func origin(_ text: String) -> String? {
        guard let url = URL(string: text), ["", "/"].contains(url.path(percentEncoded: true)), url.query() == nil,
            url.fragment() == nil
        else { return nil }
        return origin(of: url)
    }

    static func origin(of url: URL) -> String? {
        guard let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: true)?.lowercased(),
            !host.isEmpty, url.user() == nil, url.hasUsablePort,
            scheme == "https" || scheme == "http" && ["localhost", "127.0.0.1"].contains(host)
        else { return nil }
        let usual = scheme == "https" ? 443 : 80
        return "\(scheme)://\(host)" + (url.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? "")
    }

    private static func isAppleApp(_ text: String) -> Bool {
        text.utf8.count <= 255 && text.wholeMatch(of: /[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+/) != nil
    }

    private static func isRedirect(_ text: String) -> Bool {
        guard text.utf8.count <= 2000, let url = URL(string: text), let scheme = url.scheme?.lowercased() else {
            return false
        }
        if ["https", "http"].contains(scheme) { return origin(of: url) != nil }
        return !["javascript", "data", "file", "blob", "vbscript", "about"].contains(scheme)
            && text.contains(":") && text.count > scheme.count + 1
    }
}

/// A service whose tokens are exchanged for an application's: its issuer, audience, and keys.
public struct TrustedIssuer: Sendable, Hashable, Codable {
    /// The `iss` of its tokens.
    public var issuer: String
    /// The `aud` that its tokens have for this application.
    public var audience: String
    /// Its public keys: a JSON Web Key Set (RFC 7517), as text.
    public var keys: String
    /// How events and users call this way to sign in, such as `firebase`.
    public var method: String

    /// Checks nothing; problems are found where the settings are stored.
    public init(issuer: String, audience: String, keys: String, method: String) {
        self.issuer = issuer
        self.audience = audience
        self.keys = keys
        self.method = method
    }

    func problems() -> [String] {
        var problems: [String] = []
        for (name, value) in [("issuer", issuer), ("audience", audience), ("method", method)]
        where value.isEmpty || value.utf8.count > 500 {
            problems.append("The \(name) of a trusted issuer has to have 1 to 500 bytes.")
        }
        if keys.utf8.count > 100_000 || (try? JSONDecoder().decode(JWKS.self, from: Data(keys.utf8))) == nil {
            problems.append("The keys of the issuer “\(issuer.prefix(100))” are not a JSON Web Key Set.")
        }
        return problems
    }
}

extension Decoder {
    /// - Throws: `DecodingError` that names a member which is none of these
    func refuseOthers(than names: [String]) throws {
        let present = try container(keyedBy: AnyName.self).allKeys.map(\.stringValue)
        guard let other = present.sorted().first(where: { !names.contains($0) }) else { return }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: codingPath,
                debugDescription: "“\(other.prefix(64))” is none of \(names.joined(separator: ", "))"))
    }
}

private struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
