import Foundation

/// One user's work with one account, from log-in to log-out.
public final class CountersignSession: Sendable {
    public let user: SessionUser
    public let configuration: CountersignConfiguration
    /// Calls to the server in the user's name.
    public let api: APIClient
    /// What happens in this session: a sequence for listeners, and the sink for the library's parts. It ends with the
    /// session.
    public let events: EventChannel
    /// Whether there is a token, or a way to one; false where a saved session goes on without a network.
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

    /// Whether the session has ended. Answers that come later are dropped, and so are events.
    public var hasEnded: Bool { life.isOver }

    func end() {
        life.end()
        // Nobody else is to see the user's page.
        presentation.dismiss()
        events.finish()
    }
}
