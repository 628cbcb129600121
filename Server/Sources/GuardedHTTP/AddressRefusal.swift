/// The reason why a URL from outside is not contacted.
public enum AddressRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not a URL with a host, or holds characters that no URL has (RFC 3986).
    case unreadable
    /// The URL has another scheme; `http` appears only where the policy requires https.
    case scheme(String)
    /// The URL holds a user name or a password.
    case credentials
    /// The host's name has characters outside ASCII, which may look like others (UTS #39).
    case otherCharacters
    /// The host is a number, but not an address in its usual form: `2130706433`, `0x7f.1`, `0177.0.0.1`.
    case numericHost
    /// The port is not a number from 1 to 65535.
    case port
    /// No name server knows the host.
    case unknownHost
    /// The host has an address that is not public and not in an allowed network.
    case notPublic(NetworkAddress)
    /// The host leads to another address again and again.
    case tooManyRedirects(limit: Int)

    /// A sentence for the person who gave the address.
    public var description: String {
        switch self {
        case .unreadable: "The address is not a complete URL."
        case .scheme("http"): "The address begins with http:, and only https: is allowed."
        case .scheme(let scheme): "The address begins with \(scheme.prefix(20)):, which is not https:."
        case .credentials: "The address holds a user name or a password."
        case .otherCharacters:
            "The host's name has characters outside ASCII; write it in its encoded form, which begins with xn--."
        case .numericHost: "The host is a number, but not an IP address in its usual form."
        case .port: "The port is not a number from 1 to 65535."
        case .unknownHost: "The host does not exist."
        // The address is left out: nobody is to learn of a private network by trying the names of its hosts.
        case .notPublic: "The host has an address that is not public."
        case .tooManyRedirects(let limit): "The address leads to another one more than \(limit) times."
        }
    }
}
