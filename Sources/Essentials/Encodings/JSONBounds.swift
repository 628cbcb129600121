import Foundation

/// Limits on the lists and the number of values in a JSON text, checked before it is decoded. A few megabytes of `{}`
/// would become millions of objects.
package struct JSONBounds {
    /// The limit that a text exceeds.
    package struct Excess: Error, Equatable {
        /// The predicate of a sentence about the request's body.
        package let sentence: String

        package init(sentence: String) { self.sentence = sentence }
    }

    /// The longest list, unless its name has a lower limit.
    package static let longestList = 5000
    /// The maximum number of lists, objects, and values: enough for an envelope with the most tabs, each with dozens
    /// of members.
    package static let mostValues = 500_000
    package static let deepest = 64

    /// A list or an object that is not yet closed.
    private struct Open {
        let isList: Bool
        /// The range of its name in the text; empty without a name.
        let name: Range<Int>
        var longest = Int.max
        var commas = 0
    }

    /// - Parameter shorter: the limits of lists by their names
    /// - Throws: ``Excess`` for a text that exceeds a limit
    package static func check(_ text: Data, shorter: [String: Int]) throws(Excess) {
        // UTF-8 is the only accepted encoding (RFC 8259 §8.1), and the only one that this scan reads.
        if text.prefix(4).contains(0) || text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE]) {
            throw Excess(sentence: "is not JSON in UTF-8")
        }
        let excess = text.withUnsafeBytes { bytes in Self.excess(of: bytes, shorter) }
        if let excess { throw excess }
    }

    private static func excess(of bytes: UnsafeRawBufferPointer, _ shorter: [String: Int]) -> Excess? {
        var open: [Open] = []
        var values = 0
        // The last string; it is a name if a colon follows.
        var string = 0..<0
        var name = 0..<0
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let start = index + 1
                index = start
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                string = start..<min(index, bytes.count)
            case UInt8(ascii: ":"): name = string
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                let isList = bytes[index] == UInt8(ascii: "[")
                open.append(Open(isList: isList, name: name, longest: isList ? longest(bytes, name, shorter) : .max))
                name = 0..<0
                values += 1
                if open.count > deepest { return Excess(sentence: "is nested more than \(deepest) deep") }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                _ = open.popLast()
                name = 0..<0
            case UInt8(ascii: ","):
                name = 0..<0
                values += 1
                guard let last = open.indices.last else { break }
                open[last].commas += 1
                // A list has one more entry than commas.
                if open[last].commas >= open[last].longest {
                    let path = open.compactMap { text(bytes, $0.name) }.joined(separator: ".")
                    let list = path.isEmpty ? "a list in it" : path
                    return Excess(sentence: "has more than \(open[last].longest) entries in \(list)")
                }
            default: break
            }
            if values > mostValues { return Excess(sentence: "holds more than \(mostValues) values") }
            index += 1
        }
        return nil
    }

    private static func longest(
        _ bytes: UnsafeRawBufferPointer, _ name: Range<Int>, _ shorter: [String: Int]
    ) -> Int {
        text(bytes, name).flatMap { shorter[$0] } ?? longestList
    }

    private static func text(_ bytes: UnsafeRawBufferPointer, _ name: Range<Int>) -> String? {
        name.isEmpty || name.count > 100 ? nil : String(decoding: bytes[name], as: UTF8.self)
    }
}
