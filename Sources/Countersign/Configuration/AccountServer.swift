import Foundation

/// Where `/oauth/auth`, `/oauth/token` and `/oauth/userinfo` are.
struct AccountServer: Sendable, Hashable {
    /// Its address, in the form of a server's.
    let address: ServerAddress
    /// Whether it is another machine than the API's, so that an account's own server is where userinfo says.
    let isSeparate: Bool

    /// - Parameters:
    ///   - url: nil for the API's own server, or what belongs to it where that is DocuSign's.
    ///   - server: the API's.
    init(_ url: URL?, server: ServerAddress, allowsPlainHTTP: Bool) throws(CountersignError) {
        let host = server.api.host() ?? ""
        var named = url
        if named == nil, host.hasSuffix(".docusign.net") {
            named = URL(string: "https://account\(host == "demo.docusign.net" ? "-d" : "").docusign.com")
        }
        address = if let named { try ServerAddress(named, allowsPlainHTTP: allowsPlainHTTP) } else { server }
        isSeparate = address.root != server.root
    }
}
