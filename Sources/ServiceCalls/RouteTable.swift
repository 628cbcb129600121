import Foundation
import HTTPMessages

/// Finds the route for a request. The patterns are parsed once, when the table is built.
package struct RouteTable: Sendable {
    /// The result for a path.
    package struct Match: Sendable {
        /// The route; one for another method if `allowed` lacks the method of the request.
        package let route: APIRoute
        /// The values of the pattern's names, percent-decoded.
        package let parameters: [String: String]
        /// The methods of the path in alphabetical order.
        package let allowed: [String]
    }

    /// The routes of one pattern.
    private struct Entry: Sendable {
        let pieces: [Substring]
        var routes: [APIRoute]
        var allowed: [String]

        /// Whether the pattern ends with `**`.
        var isOpen: Bool { pieces.last == "**" }

        init(_ route: APIRoute) {
            pieces = route.path.split(separator: "/")
            routes = []
            allowed = []
            add(route)
        }

        mutating func add(_ route: APIRoute) {
            routes.append(route)
            allowed = Set(routes.flatMap(\.methods).map(\.rawValue)).sorted()
        }

        func describes(_ parts: [Substring]) -> Bool {
            guard isOpen ? parts.count >= pieces.count : parts.count == pieces.count else { return false }
            return zip(pieces, parts).allSatisfy { piece, part in
                piece == "**" || piece.hasPrefix(":") || piece == part
            }
        }

        func parameters(of parts: [Substring]) -> [String: String] {
            var parameters: [String: String] = [:]
            for (piece, part) in zip(pieces, parts) where piece.hasPrefix(":") {
                parameters[String(piece.dropFirst())] = part.removingPercentEncoding ?? ""
            }
            return parameters
        }
    }

    /// In order of first appearance.
    private let entries: [Entry]

    package init(_ routes: [APIRoute]) {
        var entries: [Entry] = []
        var places: [String: Int] = [:]
        for route in routes {
            if let place = places[route.path] {
                entries[place].add(route)
            } else {
                places[route.path] = entries.count
                entries.append(Entry(route))
            }
        }
        self.entries = entries
    }

    /// - Returns: `nil` for an unknown path
    package func find(_ method: HTTPRequest.Method, _ path: String) -> Match? {
        let parts = path.split(separator: "/")
        guard let entry = entries.first(where: { $0.describes(parts) }), let first = entry.routes.first else {
            return nil
        }
        let route = entry.routes.first { $0.methods.contains(method) } ?? first
        return Match(route: route, parameters: entry.parameters(of: parts), allowed: entry.allowed)
    }
}
