import Essentials
import Foundation

/// An application's assertion that it acts for a user: a JSON Web Token that its RSA key signs (RFC 7523 §2.1,
/// RFC 7515).
///
/// Nothing in it is believed before ``isSigned(by:)``, except the name of the application whose keys are tried. The
/// algorithm is always RS256, whatever else the header asks for.
struct SignedAssertion: Sendable {
    /// The longest token, in bytes.
    static let longest = 16 * 1024
    /// How far clocks may differ, in seconds.
    static let clockTolerance: TimeInterval = 60
    /// How long after `iat` a token works at most, in seconds, even if `exp` is later.
    static let longestLife: TimeInterval = 3600
    /// The longest e-mail address or id, in bytes.
    private static let longestSubject = 320
    /// Members of the header that may be there. `crit` would demand more; `jku`, `jwk`, `x5u` and `x5c` bring keys.
    private static let headerMembers: Set<String> = ["alg", "typ", "kid"]

    /// The integration key that the token names; not checked.
    let issuer: String
    private let claims: [String: JSONValue]
    private let signed: Data
    private let signature: Data

    /// - Throws: ``OAuthError`` for any text that is not a token signed with RS256 by somebody with a name
    init(_ token: String) throws(OAuthError) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= Self.longest, parts.count == 3, parts.allSatisfy({ !$0.isEmpty }),
            let header = Base64URL.decode(String(parts[0])).flatMap({ UniqueMembers.object(in: Data($0)) }),
            header["alg"] == .string("RS256"), Set(header.keys).isSubset(of: Self.headerMembers),
            header["typ"].map({ $0 == .null || $0.string?.lowercased() == "jwt" }) ?? true,
            let claims = Base64URL.decode(String(parts[1])).flatMap({ UniqueMembers.object(in: Data($0)) }),
            let signature = Base64URL.decode(String(parts[2]))
        else { throw .unsigned }
        guard let issuer = claims["iss"]?.string, !issuer.isEmpty else {
            throw OAuthError(.invalidGrant, "issuer_not_found")
        }
        self.issuer = issuer
        self.claims = claims
        self.signature = Data(signature)
        signed = Data(token.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
    }

    /// Whether one of the keys signed the token.
    func isSigned(by keys: [IntegrationKey]) -> Bool {
        keys.contains { $0.isValid(signature: signature, of: signed) }
    }

    /// Checks audience and times of a signed token.
    ///
    /// - Parameters:
    ///   - bases: the addresses of this service
    ///   - date: the current time
    /// - Returns: the user's id or e-mail address, and the scope
    /// - Throws: ``OAuthError``
    func checked(for bases: [URL], at date: Date) throws(OAuthError) -> (subject: String, scope: OAuthScope) {
        guard audiences.contains(where: { Self.names($0, oneOf: bases) }) else { throw .unsigned }
        let (issued, end) = (try time("iat"), try time("exp"))
        guard issued <= date.addingTimeInterval(Self.clockTolerance) else {
            throw OAuthError(.invalidGrant, "iat is in the future; check the clock")
        }
        if claims.keys.contains("nbf"), try time("nbf") > date.addingTimeInterval(Self.clockTolerance) {
            throw OAuthError(.invalidGrant, "nbf is in the future; check the clock")
        }
        let last = min(end, issued.addingTimeInterval(Self.longestLife)).addingTimeInterval(Self.clockTolerance)
        guard end > issued, date < last else { throw .spent }
        guard let subject = claims["sub"]?.string, (1...Self.longestSubject).contains(subject.utf8.count) else {
            throw OAuthError(.invalidGrant, "user_not_found")
        }
        guard let scope = OAuthScope(try scope()) else { throw .unknownScope }
        return (subject, scope.forAssertion)
    }

    /// Returns the scopes, separated by spaces; `nil` if there are none. Some programs write a list.
    private func scope() throws(OAuthError) -> String? {
        switch claims["scope"] {
        case .none, .some(.null): return nil
        case .some(.string(let text)): return text
        case .some(.array(let list)):
            let names = list.compactMap(\.string)
            guard names.count == list.count else { throw .unknownScope }
            return names.joined(separator: " ")
        default: throw .unknownScope
        }
    }

    private var audiences: [String] {
        switch claims["aud"] {
        case .some(.string(let text)): [text]
        case .some(.array(let list)): list.compactMap(\.string)
        default: []
        }
    }

    /// Returns a time in seconds since 1970, a number or the digits of one.
    private func time(_ name: String) throws(OAuthError) -> Date {
        let seconds: Double? =
            switch claims[name] {
            case .some(.integer(let number)): Double(number)
            case .some(.number(let number)): number
            case .some(.string(let text)) where text.utf8.count <= 20 && text.utf8.allSatisfy(Self.isDigit):
                Double(text)
            default: nil
            }
        guard let seconds, seconds >= 0, seconds < 1e11 else {
            throw OAuthError(.invalidGrant, "\(name) is not a time in seconds since 1970")
        }
        return Date(timeIntervalSince1970: seconds)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
    }

    /// Whether an audience is the host of one of the addresses, with or without port and scheme.
    private static func names(_ audience: String, oneOf bases: [URL]) -> Bool {
        var text = audience.lowercased()
        if text.hasSuffix("/") { text.removeLast() }
        return bases.contains { base in
            guard let scheme = base.scheme?.lowercased(), let host = base.host(percentEncoded: true)?.lowercased()
            else { return false }
            let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
            let port = base.port ?? (scheme == "https" ? 443 : 80)
            return [name, "\(name):\(port)"].contains { text == $0 || text == "\(scheme)://\($0)" }
        }
    }
}
