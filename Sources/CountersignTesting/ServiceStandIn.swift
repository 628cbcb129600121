import Ceremony
import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger
import PageImages

/// A service for an app's tests: the real service's rules, API and signing pages, in memory and without a network.
/// Faults can be switched on.
///
/// It is a transport for the library's configuration, so an app under test needs no server:
///
///     let service = try ServiceStandIn()
///     let ada = service.addUser(name: "Ada Sender", email: "ada@example.org")
///     var configuration = CountersignConfiguration(server: service.address)
///     configuration.transport = service
///
///     service.turnOn(.answerLost, times: 1)
///     // … the app sends an envelope; the server has it, and the app does not know that …
///     #expect(service.faultLog.map(\.fault) == [.answerLost])
///
///     let visit = try await service.openCeremony(of: envelope, recipient: "1", returningTo: done)
///     #expect(try await visit.complete() == "signing_complete")
///
/// All data is lost when the object is released.
public final class ServiceStandIn: Sendable {
    /// The kind of server to simulate.
    public enum Kind: Sendable, Hashable {
        /// A Countersign service: the eSignature API and Countersign's additional API.
        case countersign
        /// A server with only the eSignature API.
        case otherServer
    }

    /// The server's address, for an app's configuration; nothing listens there.
    public let address: URL
    /// The service itself: its routes, stores and rules.
    public let service: EnvelopeService
    private let users = StandInUsers()
    private let plan = Locked(FaultPlan())
    private let clock: StandInClock

    /// - Parameters:
    ///   - time: the time that its clock shows until a test moves it; `nil` for a running clock
    ///   - renderer: renders pages; `nil` for white pages
    ///   - change: changes settings of the service, such as the maximum size of an upload's part
    /// - Throws: an error that describes a problem with this machine's fonts
    public init(
        _ kind: Kind = .countersign, address: URL? = nil, time: Date? = nil, renderer: (any PageRenderer)? = nil,
        changing change: (inout EnvelopeServiceConfiguration) -> Void = { _ in }
    ) throws {
        let address = address ?? URL(string: "https://countersign.test") ?? URL(filePath: "/")
        let clock = StandInClock(time)
        self.address = address
        self.clock = clock
        var configuration = EnvelopeServiceConfiguration()
        configuration.now = { clock.now }
        configuration.answersOwnCalls = kind == .countersign
        // Otherwise the service would not send envelopes to signers without a `clientUserId`. No mail is needed: a
        // test opens their page itself.
        configuration.mailsSigners = true
        change(&configuration)
        service = EnvelopeService(
            configuration,
            stores: try .inMemory(configuration, tokens: users),
            workshop: .init(
                authority: try StandInAuthority(at: clock.now), typesetter: try TestingFonts.typesetter(),
                renderer: renderer ?? BlankPages()),
            base: { address })
    }

    // MARK: Users

    /// Creates a user with an access token, in their own account or in that of `colleague`.
    public func addUser(name: String, email: String, inAccountOf colleague: StandInUser? = nil) -> StandInUser {
        users.add(
            Identity(
                accountID: colleague?.accountID ?? UUID().uuidString.lowercased(),
                userID: UUID().uuidString.lowercased(), accountName: name, name: name, email: email,
                createdAt: clock.now))
    }

    /// Makes a token invalid from now on.
    public func expire(_ token: String) { users.expire(token) }

    /// Returns another access token for a user, as a log-in would.
    public func renewToken(of user: StandInUser) -> StandInUser {
        users.add(
            users.identity(of: user.userID)
                ?? Identity(
                    accountID: user.accountID, userID: user.userID, accountName: user.name, name: user.name,
                    email: user.email, createdAt: clock.now))
    }

    // MARK: Time

    /// Moves the clock, so that tickets, sessions and uploads age.
    public func advance(by seconds: TimeInterval) { clock.advance(seconds) }

    /// The time that the clock shows.
    public var now: Date { clock.now }

    // MARK: Faults

    /// Makes calls fail.
    ///
    /// - Parameters:
    ///   - times: how many calls are affected; `nil` for all until the fault is turned off
    ///   - concerns: selects the affected calls by method and path; default: all
    public func turnOn(
        _ fault: ServiceFault, times: Int? = nil,
        for concerns: @escaping @Sendable (_ method: String, _ path: String) -> Bool = { _, _ in true }
    ) {
        plan.withLock { $0.turnOn(fault, times: times, for: concerns) }
    }

    /// Turns off a fault.
    public func turnOff(_ fault: ServiceFault) { plan.withLock { $0.turnOff { $0 == fault } } }

    /// Turns off all faults.
    public func turnOffFaults() { plan.withLock { $0.turnOff { _ in true } } }

    /// The effects of faults, in order.
    public var faultLog: [FaultRecord] { plan.withLock { $0.faults } }

    /// All calls of the app, in order.
    public var calls: [CallRecord] { plan.withLock { $0.calls } }

    func hits(_ method: String, _ path: String) -> [ServiceFault] { plan.withLock { $0.hits(method, path) } }

    func note(_ method: String, _ path: String, status: Int?) {
        plan.withLock { $0.calls.append(CallRecord(method: method, path: path, status: status)) }
    }

    // MARK: What the service has

    /// Returns an envelope's current state.
    public func envelope(_ id: EnvelopeID) async throws -> Envelope { try await service.ledger.envelope(id) }

    /// Returns an envelope's history.
    public func history(_ id: EnvelopeID) async throws -> History { try await service.ledger.history(id) }

    /// Returns a document, a seal or a certificate by its hash.
    public func blob(_ hash: BlobHash) async throws -> Data { try await service.ledger.document(hash) }
}

/// A clock that runs like the machine's, or shows a time set by a test.
final class StandInClock: Sendable {
    private let start: Date?
    private let offset = Locked(TimeInterval(0))

    init(_ start: Date?) {
        self.start = start
    }

    var now: Date { (start ?? Date()).addingTimeInterval(offset.withLock { $0 }) }

    func advance(_ seconds: TimeInterval) { offset.withLock { $0 += seconds } }
}
