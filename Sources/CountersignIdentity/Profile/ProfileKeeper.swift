import ClientSupport
import Essentials
import Foundation
import RowndDialect

/// Whether a change of the profile is on the server.
public enum SaveOutcome: Sendable, Hashable {
    case saved
    /// The change shows on this device, is stored, and will be sent as soon as the server answers, also after a
    /// restart of the app.
    case queued
}

/// Keeps the profile of the user who is signed in: the server's last answer, and on top of it the changes that it may
/// not have yet. A refused change is taken away, and what was below it shows again.
actor ProfileKeeper {
    private let files: StateFiles
    private let hub: HubClient
    private let keys: FieldKeys
    private let tokens: TokenKeeper
    private let changed: @Sendable (ProfileNews) -> Void
    private let wait: @Sendable (TimeInterval) async throws -> Void
    /// Processes that share the profile send one after the other, so that no older value arrives after a newer one.
    private let sends: FileLease

    private var session: StoredSession?
    private var profile: SavedProfile?
    private var encryptedFields: Set<String>?
    /// When this process has read the schema, in milliseconds since the device's start.
    private var schemaRead: Int?
    private let clock: DeviceClock
    private let configuredFields: Set<String>
    private var failures: [UUID: IdentityError] = [:]
    private var sending: (session: UUID, task: Task<Bool, Never>)?
    private var retry: Task<Void, Never>?
    private var pause: TimeInterval = 1
    /// How often ``show()`` was called; an older call ends when a newer one has begun.
    private var shows = 0

    /// - Parameter changed: gets what changed
    init(
        _ configuration: IdentityConfiguration, files: StateFiles, hub: HubClient, keys: FieldKeys,
        tokens: TokenKeeper, encryptedFields: Set<String>?,
        wait: @escaping @Sendable (TimeInterval) async throws -> Void,
        changed: @escaping @Sendable (ProfileNews) -> Void
    ) {
        self.files = files
        self.hub = hub
        self.keys = keys
        self.tokens = tokens
        self.encryptedFields = encryptedFields
        self.wait = wait
        self.changed = changed
        sends = FileLease(file: configuration.folder.appending(path: "\(configuration.scope).send-turn"))
        configuredFields = configuration.encryptedFields
        clock = configuration.clock
    }

    /// Shows the stored profile of the current user.
    func follow() async throws(IdentityError) {
        // Somebody may sign in while this looks, so it looks again after every change.
        while true {
            let session = try await tokens.session()
            let isSame = self.session?.id == session?.id
            self.session = session
            if isSame { return }
            retry?.cancel()
            retry = nil
            pause = 1
            profile = session.map { files.profile(of: $0.userID) }
            await show()
        }
    }

    /// Remembers that a guest of this device became a user, who can then read what the guest has encrypted.
    func note(guest: String, became userID: String) async throws(IdentityError) {
        try await files.changeProfile(of: userID) { $0.guests = ($0.guests ?? []).union([guest]) }
    }

    /// Shows what another process has stored.
    func lookAgain() async {
        guard let session, files.profile(of: session.userID) != profile else { return }
        await showStored()
    }

    /// Shows what is stored, by whichever process. The file is read at one go with what it replaces here, so nothing
    /// older ever follows.
    private func showStored() async {
        guard let session else { return }
        profile = files.profile(of: session.userID)
        await show()
    }

    // MARK: Loading

    /// Loads the schema and the profile, and sends what waits.
    func load() async throws(IdentityError) {
        try await follow()
        guard let session else { throw .signedOut }
        try await loadSchema()
        do {
            // In turn with changes: an answer from before a change must not come after it.
            try await sends.hold { try await self.loadInTurn(session) }
        } catch {
            throw IdentityError(supporting: error)
        }
        if profile?.changes.isEmpty == false { await send() }
    }

    private func loadInTurn(_ session: StoredSession) async throws(IdentityError) {
        let token = try await token(of: session)
        let answer = try await hub.answer(
            HubProfile.self, .get, ["me", "applications", session.appID, "data"], bearer: token)
        guard self.session?.id == session.id else { throw .sessionEnded }
        try await take(answer.data, without: nil, of: session)
        try await takeOverGuests(session)
    }

    /// Encrypts anew, for this user, what the service has taken over from a guest.
    private func takeOverGuests(_ session: StoredSession) async throws(IdentityError) {
        guard self.session?.id == session.id, let profile, profile.guests?.isEmpty == false else { return }
        for (name, value) in profile.changed {
            guard let text = value.string, FieldKey.isEncrypted(text), isMarked(name),
                await decrypted(value, name, session, of: [session.userID]) == nil,
                let plain = await decrypted(value, name, session, of: profile.guests ?? [])
            else { continue }
            let change = ProfileChange(
                id: UUID(), kind: .field(name, try await encrypted(plain, name, session)))
            try await files.changeProfile(of: session.userID) { profile in
                // Not if the user has changed it meanwhile.
                if profile.changed[name] == value { profile.changes.append(change) }
            }
        }
        await lookAgain()
    }

    private func loadSchema() async throws(IdentityError) {
        let answer = try await hub.answer(HubAppConfig.self, .get, ["hub", "app-config"])
        let marked = (answer.app.schema ?? [:]).filter { $0.value.encryption?.state == "enabled" }
        encryptedFields = Set(marked.keys)
        schemaRead = clock.sinceBoot()
        var facts = files.facts()
        facts.encryptedFields = encryptedFields
        try files.keep(facts)
    }

    // MARK: Changes

    func change(_ name: String, to value: JSONValue) async throws(IdentityError) -> SaveOutcome {
        try await follow()
        guard let session else { throw .signedOut }
        try await knowSchema()
        let sent = try await encrypted(value, name, session)
        return try await apply(ProfileChange(id: UUID(), kind: .field(name, sent)), session)
    }

    func change(to data: [String: JSONValue]) async throws(IdentityError) -> SaveOutcome {
        try await follow()
        guard let session else { throw .signedOut }
        try await knowSchema()
        var sent: [String: JSONValue] = [:]
        for (name, value) in data { sent[name] = try await encrypted(value, name, session) }
        // What this device cannot read stays as it is: an app that writes back what it got must not delete it.
        for (name, value) in profile?.changed ?? [:] where sent[name] == nil {
            if isMarked(name), await decrypted(value, name, session) == nil { sent[name] = value }
        }
        return try await apply(ProfileChange(id: UUID(), kind: .all(sent)), session)
    }

    /// Sends what waits. Returns at the first change that cannot be sent now.
    func send() async { _ = await sent() }

    private func apply(
        _ change: ProfileChange, _ session: StoredSession
    ) async throws(IdentityError) -> SaveOutcome {
        guard self.session?.id == session.id else { throw .sessionEnded }
        try await files.changeProfile(of: session.userID) { $0.changes.append(change) }
        guard self.session?.id == session.id else { return .queued }
        await showStored()
        while true {
            let isEmpty = await sent()
            if let failure = failures.removeValue(forKey: change.id) { throw failure }
            guard self.session?.id == session.id else { return .queued }
            if self.profile?.changes.contains(where: { $0.id == change.id }) != true { return .saved }
            if !isEmpty { return .queued }
        }
    }

    /// Sends what waits, one change after the other, once for all who ask.
    ///
    /// - Returns: whether nothing waits any more
    private func sent() async -> Bool {
        guard let session else { return false }
        if let sending, sending.session == session.id { return await sending.task.value }
        let task = Task { (try? await self.sends.hold { await self.sendAll(session) }) ?? false }
        sending = (session.id, task)
        let isEmpty = await task.value
        if sending?.session == session.id { sending = nil }
        if !isEmpty { retryLater(session) }
        return isEmpty
    }

    private func sendAll(_ session: StoredSession) async -> Bool {
        await lookAgain()
        while self.session?.id == session.id, let change = profile?.changes.first {
            do throws(IdentityError) {
                if schemaRead.map({ clock.sinceBoot() - $0 > Self.schemaAge }) != false { try await loadSchema() }
            } catch {
                changed(.failed(error))
                return false
            }
            do throws(IdentityError) {
                let answer = try await send(try await sealed(change, session), session)
                guard self.session?.id == session.id else { return false }
                pause = 1
                try await take(answer, without: change.id, of: session)
                changed(.saved(await shown().data))
            } catch {
                // Somebody else may be signed in by now.
                try? await follow()
                guard self.session?.id == session.id else { return false }
                if error.isFinal {
                    failures[change.id] = error
                    await drop(change, of: session)
                    changed(.failed(error))
                } else {
                    changed(.failed(error))
                    return false
                }
            }
        }
        return self.session?.id == session.id
    }

    /// How old the schema may be when a change is sent, in milliseconds.
    private static let schemaAge = 3_600_000

    /// Encrypts what the schema has come to mark since the change was stored.
    private func sealed(
        _ change: ProfileChange, _ session: StoredSession
    ) async throws(IdentityError) -> ProfileChange {
        var data: [String: JSONValue] =
            switch change.kind {
            case .all(let data): data
            case .field(let name, let value): [name: value]
            }
        for (name, value) in data where value.string.map(FieldKey.isEncrypted) != true {
            data[name] = try await encrypted(value, name, session)
        }
        let kind: ProfileChange.Kind =
            switch change.kind {
            case .all: .all(data)
            case .field(let name, let value): .field(name, data[name] ?? value)
            }
        guard kind != change.kind else { return change }
        let sealed = ProfileChange(id: change.id, kind: kind)
        try await files.changeProfile(of: session.userID) { profile in
            profile.changes = profile.changes.map { $0.id == sealed.id ? sealed : $0 }
        }
        return sealed
    }

    private func send(
        _ change: ProfileChange, _ session: StoredSession
    ) async throws(IdentityError) -> [String: JSONValue] {
        let token = try await token(of: session)
        let path = ["me", "applications", session.appID, "data"]
        switch change.kind {
        case .all(let data):
            return try await hub.answer(HubProfile.self, .put, path, ["data": .object(data)], bearer: token).data
        case .field(let name, let value):
            let reply = try await hub.exchange(
                .put, path + ["fields", name], ["value": value], bearer: token)
            guard (200..<300).contains(reply.status) else { throw HubClient.refusal(reply) }
            return change.applied(to: profile?.data ?? [:])
        }
    }

    private func take(
        _ data: [String: JSONValue], without id: UUID?, of session: StoredSession
    ) async throws(IdentityError) {
        try await files.changeProfile(of: session.userID) { profile in
            profile.data = data
            profile.changes.removeAll { $0.id == id }
        }
        guard self.session?.id == session.id else { return }
        await showStored()
    }

    private func drop(_ change: ProfileChange, of session: StoredSession) async {
        do throws(IdentityError) {
            try await files.changeProfile(of: session.userID) { $0.changes.removeAll { $0.id == change.id } }
        } catch {
            // The file cannot be written: the change is sent and refused once more after the next start.
            profile?.changes.removeAll { $0.id == change.id }
            return await show()
        }
        guard self.session?.id == session.id else { return }
        await showStored()
    }

    private func retryLater(_ session: StoredSession) {
        guard retry == nil, self.session?.id == session.id else { return }
        let pause = pause
        self.pause = min(2 * pause, 300)
        retry = Task { [weak self, wait] in
            try? await wait(pause)
            guard !Task.isCancelled else { return }
            await self?.retryNow(session)
        }
    }

    private func retryNow(_ session: StoredSession) async {
        retry = nil
        guard self.session?.id == session.id else { return }
        await send()
    }

    private func token(of session: StoredSession) async throws(IdentityError) -> String {
        guard let token = try await tokens.accessToken(of: session.id) else { throw .signedOut }
        guard self.session?.id == session.id else { throw .sessionEnded }
        return token
    }

    // MARK: Encryption

    private func knowSchema() async throws(IdentityError) {
        if encryptedFields != nil { return }
        do throws(IdentityError) {
            try await loadSchema()
        } catch {
            throw error.isTemporary ? .schemaUnknown : error
        }
    }

    private func encrypted(
        _ value: JSONValue, _ name: String, _ session: StoredSession
    ) async throws(IdentityError) -> JSONValue {
        guard encryptedFields?.contains(name) == true || configuredFields.contains(name), value != .null else {
            return value
        }
        guard let key = try await keys.keys(of: session.userID, making: true).first, let plain = try? value.bytes()
        else { throw .encryption(.noUser) }
        let place = FieldPlace(appID: session.appID, userID: session.userID, field: name)
        return .string(try key.encrypted(plain, at: place))
    }

    /// Whether a field is encrypted on the device, or may be: then what cannot be decrypted is not shown.
    private func isMarked(_ name: String) -> Bool {
        encryptedFields?.contains(name) != false || configuredFields.contains(name)
    }

    private func decrypted(_ value: JSONValue, _ name: String, _ session: StoredSession) async -> JSONValue? {
        await decrypted(value, name, session, of: (profile?.guests ?? []).union([session.userID]))
    }

    /// Returns what one of the users encrypted on this device; any other value as it is.
    private func decrypted(
        _ value: JSONValue, _ name: String, _ session: StoredSession, of users: Set<String>
    ) async -> JSONValue? {
        guard let text = value.string, FieldKey.isEncrypted(text) else { return value }
        for user in users {
            let place = FieldPlace(appID: session.appID, userID: user, field: name)
            if let keys = try? await keys.keys(of: user, making: false),
                let plain = try? FieldKey.decrypted(text, at: place, with: keys)
            {
                return try? JSONDecoder().decode(JSONValue.self, from: plain)
            }
        }
        return nil
    }

    /// Returns the current user's profile, decrypted; `nil` if nobody is signed in.
    func current() async throws(IdentityError) -> (
        session: StoredSession, data: [String: JSONValue], unreadable: Set<String>
    )? {
        while true {
            try await follow()
            guard let session else { return nil }
            let shown = await shown()
            if self.session?.id == session.id { return (session, shown.data, shown.unreadable) }
        }
    }

    /// Returns the profile as the user sees it.
    func shown() async -> (data: [String: JSONValue], unreadable: Set<String>) {
        guard let session, let profile else { return ([:], []) }
        var data: [String: JSONValue] = [:]
        var unreadable: Set<String> = []
        for (name, value) in profile.changed {
            if let plain = await decrypted(value, name, session) {
                data[name] = plain
            } else if isMarked(name) {
                unreadable.insert(name)
            } else {
                // The app's own text, such as one that it encrypted for another place.
                data[name] = value
            }
        }
        return (data, unreadable)
    }

    /// Shows the profile again, for example with another key. Once it returns, nothing older is shown.
    func show() async {
        shows += 1
        while true {
            let mine = shows
            let session = session
            let shown = await shown()
            guard mine == shows, self.session?.id == session?.id else { continue }
            return changed(.shown(userID: session?.userID, data: shown.data, unreadable: shown.unreadable))
        }
    }
}

/// What changed in the profile.
enum ProfileNews: Sendable {
    case shown(userID: String?, data: [String: JSONValue], unreadable: Set<String>)
    case saved([String: JSONValue])
    case failed(IdentityError)
}
