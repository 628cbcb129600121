import Foundation

/// A field's name, compared code point by code point.
///
/// Swift's strings are equal if they are canonically equivalent (Unicode Standard Annex #15), and begin with another one
/// only where a grapheme ends. PDF compares names byte by byte: "é" in one code point and in two are two names.
package struct ExactName: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (first: ExactName, second: ExactName) -> Bool {
        var (one, other) = (first.text, second.text)
        return one.withUTF8 { one in
            other.withUTF8 { other in
                guard let start = one.baseAddress, let otherStart = other.baseAddress else {
                    return one.count == other.count
                }
                return one.count == other.count && memcmp(start, otherStart, one.count) == 0
            }
        }
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Whether this is the name of a field or of one below it.
    package func isPart(of other: ExactName) -> Bool {
        self == other || text.utf8.starts(with: (other.text + ".").utf8)
    }
}

extension FieldNode {
    package var exactName: ExactName { ExactName(name) }
}
