import Foundation
import SignedPDF
import Typesetting

/// The vector path of adopted artwork, y downward, within a view box `0 0 width height`.
///
/// A path is kept as text in the form of SVG path data (SVG 2 §9.3) with absolute coordinates of at most two decimals.
/// That text is sent to the page as it is, and the path that goes into the PDF is read from the same text, so what a
/// person saw and what is signed cannot differ.
struct ArtworkPath: Sendable, Equatable {
    enum Element: Sendable, Equatable {
        case move(x: Hundredths, y: Hundredths)
        case line(x: Hundredths, y: Hundredths)
        case curve(
            x1: Hundredths, y1: Hundredths, x2: Hundredths, y2: Hundredths, x: Hundredths, y: Hundredths)
        case close
    }

    var elements: [Element]

    init(_ elements: [Element]) {
        self.elements = elements
    }

    // MARK: As text

    /// SVG path data: `M10 20.5C…Z`.
    var text: String {
        var text = ""
        for element in elements {
            switch element {
            case .move(let x, let y): text += "M\(x) \(y)"
            case .line(let x, let y): text += "L\(x) \(y)"
            case .curve(let x1, let y1, let x2, let y2, let x, let y): text += "C\(x1) \(y1) \(x2) \(y2) \(x) \(y)"
            case .close: text += "Z"
            }
        }
        return text
    }

    /// Reads what ``text`` writes; nil for anything else.
    init?(text: String) {
        var reader = PathReader(text)
        var elements: [Element] = []
        while let letter = reader.byte() {
            switch letter {
            case UInt8(ascii: "M"):
                guard let end = reader.point() else { return nil }
                elements.append(.move(x: end.x, y: end.y))
            case UInt8(ascii: "L"):
                guard let end = reader.point() else { return nil }
                elements.append(.line(x: end.x, y: end.y))
            case UInt8(ascii: "C"):
                guard let first = reader.point(), reader.space(), let second = reader.point(), reader.space(),
                    let end = reader.point()
                else { return nil }
                elements.append(.curve(x1: first.x, y1: first.y, x2: second.x, y2: second.y, x: end.x, y: end.y))
            case UInt8(ascii: "Z"): elements.append(.close)
            default: return nil
            }
        }
        self.elements = elements
    }

    // MARK: In the PDF

    /// The same path with y upward from the bottom of a box of this height, as PDF content has it.
    func vectorPath(height: Double) -> VectorPath {
        let top = Hundredths(height)
        return VectorPath(
            elements.map { element in
                switch element {
                case .move(let x, let y): .move(x: x.value, y: (top - y).value)
                case .line(let x, let y): .line(x: x.value, y: (top - y).value)
                case .curve(let x1, let y1, let x2, let y2, let x, let y):
                    .curve(
                        x1: x1.value, y1: (top - y1).value, x2: x2.value, y2: (top - y2).value,
                        x: x.value, y: (top - y).value)
                case .close: .close
                }
            })
    }
}

/// A coordinate in whole hundredths, which is written in one way only.
struct Hundredths: Sendable, Hashable, Comparable, CustomStringConvertible {
    let count: Int

    static let limit = 10_000_000.0

    /// Rounds to the nearest hundredth; what is not finite becomes zero, what is beyond 100,000 is cut to it.
    init(_ value: Double) {
        count = value.isFinite ? Int((min(max(value * 100, -Self.limit), Self.limit)).rounded()) : 0
    }

    init(count: Int) {
        self.count = count
    }

    var value: Double { Double(count) / 100 }

    /// Decimal digits without trailing zeros: `12`, `12.5`, `-0.25`.
    var description: String {
        let whole = abs(count) / 100
        let part = abs(count) % 100
        let fraction = part == 0 ? "" : part % 10 == 0 ? ".\(part / 10)" : part < 10 ? ".0\(part)" : ".\(part)"
        return (count < 0 ? "-" : "") + "\(whole)" + fraction
    }

    static func - (left: Hundredths, right: Hundredths) -> Hundredths {
        Hundredths(count: left.count - right.count)
    }

    static func < (left: Hundredths, right: Hundredths) -> Bool { left.count < right.count }
}
