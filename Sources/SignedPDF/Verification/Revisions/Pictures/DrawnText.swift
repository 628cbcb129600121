import Foundation

/// Reads the text that an appearance stream shows (ISO 32000-2 §9.4.3).
struct DrawnText {
    private static let largestContent = 1 << 20

    /// The text in the order of the content stream.
    private(set) var text = ""
    /// Whether shapes are painted besides, which may be letters as well.
    private(set) var hasShapes = false

    /// Nothing if a part of the text cannot be told, such as a picture or a font without `/ToUnicode`.
    init?(_ stream: PDFStream, in document: PDFDocument) {
        guard let content = try? document.decoded(stream, limit: Self.largestContent) else { return nil }
        let resources = (try? document.value("Resources", in: stream.dictionary))?.dictionaryValue ?? [:]
        var fonts = CodedFonts(resources, in: document)
        let isTold = try? content.lend { (bytes) throws(PDFError) -> Bool in
            var operators = ContentOperators(bytes)
            while let (name, operands) = try operators.next() {
                guard add(name, operands, &fonts) else { return false }
            }
            return true
        }
        guard isTold == true else { return nil }
    }

    private mutating func add(_ name: String, _ operands: [PDFObject], _ fonts: inout CodedFonts) -> Bool {
        switch name {
        case "Tf": fonts.select(operands.first?.nameValue)
        case "Tj", "'", "\"":
            guard let codes = operands.last?.stringValue, let shown = fonts.decode(codes) else { return false }
            text += shown
        case "TJ":
            for case .string(let codes) in operands.last?.arrayValue ?? [] {
                guard let shown = fonts.decode(codes) else { return false }
                text += shown
            }
        case "f", "F", "f*", "B", "B*", "b", "b*", "S", "s": hasShapes = true
        case "Do", "BI", "sh": return false
        default: break
        }
        return true
    }
}
