import Envelopes
import Foundation

/// A program of an account that shows signing pages inside its own pages.
public struct APIApplication: Sendable, Hashable {
    /// A GUID in lower case.
    public let id: String
    /// The account whose envelopes it may show.
    public let accountID: String
    /// The name in lists; several applications may have the same.
    public var name: String
    /// The origins whose pages may show its signing pages in a frame.
    public var origins: [EmbeddingOrigin]
    /// When the operator created it.
    public let createdAt: Date
    /// When its name or origins last changed.
    public var updatedAt: Date

    package init(
        id: String, accountID: String, name: String, origins: [EmbeddingOrigin], createdAt: Date, updatedAt: Date
    ) {
        self.id = id
        self.accountID = accountID
        self.name = name
        self.origins = origins
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// The maximum number of an application's origins.
    public static let mostOrigins = 50
}

/// An origin whose pages may embed signing pages (RFC 6454 §6.2): `https://host[:port]`, `http://` only for loopback,
/// the scheme of an app's own pages such as `app://`, or `null`.
///
/// Pages without an origin of their own have `null`: those that a web view loads from a string, and files. No rule of
/// `frame-ancestors` names them, so whoever allows `null` allows every page to show the frame.
public struct EmbeddingOrigin: Sendable, Hashable, CustomStringConvertible {
    /// As a browser writes it: lower case, without a standard port or a trailing slash.
    public let text: String

    /// The same as ``text``.
    public var description: String { text }

    /// The origin of pages without an origin of their own.
    public static let null = EmbeddingOrigin(known: "null")

    private init(known text: String) { self.text = text }

    /// - Returns: `nil` for anything that is not an origin, and for `http://` elsewhere than on loopback
    public init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespaces).lowercased()
        guard text.utf8.count <= 300 else { return nil }
        if text == "null" {
            self = .null
            return
        }
        guard let colon = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<colon.lowerBound]
        var rest = text[colon.upperBound...]
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard scheme.first?.isASCIILetter == true,
            scheme.utf8.allSatisfy({ Self.schemeBytes.contains($0) }),
            !["javascript", "data", "blob", "about", "ws", "wss", "ftp"].contains(String(scheme))
        else { return nil }
        guard scheme == "https" || scheme == "http" else {
            // A scheme of an app's own: its pages' host does not count.
            guard rest.isEmpty else { return nil }
            self.text = "\(scheme)://"
            return
        }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let host = parts.first, !host.isEmpty,
            host.utf8.allSatisfy({ Self.hostBytes.contains($0) }), !host.hasPrefix("."), !host.hasPrefix("-")
        else { return nil }
        guard scheme == "https" || Self.isLoopback(host) else { return nil }
        guard parts.count == 2 else {
            self.text = "\(scheme)://\(host)"
            return
        }
        guard let port = UInt16(parts[1]), port > 0, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        let isUsual = port == (scheme == "https" ? 443 : 80)
        self.text = "\(scheme)://\(host)" + (isUsual ? "" : ":\(port)")
    }

    private static let schemeBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789+.-".utf8)
    private static let hostBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789.-".utf8)

    private static func isLoopback(_ host: Substring) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1"
    }

    /// Whether it allows a page that tells its origin so, as a browser's scripts see it (`self.origin`). ``null`` allows
    /// whatever is no website: pages without an origin, files, and pages of apps' own schemes.
    public func allows(_ origin: String) -> Bool {
        if self == .null { return !["http://", "https://"].contains { origin.hasPrefix($0) } }
        return origin == text || text.hasSuffix("://") && origin.hasPrefix(text)
    }

    /// The source expression of `frame-ancestors` (CSP Level 3 §2.3.1); `nil` for ``null``, which none describes.
    public var source: String? {
        if self == .null { return nil }
        return text.hasSuffix("://") ? String(text.dropLast(2)) : text
    }
}

extension Character {
    fileprivate var isASCIILetter: Bool { isASCII && isLetter }
}
