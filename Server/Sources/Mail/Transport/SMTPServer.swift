import Foundation

/// A mail server for submission (RFC 6409).
public struct SMTPServer: Sendable, Hashable {
    /// When TLS begins.
    public enum Security: Sendable, Hashable {
        /// TLS from the first byte (RFC 8314).
        case tls
        /// TLS by STARTTLS, without which nothing is sent (RFC 3207).
        case startTLS
        /// No TLS; for this machine only.
        case none
    }

    /// A name, or an address without brackets.
    public let host: String
    /// From 1; by default 465 for TLS from the first byte, otherwise 587.
    public let port: Int
    /// When TLS begins on a connection.
    public let security: Security
    /// The name that we give in EHLO; `nil` for this machine's own.
    public let clientName: String?

    /// Reads `smtps://host[:465]` or `smtp://host[:587]`. A path is the name for EHLO. With `?starttls=no`, a server on
    /// this machine is used without TLS.
    ///
    /// - Throws: ``MailProblem/notAMailServer(_:reason:)``; the error never repeats a password
    public init(_ text: String) throws(MailProblem) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["smtp", "smtps"].contains(scheme), let bracketed = parts.host, !bracketed.isEmpty
        else {
            throw .notAMailServer(
                Self.shown(text), reason: "Its address is like smtp://mail.example.org or smtps://mail.example.org.")
        }
        guard parts.user == nil, parts.password == nil else {
            throw .notAMailServer(
                Self.shown(text), reason: "User and password do not belong in the address, which other users can see.")
        }
        host = bracketed.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        let name = parts.path.trimmingCharacters(in: CharacterSet(charactersIn: "/"))
        guard name.isEmpty || DomainName.ascii(name) == name.lowercased(), parts.fragment == nil else {
            throw .notAMailServer(Self.shown(text), reason: "A path is the name of this machine for EHLO.")
        }
        clientName = name.isEmpty ? nil : name
        switch (scheme, parts.query?.lowercased()) {
        case ("smtps", nil): security = .tls
        case ("smtp", nil): security = .startTLS
        case ("smtp", "starttls=no"):
            guard Self.isThisMachine(host) else {
                throw .notAMailServer(
                    Self.shown(text), reason: "Without TLS, only a server on 127.0.0.1 or localhost may be used.")
            }
            security = .none
        default:
            throw .notAMailServer(Self.shown(text), reason: "The only parameter is starttls=no, for smtp.")
        }
        port = parts.port ?? (security == .tls ? 465 : 587)
        guard (1...65_535).contains(port) else {
            throw .notAMailServer(Self.shown(text), reason: "The port is not between 1 and 65535.")
        }
    }

    /// The server's name for people and histories.
    public var displayed: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The server's address for libcurl.
    var url: String { "\(security == .tls ? "smtps" : "smtp")://\(displayed)/\(clientName ?? "")" }

    private static func isThisMachine(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isLoopback = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
        return isLoopback || host == "::1" || host.lowercased() == "localhost"
    }

    /// Returns the address without anything that could be a password.
    private static func shown(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let scheme = text.range(of: "://").map { text[..<$0.upperBound] } ?? ""
        return "\(scheme)…\(text[at...])"
    }
}
