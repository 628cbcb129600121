import ClientSupport
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import IdentityService
import Ledger
import ServiceCalls

/// The identity service in memory, with one application, as the transport of an app's `IdentityClient`:
///
///     let server = try await SignInServer()
///     let identity = try IdentityClient(
///         IdentityConfiguration(server: server.url, appKey: server.appKey, folder: folder, transport: server))
///     let challenge = try await identity.startSignIn(email: "ada@example.org")
///     try await challenge.complete(code: try #require(await server.code(sentTo: "ada@example.org")))
public final class SignInServer: HTTPTransport {
    /// The address that the client is configured with. Nothing listens there.
    public let url: URL
    /// The application's id, which profiles are stored under.
    public let appID: String
    /// For `IdentityConfiguration`; no secret.
    public let appKey: String
    /// For calls that an application's server makes.
    public let appSecret: String
    private let service: IdentityService
    private let box: KeyedSecretBox
    private let clock: Locked<TimeInterval>

    /// - Parameters:
    ///   - settings: the application's settings
    ///   - configuration: the service's settings
    public init(
        _ settings: AppSettings = AppSettings(), configuration: IdentityServiceConfiguration = .init()
    ) async throws {
        let database = try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists, .service, .identity]))
        let (box, clock) = (KeyedSecretBox(), Locked<TimeInterval>(0))
        (self.box, self.clock) = (box, clock)
        guard let address = URL(string: "https://identity.example") else { throw URLError(.badURL) }
        url = address
        let store = IdentityStore(database)
        service = IdentityService(
            configuration,
            stores: .init(
                identity: store, counts: SQLCallCountStore(database), jobs: SQLJobQueue(database), secrets: box),
            base: { address }, now: { Date() + clock.withLock { $0 } })
        let app = try await store.createApp(named: "App", at: Date())
        _ = try await store.set(settings, of: app.appId)
        (appID, appKey, appSecret) = (app.appId, app.appKey, app.appSecret)
    }

    /// Lets time pass on the server.
    public func advance(by seconds: TimeInterval) { clock.withLock { $0 += seconds } }

    /// Answers the call as the service would, from memory. The timeout has no effect.
    public func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
        await service.answer(ServiceCall(call, remoteAddress: "192.0.2.1", base: url))
    }

    /// Returns a user's profile as the server has it, in JSON; what the device encrypts is encrypted.
    public func profile(of userID: String) async throws -> String {
        var call = HTTPCall(.get, url: url.appending(path: "applications/\(appID)/users/\(userID)/data"))
        call.headers[named: "x-rownd-app-key"] = appKey
        call.headers[named: "x-rownd-app-secret"] = appSecret
        return String(decoding: try await send(call, timeout: 10).body, as: UTF8.self)
    }

    /// Returns the six digits of the newest message to an address, and takes all messages away; `nil` for none.
    public func code(sentTo address: String) async throws -> String? {
        try await message(to: address).map { try $0.code(box) }
    }

    /// Returns the link of the newest message to an address, and takes all messages away; `nil` for none.
    public func link(sentTo address: String) async throws -> URL? {
        try await message(to: address).flatMap { try $0.link(box, base: url) }
    }

    private func message(to address: String) async throws -> CodeMessage? {
        let jobs = service.stores.jobs
        let now = Date() + clock.withLock { $0 } + 1
        var newest: CodeMessage?
        for job in try await jobs.claim(
            100, kinds: [.identityMail, .identityText], except: [], by: "test", lease: 60, at: now)
        {
            let order = try CanonicalJSON.value(CodeMessage.self, from: job.payload)
            if order.address == address { newest = order }
            try await jobs.finish(job, adding: [], at: now)
        }
        return newest
    }
}
