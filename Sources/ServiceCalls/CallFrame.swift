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
    public var places: [String] { [] }
    public var hidesMethods: Bool { false }
    public func admit(_ call: inout ServiceCall, to route: Route<Context>, _ context: Context) async throws {}
    public func complete(_ reply: inout HTTPReply, _ call: ServiceCall, _ context: Context) {}
}

/// The routes of one frame.
public struct FramedRoutes<Context: Sendable>: Sendable {
    public let frame: any CallFrame<Context>
    public let routes: [Route<Context>]

    public init(_ frame: some CallFrame<Context>, _ routes: [Route<Context>]) {
        self.frame = frame
        self.routes = routes
    }
}
