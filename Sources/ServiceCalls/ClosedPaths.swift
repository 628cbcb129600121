import HTTPMessages

extension [APIRoute] {
    /// Returns the routes with an answer for every other method of their paths, and for every other path below some
    /// addresses, so that all errors of an API have its own shape, whatever carries it.
    ///
    /// The routes need no access token before they are answered. A path without names comes before one with a name at the
    /// same place.
    ///
    /// - Parameter refuse: answers a request for which there is no route: with the allowed methods, or `nil` for an
    ///   unknown path
    package func closed(
        below bases: [String], refusing refuse: @escaping @Sendable (MethodNotAllowed?) throws -> HTTPReply
    ) -> [APIRoute] {
        let methods: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete, .options]
        var paths: [String] = []
        for route in self where !paths.contains(route.path) { paths.append(route.path) }
        let known = paths.flatMap { path in
            let present = filter { $0.path == path }
            let allowed = present.flatMap(\.methods).map(\.rawValue).sorted()
            // A GET whose HEAD would act is answered without it.
            let head: [HTTPRequest.Method] =
                present.contains { $0.method == .get && !$0.answersHead } ? [.head] : []
            return (methods + head).map { method in
                present.first { $0.method == method }
                    ?? APIRoute(method, path, needsToken: false) { call in
                        try refuse(MethodNotAllowed(method: call.method.rawValue, allowed: allowed))
                    }
            }
        }
        // Some carriers take the beginning of a path for a place without an answer, and look no further.
        let beginnings = paths.flatMap { path in
            let parts = path.split(separator: "/")
            return (1..<Swift.max(2, parts.count)).map { parts.prefix($0).joined(separator: "/") }
        }.filter { beginning in bases.contains { beginning == $0 || beginning.hasPrefix($0 + "/") } }
        var unknown: [String] = []
        for path in beginnings + bases + bases.map({ $0 + "/**" })
        where !paths.contains(path) && !unknown.contains(path) { unknown.append(path) }
        return known
            + unknown.flatMap { path in
                methods.map { method in APIRoute(method, path, needsToken: false) { _ in try refuse(nil) } }
            }
    }
}
