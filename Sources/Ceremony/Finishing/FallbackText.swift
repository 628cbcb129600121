import SignedPDF
import Typesetting

/// Text of any characters for the certificate of completion: set in a standard font as far as that has the characters,
/// drawn as outlines where the typesetter's plain face has them, and otherwise written as `\u{6F22}`, so that nothing
/// vanishes.
struct FallbackText: Sendable {
    /// A part of a text that is set in one way.
    enum Piece: Sendable, Equatable {
        case text(String)
        /// In thousandths of the em, y upward from the baseline.
        case outline(Outline)
    }

    private let typesetter: any Typesetter

    init(_ typesetter: any Typesetter) {
        self.typesetter = typesetter
    }

    /// The parts of a text in their order. White space between characters that the standard font lacks stays with
    /// them, so that words of a script that runs from right to left keep their order.
    func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var shown = ""
        var lacking = ""
        var space = ""
        func flushShown() {
            if !shown.isEmpty { pieces.append(.text(shown)) }
            shown = ""
        }
        func flushLacking() {
            if !lacking.isEmpty { pieces += drawn(lacking) }
            lacking = ""
            shown += space
            space = ""
        }
        for character in text {
            if FieldText.unshowableCharacter(in: String(character)) != nil {
                flushShown()
                lacking += space + String(character)
                space = ""
            } else if character == " ", !lacking.isEmpty {
                space.append(character)
            } else {
                flushLacking()
                shown.append(character)
            }
        }
        flushLacking()
        flushShown()
        return pieces
    }

    private func drawn(_ text: String) -> [Piece] {
        if let outline = outline(of: text) { return [.outline(outline)] }
        return text.map { character in
            if character == " " { return .text(" ") }
            if text.count > 1, let outline = outline(of: String(character)) { return .outline(outline) }
            return .text(
                character.unicodeScalars.map { "\\u{" + String($0.value, radix: 16, uppercase: true) + "}" }.joined())
        }
    }

    private func outline(of text: String) -> Outline? {
        guard let face = typesetter.textFace else { return nil }
        let outline = try? typesetter.outline(of: text, face: face.id)
        return outline?.elements.isEmpty == false ? outline : nil
    }
}
