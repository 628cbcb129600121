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
        let named = url ?? Self.docuSign(server.api.host() ?? "")
        address = if let named { try ServerAddress(named, allowsPlainHTTP: allowsPlainHTTP) } else { server }
        isSeparate = address.root != server.root
    }

    /// What belongs to an API of DocuSign's: demo and stage have an account server of their own, every other host the one
    /// of production. Nil for another's host.
    private static func docuSign(_ host: String) -> URL? {
        guard host == "docusign.net" || host.hasSuffix(".docusign.net") else { return nil }
        let environment = ["demo.docusign.net": "-d", "stage.docusign.net": "-s"][host] ?? ""
        return URL(string: "https://account\(environment).docusign.com")
    }
}
