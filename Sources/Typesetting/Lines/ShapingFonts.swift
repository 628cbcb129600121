import Essentials

/// The fonts that lines were shaped with, by the ids in the lines.
///
/// A glyph's number is meaningful only in the exact font that shaped the text, and a name does not identify that font.
/// The system's own font cannot be opened by its name, fonts of one name differ in their variation, and an app may
/// register another file under the name. So an id refers to the font itself or to none.
final class ShapingFonts<Font: Hashable & Sendable>: Sendable {
    private struct Kept {
        var ids: [Font: FontID] = [:]
        var fonts: [FontID: Font] = [:]
        /// The number of fonts of each name.
        var counts: [String: Int] = [:]
    }

    private let kept = Locked(Kept())

    /// Returns the id of a font: always the same for one font, and different for different fonts, whatever their names.
    ///
    /// - Parameter name: the font's PostScript name
    func id(of font: Font, named name: String) -> FontID {
        kept.withLock { kept in
            if let id = kept.ids[font] { return id }
            let id = FontID(path: name, index: kept.counts[name, default: 0])
            kept.counts[name, default: 0] += 1
            kept.ids[font] = id
            kept.fonts[id] = font
            return id
        }
    }

    /// Returns the font; `nil` for an id from elsewhere.
    func font(_ id: FontID) -> Font? { kept.withLock { $0.fonts[id] } }
}
