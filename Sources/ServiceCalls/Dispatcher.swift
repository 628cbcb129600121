import HTTPMessages

/// Answers calls: finds the route, lets its frame ask who calls, runs the handler, and turns errors into answers.
///
/// The service, the service in memory and the pages inside an app answer through it alike. It is built once.
///
///     let dispatcher = Dispatcher([FramedRoutes(frame, routes)], otherwise: frame)
///     let reply = await dispatcher.answer(ServiceCall(HTTPCall(.get, "/health"), base: address))
public struct Dispatcher<Context: Sendable>: Sendable {
    /// The routes of one path.
    fileprivate struct Entry: Sendable {
        let pattern: String
        let frame: any CallFrame<Context>
        var routes: [Route<Context>] = []

        init(_ path: String, _ frame: any CallFrame<Context>) {
            pattern = path.split(separator: "/").reduce(into: "") { text, piece in
                text += piece.hasPrefix(":") ? "/{\(piece.dropFirst())}" : "/\(piece)"
            }
            self.frame = frame
        }

        /// In alphabetical order.
        var allowed: [String] { Set(routes.flatMap(\.methods).map(\.rawValue)).sorted() }
    }

    /// Where a call goes.
    public struct Destination: Sendable {
        fileprivate let entry: Entry?
        fileprivate let frame: any CallFrame<Context>
        fileprivate let route: Route<Context>?
        fileprivate let parameters: [String: String]

        /// The pattern of the path, such as `/sign/{ticket}`; `nil` for an unknown path.
        public var pattern: String? { entry?.pattern }
        /// Whether nothing is lost if nobody waits for the answer any more.
        public var isRead: Bool { route?.answersHead ?? true }
    }

    /// Every route, in order.
    public let routes: [Route<Context>]
    private let fallback: any CallFrame<Context>
    private let traceHeader: String?
    private var entries = PathTree<Entry>()
    private var places = PathTree<any CallFrame<Context>>()

    /// - Parameters:
    ///   - fallback: the frame of unknown paths below no frame's ``CallFrame/places``
    ///   - traceHeader: the header in which every answer names the call's ``ServiceCall/trace``; `nil` for none
    public init(
        _ groups: [FramedRoutes<Context>], otherwise fallback: some CallFrame<Context>, traceHeader: String? = nil
    ) {
        self.fallback = fallback
        self.traceHeader = traceHeader
        routes = groups.flatMap(\.routes)
        for group in groups {
            for route in group.routes {
                entries.update(route.path, default: Entry(route.path, group.frame)) { $0.routes.append(route) }
            }
            for place in group.frame.places {
                for path in [place, place + "/**"] { places.update(path, default: group.frame) { _ in } }
            }
        }
    }

    /// Returns where a call goes.
    ///
    /// - Parameter path: the path as sent, percent-encoded
    public func destination(_ method: HTTPRequest.Method, _ path: String) -> Destination {
        guard let (entry, parameters) = entries.find(path) else {
            return Destination(entry: nil, frame: places.find(path)?.value ?? fallback, route: nil, parameters: [:])
        }
        return Destination(
            entry: entry, frame: entry.frame, route: entry.routes.first { $0.methods.contains(method) },
            parameters: parameters)
    }

    /// Answers a call. Never throws: an error becomes an answer.
    public func answer(_ call: ServiceCall, in context: Context) async -> HTTPReply {
        await answer(call, at: destination(call.method, call.path), in: context)
    }

    /// Answers a call whose destination is known.
    public func answer(_ call: ServiceCall, at destination: Destination, in context: Context) async -> HTTPReply {
        let frame = destination.frame
        var call = call
        call.parameters = destination.parameters
        var reply: HTTPReply
        do {
            reply = try await handle(&call, destination, context)
        } catch {
            reply = await frame.reply(to: error, call, context)
            if let error = error as? MethodNotAllowed { reply.headers[.allow] = error.allowed.joined(separator: ", ") }
        }
        reply.headers = reply.headers.replacing(call.answerHeaders)
        frame.complete(&reply, call, context)
        return finished(reply, to: call)
    }

    /// Returns the answer of a carrier to a call that no route may see, with the headers of all others.
    public func refused(_ call: ServiceCall, with reply: HTTPReply) -> HTTPReply { finished(reply, to: call) }

    /// Adds what every answer has.
    private func finished(_ reply: HTTPReply, to call: ServiceCall) -> HTTPReply {
        var reply = reply
        if let traceHeader { reply.headers[named: traceHeader] = call.trace }
        reply.headers[.xContentTypeOptions] = "nosniff"
        // The answer to HEAD never has content (RFC 9110 §9.3.2), even if it is an error.
        if call.method == .head {
            if reply.headers[.contentLength] == nil { reply.headers[.contentLength] = String(reply.bodyCount) }
            reply.parts = []
        }
        return reply
    }

    private func handle(
        _ call: inout ServiceCall, _ destination: Destination, _ context: Context
    ) async throws -> HTTPReply {
        guard let entry = destination.entry else { throw NothingAtPath(path: call.path) }
        let known = destination.route ?? (destination.frame.hidesMethods ? entry.routes.first : nil)
        if let known { try await destination.frame.admit(&call, to: known, context) }
        guard let route = destination.route else {
            throw MethodNotAllowed(method: call.method.rawValue, allowed: entry.allowed)
        }
        return try await route.handler(call, context)
    }
}

extension Dispatcher where Context == Void {
    /// Answers a call. Never throws: an error becomes an answer.
    public func answer(_ call: ServiceCall) async -> HTTPReply { await answer(call, in: ()) }

    /// Answers a call whose destination is known.
    public func answer(_ call: ServiceCall, at destination: Destination) async -> HTTPReply {
        await answer(call, at: destination, in: ())
    }
}
