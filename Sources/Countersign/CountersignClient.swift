import Foundation

/// The library's entry point: log in, sign, listen. Instances are independent; there is no global state.
///
///     let countersign = try CountersignClient(CountersignConfiguration(server: server))
///     let session = try await countersign.logIn(accessToken: token, account: account)
///
/// In an app that has its own type of the same name, use `Countersign.Signer` for the library's.
public final class CountersignClient: Sendable {
    /// The settings that the client was made with. They are valid and never change.
    public let configuration: CountersignConfiguration
    /// The events of every session of this instance. They are also posted as notifications.
    public let events: EventChannel
    let desk = SessionDesk()
    let server: ServerAddress
    let accountServer: AccountServer
    let logOutParts: [any LogOutPart]
    let sessionStore: SavedSessions
    let presentation = PresentationSlot()
    let log: ClientLog

    /// - Throws: ``CountersignError/invalidConfiguration(what:)``
    public convenience init(_ configuration: CountersignConfiguration) throws(CountersignError) {
        try self.init(configuration, logOutParts: LogOutParts.standard(configuration))
    }

    init(_ configuration: CountersignConfiguration, logOutParts: [any LogOutPart]) throws(CountersignError) {
        try configuration.validate()
        self.configuration = configuration
        server = try ServerAddress(configuration.server, allowsPlainHTTP: configuration.allowsPlainHTTP)
        accountServer = try AccountServer(
            configuration.accountServer, server: server, allowsPlainHTTP: configuration.allowsPlainHTTP)
        self.logOutParts = logOutParts
        sessionStore = SavedSessions(store: configuration.credentials)
        log = ClientLog(level: configuration.loggingLevel, write: configuration.log)
        let (center, queue) = (configuration.notificationCenter, configuration.notificationQueue)
        events = EventChannel(backlog: configuration.eventBacklog) { event in
            let post: @Sendable () -> Void = {
                for notification in EventNotification.notifications(for: event) {
                    center.post(notification.notification)
                }
            }
            if let queue { queue.async(execute: post) } else { post() }
        }
    }

    /// The session in use; `nil` before a log-in and after a log-out.
    public var session: CountersignSession? {
        get async { await desk.session }
    }
}
