import Foundation

/// The server of `/oauth/auth`, `/oauth/token` and `/oauth/userinfo`.
struct AccountServer: Sendable, Hashable {
    /// The account server's address.
    let address: ServerAddress
    /// Whether it is a different machine from the API's; if so, userinfo gives the account's own server.
    let isSeparate: Bool

    /// - Parameters:
    ///   - url: `nil` for the API's own server, or for DocuSign's servers their account server
    ///   - server: the API's server
    init(_ url: URL?, server: ServerAddress, allowsPlainHTTP: Bool) throws(CountersignError) {
        let named = url ?? Self.docuSign(server.api.host() ?? "")
        address = if let named { try ServerAddress(named, allowsPlainHTTP: allowsPlainHTTP) } else { server }
        isSeparate = address.root != server.root
    }

    /// Returns the account server for DocuSign's API hosts: demo and stage have their own, all others share
    /// production's. Returns `nil` for hosts that are not DocuSign's.
    private static func docuSign(_ host: String) -> URL? {
        guard host == "docusign.net" || host.hasSuffix(".docusign.net") else { return nil }
        let environment = ["demo.docusign.net": "-d", "stage.docusign.net": "-s"][host] ?? ""
        return URL(string: "https://account\(environment).docusign.com")
    }
}
