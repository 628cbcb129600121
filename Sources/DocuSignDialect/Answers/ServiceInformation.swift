/// The answer to `GET /restapi/service_information`: the versions of the API.
package struct ServiceInformation: Encodable, Sendable {
    private struct Version: Encodable {
        let version: String
        let versionUrl: String
    }

    private let serviceVersions: [Version]
    private let linkedSites: [String]

    /// - Parameter base: the service's address, without a final slash
    package init(base: String) {
        serviceVersions = ["v2", "v2.1"].map { Version(version: $0, versionUrl: "\(base)/restapi/\($0)") }
        linkedSites = [base]
    }
}

/// The answer to `GET /restapi/v2.1`: what is below the version's address.
package struct ResourceInformation: Encodable, Sendable {
    private struct Resource: Encodable {
        let name: String
        let value: String
    }

    private let resources: [Resource]

    /// - Parameter root: the version's address, such as `https://sign.example.org/restapi/v2.1`
    package init(root: String) {
        resources = ["login_information", "accounts"].map { Resource(name: $0, value: "\(root)/\($0)") }
    }
}

/// The answer to `GET /restapi/v2.1/login_information`: the user, and the address of their account.
package struct LoginInformation: Encodable, Sendable {
    private struct Account: Encodable {
        let name: String
        let accountId: String
        let accountIdGuid: String
        let baseUrl: String
        let isDefault = "true"
        let userName: String
        let userId: String
        let email: String
        let siteDescription = ""
    }

    private let loginAccounts: [Account]

    /// - Parameter root: the address of the API's version, such as `https://sign.example.org/restapi/v2.1`
    package init(
        accountID: String, accountName: String, userID: String, userName: String, email: String, root: String
    ) {
        loginAccounts = [
            Account(
                name: accountName, accountId: accountID, accountIdGuid: accountID,
                baseUrl: "\(root)/accounts/\(accountID)", userName: userName, userId: userID, email: email)
        ]
    }
}
