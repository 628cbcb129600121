import Ceremony
import EnvelopeService
import Envelopes
import Foundation
import Ledger
import Locks
import PageImages

/// A service for an app's tests: the rules, the API and the signing pages of the real one, in memory, without a
/// network, and with faults to switch on.
///
/// It is the transport that the library's configuration takes, so an app under test needs no server:
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
/// Nothing is kept when it is gone.
public final class ServiceStandIn: Sendable {
    /// What kind of server it is.
    public enum Kind: Sendable, Hashable {
        /// A service of Countersign: the eSignature API and our own calls beside it.
        case countersign
        /// A server that speaks the eSignature API and nothing of ours.
        case otherServer
    }

    /// The server's address, as an app names it; nothing listens there.
    public let address: URL
    /// The service itself: its routes, stores and rules.
    public let service: EnvelopeService
    private let users = StandInUsers()
    private let plan = Locked(FaultPlan())
    private let clock: StandInClock

    /// - Parameters:
    ///   - time: what its clock shows at the start, from where it stands still until it is moved; nil for a clock that
    ///     goes as this machine's.
    ///   - renderer: what draws pages; nil for white ones.
    ///   - change: settings of the service, such as how large a part of an upload may be.
    /// - Throws: what is wrong with this machine's fonts.
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
        // A person of the tests finds their page without a letter.
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

    /// Makes a user with an access token, in an account of their own or in `colleague`'s.
    public func addUser(name: String, email: String, inAccountOf colleague: StandInUser? = nil) -> StandInUser {
        users.add(
            Identity(
                accountID: colleague?.accountID ?? UUID().uuidString.lowercased(),
                userID: UUID().uuidString.lowercased(), accountName: name, name: name, email: email,
                createdAt: clock.now))
    }

    /// From now on the token is worth nothing.
    public func expire(_ token: String) { users.expire(token) }

    /// Another access token for a user, as a login gives one.
    public func renewToken(of user: StandInUser) -> StandInUser {
        users.add(
            users.identity(of: user.userID)
                ?? Identity(
                    accountID: user.accountID, userID: user.userID, accountName: user.name, name: user.name,
                    email: user.email, createdAt: clock.now))
    }

    // MARK: Time

    /// Moves the clock: tickets, sessions and uploads grow old.
    public func advance(by seconds: TimeInterval) { clock.advance(seconds) }

    /// What the clock shows.
    public var now: Date { clock.now }

    // MARK: Faults

    /// Makes calls fail.
    ///
    /// - Parameters:
    ///   - times: how many calls are hit; nil for all until it is turned off.
    ///   - concerns: which calls are hit, by method and path; all when it is left out.
    public func turnOn(
        _ fault: ServiceFault, times: Int? = nil,
        for concerns: @escaping @Sendable (_ method: String, _ path: String) -> Bool = { _, _ in true }
    ) {
        plan.withLock { $0.turnOn(fault, times: times, for: concerns) }
    }

    /// Ends a fault.
    public func turnOff(_ fault: ServiceFault) { plan.withLock { $0.turnOff { $0 == fault } } }

    /// Ends every fault.
    public func turnOffFaults() { plan.withLock { $0.turnOff { _ in true } } }

    /// What faults did, in order.
    public var faultLog: [FaultRecord] { plan.withLock { $0.faults } }

    /// Every call of the app, in order.
    public var calls: [CallRecord] { plan.withLock { $0.calls } }

    func hits(_ method: String, _ path: String) -> [ServiceFault] { plan.withLock { $0.hits(method, path) } }

    func note(_ method: String, _ path: String, status: Int?) {
        plan.withLock { $0.calls.append(CallRecord(method: method, path: path, status: status)) }
    }

    // MARK: What the service has

    /// An envelope as it stands.
    public func envelope(_ id: EnvelopeID) async throws -> Envelope { try await service.ledger.envelope(id) }

    /// An envelope's history.
    public func history(_ id: EnvelopeID) async throws -> History { try await service.ledger.history(id) }

    /// A document, a seal or a certificate by its hash.
    public func blob(_ hash: BlobHash) async throws -> Data { try await service.ledger.document(hash) }
}

/// A clock that goes as the machine's, or stands where a test puts it.
final class StandInClock: Sendable {
    private let start: Date?
    private let offset = Locked(TimeInterval(0))

    init(_ start: Date?) {
        self.start = start
    }

    var now: Date { (start ?? Date()).addingTimeInterval(offset.withLock { $0 }) }

    func advance(_ seconds: TimeInterval) { offset.withLock { $0 += seconds } }
}
