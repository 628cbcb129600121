import Foundation

/// Values by path pattern. Where several patterns match a path, the one that spells out the earliest differing part wins,
/// whatever the order in which they were added.
struct PathTree<Value: Sendable>: Sendable {
    private struct Leaf: Sendable {
        let pieces: [Substring]
        var value: Value
    }

    private struct Node: Sendable {
        var spelled: [Substring: Int] = [:]
        var named: Int?
        /// A pattern that ends here.
        var end: Leaf?
        /// A pattern that goes on with `**`.
        var open: Leaf?
    }

    /// The first is the root.
    private var nodes = [Node()]

    /// Changes the value of a pattern.
    ///
    /// - Parameter path: a pattern as in ``Route/path``
    mutating func update(_ path: String, default initial: Value, _ change: (inout Value) -> Void) {
        let pieces = path.split(separator: "/")
        var place = 0
        for piece in pieces where piece != "**" { place = child(piece, of: place) }
        let end: WritableKeyPath<Node, Leaf?> = pieces.last == "**" ? \.open : \.end
        var leaf = nodes[place][keyPath: end] ?? Leaf(pieces: pieces, value: initial)
        change(&leaf.value)
        nodes[place][keyPath: end] = leaf
    }

    private mutating func child(_ piece: Substring, of place: Int) -> Int {
        let isNamed = piece.hasPrefix(":")
        if let known = isNamed ? nodes[place].named : nodes[place].spelled[piece] { return known }
        nodes.append(Node())
        if isNamed { nodes[place].named = nodes.count - 1 } else { nodes[place].spelled[piece] = nodes.count - 1 }
        return nodes.count - 1
    }

    /// - Parameter path: a path as sent, percent-encoded
    /// - Returns: the value, and what stands in the place of the pattern's names, percent-decoded; `nil` for a path that
    ///   no pattern matches, and for parts that are no UTF-8
    func find(_ path: String) -> (value: Value, parameters: [String: String])? {
        let parts = path.split(separator: "/")
        guard let leaf = leaf(parts[...], 0) else { return nil }
        var parameters: [String: String] = [:]
        for (piece, part) in zip(leaf.pieces, parts) where piece.hasPrefix(":") {
            guard let text = part.removingPercentEncoding else { return nil }
            parameters[String(piece.dropFirst())] = text
        }
        return (leaf.value, parameters)
    }

    private func leaf(_ parts: ArraySlice<Substring>, _ place: Int) -> Leaf? {
        let node = nodes[place]
        guard let part = parts.first else { return node.end }
        let rest = parts.dropFirst()
        if let next = node.spelled[part], let found = leaf(rest, next) { return found }
        if let next = node.named, let found = leaf(rest, next) { return found }
        return node.open
    }
}
