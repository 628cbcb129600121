import Foundation

extension URL {
    /// Whether the port is left out, or a number from 1 to 65535.
    ///
    /// RFC 3986 §3.2.3 allows any number of digits, and so does `URL`; a TCP port has 16 bits. Code that connects to an
    /// address has to check this first, because HTTP clients end the process for larger numbers.
    public var hasUsablePort: Bool {
        let text = absoluteString
        guard host() != nil, let slashes = text.firstRange(of: "//") else { return port == nil }
        let authority = text[slashes.upperBound...].prefix { !"/?#".contains($0) }
        let afterUser = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
        let afterHost = afterUser.lastIndex(of: "]").map { afterUser[$0...] } ?? afterUser
        guard let colon = afterHost.lastIndex(of: ":") else { return true }
        let digits = afterHost[colon...].dropFirst()
        return digits.isEmpty || (UInt16(digits) ?? 0) > 0
    }
}
