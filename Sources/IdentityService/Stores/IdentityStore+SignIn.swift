import Essentials
import Foundation
import Ledger
import RowndDialect

/// A person who has just signed in.
struct SignedIn: Sendable {
    let user: IdentityUser
    let isNew: Bool
    let sessionID: String
    let refreshToken: Secret
}

/// The result of asking for a sign-in.
enum SignInResult: Sendable {
    case signedIn(SignedIn)
    /// Nobody has entered the code or opened the link yet.
    case pending
    /// There is no such sign-in any more.
    case unknown
    /// There is no such user, and the sign-in was not to make one.
    case noUser
    /// The application's operator has disabled the user.
    case disabled
    /// The address that a user wants to add is another's.
    case taken
    /// The user has such an address already.
    case full
}

extension IdentityStore {
    /// Signs in whoever has met a challenge, and removes it.
    ///
    /// If the address already has a user, it signs in that user, who takes over a guest's data. Otherwise the address
    /// goes to the user who asked. If nobody was signed in, a new user is made.
    func finish(
        _ hash: Data, of app: IdentityApp, _ visit: Visit, verifier: String?, life: TimeInterval
    ) async throws -> SignInResult {
        try await database.write { connection in
            guard let (challenge, row) = try Self.challenge(hash, of: app.id, at: visit.at, in: connection),
                challenge.isBound(to: verifier)
            else { return .unknown }
            guard try (row["metAt"] as Date?) != nil else { return .pending }
            try connection.run("DELETE FROM identityChallenge WHERE hash = ?", [hash])
            func by(_ method: String) -> Visit { Visit(method, userAgent: visit.userAgent, at: visit.at) }
            let mayBegin = !app.settings.explicitSignUp || challenge.intent == "sign_up"
            if let proven: Data = try row["proven"] {
                let identity = try JSONDecoder().decode(ProvenIdentity.self, from: proven)
                return try Self.signIn(
                    identity, guestID: challenge.userID, mayBegin: mayBegin, of: app, by(identity.method),
                    keeping: challenge.keptSession, life: life, in: connection)
            }
            let address = SignInAddress(stored: challenge.address)
            let known = try Self.user(with: address, of: app.id, in: connection)
            let asking = try challenge.userID.flatMap { try Self.user($0, of: app.id, in: connection) }
            let decision = SignInDecision(known: known, asking: asking, adding: address, mayBegin: mayBegin)
            return try Self.carryOut(
                decision, of: app, by(address.kind.rawValue), keeping: challenge.keptSession, life: life,
                in: connection
            ) { user in
                try Self.add(address, to: user, verifiedAt: visit.at, of: app, in: connection)
                user.prove(address)
            }
        }
    }

    /// Signs in a user who was found otherwise, or a new one.
    ///
    /// - Parameters:
    ///   - id: the user; `nil` for a new guest
    ///   - beginning: how a new user begins
    ///   - guestID: a guest who becomes that user
    func signIn(
        _ id: String?, beganAs beginning: IdentityUser.Beginning = .guest, data: [String: JSONValue] = [:],
        guestID: String? = nil, of app: IdentityApp, _ visit: Visit, life: TimeInterval
    ) async throws -> SignInResult {
        try await database.write { connection in
            var known: IdentityUser
            if let id {
                guard let user = try Self.user(id, of: app.id, in: connection) else { return .unknown }
                known = user
            } else {
                known = try Self.insert(of: app, beganAs: beginning, at: visit.at, in: connection)
                known.body.data = data
            }
            let decision = SignInDecision(
                known: known, asking: try Self.guest(guestID, of: app, in: connection), mayBegin: false)
            return try Self.carryOut(decision, isNew: id == nil, of: app, visit, life: life, in: connection)
        }
    }

    /// Signs in the user whom another service knows, or makes them. A guest becomes that user. A user who has proven
    /// the service's verified address is the same person.
    ///
    /// - Parameter intent: what the app asked for: `sign_in`, `sign_up`, or `nil`
    func signIn(
        _ identity: ProvenIdentity, guestID: String?, intent: String?, of app: IdentityApp, _ visit: Visit,
        life: TimeInterval
    ) async throws -> SignInResult {
        try await database.write {
            try Self.signIn(
                identity, guestID: guestID, mayBegin: !app.settings.explicitSignUp || intent == "sign_up", of: app,
                visit, keeping: nil, life: life, in: $0)
        }
    }

    private static func signIn(
        _ identity: ProvenIdentity, guestID: String?, mayBegin: Bool, of app: IdentityApp, _ visit: Visit,
        keeping kept: String?, life: TimeInterval, in connection: any SQLConnection
    ) throws -> SignInResult {
        let guest = try Self.guest(guestID, of: app, in: connection)
        if identity.issuer == ProvenIdentity.here {
            guard let user = try Self.user(identity.subject, of: app.id, in: connection) else { return .unknown }
            let decision = SignInDecision(known: user, asking: guest, mayBegin: false)
            return try carryOut(
                decision, isNew: identity.isNew == true, of: app, visit, life: life, in: connection)
        }
        let kind = "issuer:\(identity.issuer)"
        let owner: String? = try connection.value(
            "SELECT userID FROM identityIdentifier WHERE appID = ? AND kind = ? AND value = ?",
            [app.id, kind, identity.subject])
        let address = identity.email.flatMap(SignInAddress.email)
        let byMail = try address.flatMap { try Self.user(with: $0, of: app.id, in: connection) }
            .flatMap { $0.isEmailVerified ? $0 : nil }
        let known = try owner.flatMap { try Self.user($0, of: app.id, in: connection) } ?? byMail
        // A guest does not become a user by another service where users have to ask for an account.
        let decision = SignInDecision(
            known: known, asking: known != nil || mayBegin ? guest : nil, mayBegin: mayBegin)
        return try carryOut(decision, of: app, visit, keeping: kept, life: life, in: connection) { user in
            try connection.run(
                """
                INSERT INTO identityIdentifier (appID, kind, value, userID, verifiedAt) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (appID, kind, value) DO NOTHING
                """, [app.id, kind, identity.subject, user.id, visit.at])
            user.signsInOtherwise = true
            if let address, user.email == nil, try Self.user(with: address, of: app.id, in: connection) == nil {
                try Self.add(address, to: user, verifiedAt: visit.at, of: app, in: connection)
                user.prove(address)
            }
        }
    }

    /// Does what was decided, and begins a session.
    ///
    /// - Parameters:
    ///   - isNew: whether the user was made for this sign-in; `nil` if the decision says so
    ///   - kept: a session that goes on; `nil` for none
    ///   - prove: stores how the user has shown who they are
    private static func carryOut(
        _ decision: SignInDecision, isNew: Bool? = nil, of app: IdentityApp, _ visit: Visit,
        keeping kept: String? = nil, life: TimeInterval, in connection: any SQLConnection,
        prove: (inout IdentityUser) throws -> Void = { _ in }
    ) throws -> SignInResult {
        let accepted: SignInDecision.Acceptance
        switch decision {
        case .refused(let result): return result
        case .accepted(let acceptance): accepted = acceptance
        }
        var user = try accepted.user ?? insert(of: app, beganAs: nil, at: visit.at, in: connection)
        if let guest = accepted.guest { try move(guest, into: &user, of: app, in: connection) }
        if accepted.endsBeginnings { try endBeginnings(of: user, keeping: kept, in: connection) }
        try prove(&user)
        return try begin(&user, isNew: isNew ?? (accepted.user == nil), of: app, visit, life: life, in: connection)
    }

    /// Returns the guest with an id; `nil` for a user who has an account, and for another application's.
    private static func guest(
        _ id: String?, of app: IdentityApp, in connection: any SQLConnection
    ) throws -> IdentityUser? {
        guard let id, let user = try user(id, of: app.id, in: connection), user.isAnonymous else { return nil }
        return user
    }

    /// Ends what a guest began before they became a user: their sessions and sign-ins. A stranger may have given them the
    /// guest's tokens, and must have no part in the account.
    ///
    /// - Parameter kept: a session that goes on; `nil` for none
    static func endBeginnings(
        of user: IdentityUser, keeping kept: String?, in connection: any SQLConnection
    ) throws {
        try removeSignIns(of: user, in: connection)
        try connection.run(
            "DELETE FROM identitySession WHERE appID = ? AND userID = ? AND id <> ?", [user.appID, user.id, kept ?? ""])
    }

    /// Makes a guest's data the user's, where the user has nothing, and removes the guest.
    private static func move(
        _ guest: IdentityUser, into user: inout IdentityUser, of app: IdentityApp, in connection: any SQLConnection
    ) throws {
        // First, so that the guest's unique values are free.
        try connection.run("DELETE FROM identityUser WHERE appID = ? AND id = ?", [app.id, guest.id])
        for (name, value) in guest.body.data where user.body.data[name] == nil && !identifiers.contains(name) {
            let isUnique = app.settings.schema[name]?.unique == true
            if isUnique, try isTaken(value, of: name, in: app, connection) { continue }
            user.body.data[name] = value
        }
        user.body.meta.merge(guest.body.meta) { old, _ in old }
    }

    /// Notes a sign-in and begins a session.
    private static func begin(
        _ user: inout IdentityUser, isNew: Bool, of app: IdentityApp, _ visit: Visit, life: TimeInterval,
        in connection: any SQLConnection
    ) throws -> SignInResult {
        user.body.firstMethod = user.body.firstMethod ?? visit.method
        (user.body.lastMethod, user.body.lastSignInAt) = (visit.method, visit.at)
        try update(user, of: app, in: connection)
        let session = try beginSession(of: user, visit, life: life, in: connection)
        return .signedIn(SignedIn(user: user, isNew: isNew, sessionID: session.id, refreshToken: session.token))
    }
}
