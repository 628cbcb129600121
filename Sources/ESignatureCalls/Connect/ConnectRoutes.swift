import DocuSignDialect
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The Connect configuration calls of the eSignature REST API v2.1.
struct ConnectRoutes {
    let settings: ConnectSettings
    let store: SQLConnectStore
    let secrets: any SecretBox
    let jobs: any JobQueue
    let ledger: EnvelopeLedger
    /// The maximum size of a request body, in bytes.
    let requestLimit: Int
    package let now: @Sendable () -> Date

    private static let connect = "restapi/v2.1/accounts/:accountId/connect"

    /// Routes with names precede the one that takes any name for an id.
    var routes: [APIRoute] {
        let one = "\(Self.connect)/:connectId"
        return ConnectRecordRoutes(
            store: store, jobs: jobs, ledger: ledger, requestLimit: requestLimit, now: now
        )
        .routes(below: Self.connect)
            + [
                .dialect(.get, "\(Self.connect)/oauth") { try await showAuthorization($0) },
                .dialect(.post, "\(Self.connect)/oauth") { try await setAuthorization($0, status: 201) },
                .dialect(.put, "\(Self.connect)/oauth") { try await setAuthorization($0, status: 200) },
                .dialect(.delete, "\(Self.connect)/oauth") { try await removeAuthorization($0) },
                .dialect(.get, Self.connect) { try await list($0) },
                .dialect(.post, Self.connect) { try await create($0) },
                .dialect(.put, Self.connect) { try await update($0) },
                .dialect(.get, one) { try await show($0) },
                .dialect(.delete, one) { try await remove($0) },
            ]
    }

    private func list(_ request: ServiceCall) async throws -> HTTPReply {
        let configurations = try await store.configurations(of: request.requireIdentity().accountID)
        return try .json(Wire.ConnectConfigResults(configurations.map(Wire.ConnectCustomConfiguration.init)))
    }

    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        let found = try await configuration(named: request.parameters["connectId"], for: request)
        return try .json(Wire.ConnectConfigResults([Wire.ConnectCustomConfiguration(found)]))
    }

    private func create(_ request: ServiceCall) async throws -> HTTPReply {
        let body = try await decoded(request)
        let accountID = try request.requireIdentity().accountID
        let wanted = try changed(
            ConnectConfiguration(
                accountID: accountID, name: "", notification: body.notification(), isEnabled: false), by: body)
        guard let stored = try await store.add(wanted) else {
            throw APIError(
                .invalidRequestParameter,
                "The account has \(ConnectConfiguration.mostInAccount) Connect configurations already; delete one first."
            )
        }
        return try .json(Wire.ConnectCustomConfiguration(stored), status: 201)
    }

    private func update(_ request: ServiceCall) async throws -> HTTPReply {
        let body = try await decoded(request)
        guard let name = body.connectId else { throw APIError(.invalidRequestParameter, "connectId is missing.") }
        let earlier = try await configuration(named: name, for: request)
        if earlier.sealedPassword != nil, body.password == nil, let url = body.urlToPublishTo,
            url != earlier.notification.url
        {
            throw APIError(
                .invalidRequestParameter, "password is missing; it is needed again for another urlToPublishTo.")
        }
        let wanted = try changed(earlier, by: body)
        guard try await store.replace(wanted) else { throw Self.unknown(name) }
        try await store.resume(wanted.id)
        try await jobs.wake(WebhookOrder.target(of: wanted.id), at: now())
        return try .json(Wire.ConnectCustomConfiguration(wanted))
    }

    private func remove(_ request: ServiceCall) async throws -> HTTPReply {
        let found = try await configuration(named: request.parameters["connectId"], for: request)
        _ = try await store.removeConfiguration(found.id, of: found.accountID)
        return try .json(Wire.ConnectDeleteFailureResult())
    }

    private func decoded(
        _ request: ServiceCall
    ) async throws -> Wire.ConnectCustomConfiguration {
        try await request.decoded(Wire.ConnectCustomConfiguration.self, limit: requestLimit)
    }

    /// Returns the account's configuration with an id. Those of other accounts appear not to exist.
    private func configuration(named name: String?, for request: ServiceCall) async throws -> ConnectConfiguration {
        let configurations = try await store.configurations(of: request.requireIdentity().accountID)
        guard let found = configurations.first(where: { String($0.id) == name }) else {
            throw Self.unknown(name ?? "")
        }
        return found
    }

    private static func unknown(_ name: String) -> APIError {
        APIError(.connectDoesNotExist, "There is no Connect configuration \(name.prefix(64)).")
    }

    // MARK: What a configuration says

    /// The longest name and user name, in characters.
    private static let longestName = 200
    private static let mostUsers = 1000

    /// Returns a configuration with what a request changes.
    private func changed(
        _ earlier: ConnectConfiguration, by body: Wire.ConnectCustomConfiguration
    ) throws -> ConnectConfiguration {
        var wanted = earlier
        wanted.notification = try body.notification(changing: earlier.id == 0 ? nil : earlier.notification)
        try settings.require(wanted.notification.url)
        wanted.name = body.name ?? earlier.name
        wanted.isEnabled = body.allowEnvelopePublish ?? earlier.isEnabled
        for (member, text) in [("name", wanted.name), ("userName", body.userName ?? "")] {
            guard text.count <= Self.longestName, !TextRules.holdsControlCharacter(text) else {
                throw APIError(
                    .invalidRequestParameter,
                    "\(member) is longer than \(Self.longestName) characters, or holds a control character.")
            }
        }
        try setUsers(of: &wanted, from: body)
        wanted.userName = body.userName ?? earlier.userName
        if let password = body.password {
            wanted.sealedPassword = try secrets.seal(password, for: ConnectSecret.password(of: wanted.accountID))
        }
        guard (wanted.userName == nil) == (wanted.sealedPassword == nil) else {
            throw APIError(.invalidRequestParameter, "userName and password go together.")
        }
        guard wanted.userName?.contains(":") != true else {
            throw APIError(.invalidRequestParameter, "userName holds a colon, which basic authentication forbids.")
        }
        guard wanted.userName == nil || !wanted.notification.isAuthorized else {
            throw APIError(.invalidRequestParameter, "userName and includeOAuth exclude each other.")
        }
        return wanted
    }

    private func setUsers(
        of wanted: inout ConnectConfiguration, from body: Wire.ConnectCustomConfiguration
    ) throws(APIError) {
        if let userIDs = body.userIds {
            guard userIDs.count <= Self.mostUsers else {
                throw APIError(.invalidRequestParameter, "userIds names more than \(Self.mostUsers) users.")
            }
            wanted.userIDs = userIDs.map { $0.lowercased() }
        }
        if let allUsers = body.allUsers ?? body.allUsersExcept {
            wanted.coversAllUsers = allUsers
            if allUsers, body.allUsersExcept != true { wanted.userIDs = [] }
        } else if body.userIds?.isEmpty == false {
            wanted.coversAllUsers = false
        }
        guard wanted.coversAllUsers || !wanted.userIDs.isEmpty else {
            throw APIError(.invalidRequestParameter, "userIds names no user, and allUsers is false.")
        }
    }

    // MARK: The authorization server

    private func showAuthorization(_ request: ServiceCall) async throws -> HTTPReply {
        guard let found = try await store.authorization(of: request.requireIdentity().accountID) else {
            throw APIError(.connectDoesNotExist, "The account has no OAuth configuration for Connect.")
        }
        return try .json(Wire.ConnectOAuthConfig(found))
    }

    private func setAuthorization(_ request: ServiceCall, status: Int) async throws -> HTTPReply {
        let body = try await request.decoded(Wire.ConnectOAuthConfig.self, limit: requestLimit)
        let accountID = try request.requireIdentity().accountID
        guard let url = body.authorizationServerUrl, let client = body.clientId, let secret = body.clientSecret else {
            throw APIError(
                .invalidRequestParameter, "authorizationServerUrl, clientId and clientSecret are needed together.")
        }
        try settings.require(url)
        let parameters = body.customParameters ?? [:]
        let areSendable = parameters.keys.allSatisfy { name in
            !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7e).contains($0) }
                && !["grant_type", "scope"].contains(name)
        }
        guard areSendable, parameters.count <= 20 else {
            throw APIError(
                .invalidRequestParameter, "customParameters holds a name that cannot be sent, or more than 20.")
        }
        let wanted = ConnectAuthorization(
            serverURL: url, clientID: client,
            sealedSecret: try secrets.seal(secret, for: ConnectSecret.clientSecret(of: accountID)), scope: body.scope,
            parameters: parameters)
        try await store.setAuthorization(wanted, of: accountID)
        return try .json(Wire.ConnectOAuthConfig(wanted), status: status)
    }

    private func removeAuthorization(_ request: ServiceCall) async throws -> HTTPReply {
        try await store.setAuthorization(nil, of: request.requireIdentity().accountID)
        return try .json(Wire.ConnectDeleteFailureResult())
    }
}

extension Wire.ConnectCustomConfiguration {
    /// An answer, which never holds the password.
    init(_ configuration: ConnectConfiguration) {
        self.init()
        connectId = String(configuration.id)
        name = configuration.name
        show(configuration.notification)
        allowEnvelopePublish = configuration.isEnabled
        allUsers = configuration.coversAllUsers
        allUsersExcept = configuration.coversAllUsers && !configuration.userIDs.isEmpty
        userIds = configuration.userIDs
        userName = configuration.userName
    }
}

extension Wire.ConnectOAuthConfig {
    /// An answer, which never holds the secret.
    init(_ authorization: ConnectAuthorization) {
        self.init()
        authorizationServerUrl = authorization.serverURL
        clientId = authorization.clientID
        scope = authorization.scope
        customParameters = authorization.parameters
    }
}
