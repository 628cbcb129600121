import Foundation

/// One user's work with one account, from log-in to log-out.
public final class CountersignSession: Sendable {
    /// Who is logged in, and where their data is on this device. Never changes in a session.
    public let user: SessionUser
    /// The configuration of the client that the user logged in with.
    public let configuration: CountersignConfiguration
    /// Calls to the server on the user's behalf.
    public let api: APIClient
    /// The session's events: a sequence for listeners, and the sink for the library's parts. Ends with the session.
    public let events: EventChannel
    /// Whether there is a token or a way to get one; false if a saved session was resumed without either.
    public let canCallServer: Bool
    let life: SessionLife
    let parts = SessionParts()
    let presentation = PresentationSlot()
    let log: ClientLog

    init(
        user: SessionUser, configuration: CountersignConfiguration, tokens: SessionTokens, life: SessionLife,
        events: EventChannel
    ) {
        self.user = user
        self.configuration = configuration
        self.life = life
        log = ClientLog(level: configuration.loggingLevel, write: configuration.log)
        canCallServer = tokens.canGiveTokens
        api = APIClient(
            server: user.server, accountID: user.account.accountID, transport: configuration.transport,
            tokens: tokens, life: life, timeout: configuration.apiTimeout, retries: configuration.retries, log: log)
        self.events = EventChannel(backlog: configuration.eventBacklog, forward: events.announce)
    }

    /// Whether the session has ended. Answers and events that arrive later are dropped.
    public var hasEnded: Bool { life.hasEnded }

    func end() {
        life.end()
        // Nobody else may see the user's page.
        presentation.dismiss()
        events.finish()
    }
}
