import HTTPMessages

/// What all calls of one API, or of one page, have in common: who asks, how an error looks, which headers every answer
/// has.
public protocol CallFrame<Context>: Sendable {
    associatedtype Context: Sendable

    /// The beginnings of paths, as patterns, below which unknown paths get this frame's errors too.
    var places: [String] { get }
    /// Whether nobody learns which methods a path has without being admitted.
    var hidesMethods: Bool { get }

    /// Finds out who asks, and notes it in the call.
    ///
    /// - Throws: an error for ``reply(to:_:_:)``
    func admit(_ call: inout ServiceCall, to route: Route<Context>, _ context: Context) async throws

    /// Returns the answer to a call that failed, and reports a failure of the service itself.
    func reply(to error: any Error, _ call: ServiceCall, _ context: Context) async -> HTTPReply

    /// Adds what every answer has.
    func complete(_ reply: inout HTTPReply, _ call: ServiceCall, _ context: Context)
}

extension CallFrame {
    /// None: unknown paths get the dispatcher's own frame.
    public var places: [String] { [] }
    /// `false`: anybody learns which methods a path has.
    public var hidesMethods: Bool { false }
    /// Lets everybody in.
    public func admit(_ call: inout ServiceCall, to route: Route<Context>, _ context: Context) async throws {}
    /// Adds nothing.
    public func complete(_ reply: inout HTTPReply, _ call: ServiceCall, _ context: Context) {}
}

/// The routes of one frame.
public struct FramedRoutes<Context: Sendable>: Sendable {
    /// What the routes have in common.
    public let frame: any CallFrame<Context>
    /// The routes whose calls the frame admits, and whose errors it answers.
    public let routes: [Route<Context>]

    /// Puts routes of any order into a frame.
    public init(_ frame: some CallFrame<Context>, _ routes: [Route<Context>]) {
        self.frame = frame
        self.routes = routes
    }
}
