import Foundation

/// The state in which a page's own content ends, so that more can be painted after it (ISO 32000-2 §7.8.2, §8.4.2).
///
/// Real content leaves graphics states, text objects and marked content open. What is painted afterwards would be moved,
/// clipped or hidden with them.
struct ContentEnd {
    /// A limit on the operators of one page.
    private static let mostOperators = 10_000_000

    /// How many graphics states are still saved.
    private(set) var savedStates = 0
    /// Whether the content restores a state that it never saved.
    private(set) var restoresTooMuch = false
    private var isInText = false
    private var hasOpenPath = false
    private var markedContent = 0

    /// - Parameter parts: the content's decoded streams, in order
    /// - Throws: ``PDFError`` if the content cannot be read operator by operator
    init(_ parts: [Data]) throws(PDFError) {
        // Operators and their operands may be in different streams, but no token is (§7.8.2).
        var whole = Data()
        for part in parts {
            whole.append(part)
            whole.append(0x0A)
        }
        try whole.lend { (bytes) throws(PDFError) in
            var operators = ContentOperators(bytes, most: Self.mostOperators)
            while let (name, _) = try operators.next() {
                if name == "ID" { operators.skipInlineImage() }
                note(name)
            }
        }
    }

    private mutating func note(_ name: String) {
        switch name {
        case "q": savedStates += 1
        case "Q":
            savedStates -= 1
            if savedStates < 0 { restoresTooMuch = true }
        case "BT": isInText = true
        case "ET": isInText = false
        case "BMC", "BDC": markedContent += 1
        case "EMC": markedContent = max(0, markedContent - 1)
        case "m", "l", "c", "v", "y", "h", "re": hasOpenPath = true
        case "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n": hasOpenPath = false
        default: break
        }
    }

    /// Ends everything that is still open, and restores the state that was saved before the content.
    func close(_ content: inout ContentStream) {
        if hasOpenPath { content.addRaw("n") }
        if isInText { content.addRaw("ET") }
        for _ in 0..<markedContent { content.addRaw("EMC") }
        for _ in 0...max(0, savedStates) { content.restore() }
    }
}
