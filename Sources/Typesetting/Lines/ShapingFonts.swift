import Locks

/// The fonts that lines were shaped with, kept under the ids that the lines name.
///
/// A glyph's number means something only in the very font that the text was shaped with, and a name does not lead back
/// to it: the system's own font cannot be opened by its name, fonts of one name differ in their variation, and an app
/// may register another file under the name. So an id leads to the font itself or to none.
final class ShapingFonts<Font: Hashable & Sendable>: Sendable {
    private struct Kept {
        var ids: [Font: FontID] = [:]
        var fonts: [FontID: Font] = [:]
        /// How many fonts there are of each name.
        var counts: [String: Int] = [:]
    }

    private let kept = Locked(Kept())

    /// The id of a font: the same one each time, another one for each other font, whatever their names.
    ///
    /// - Parameter name: the font's PostScript name.
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

    /// The font itself; `nil` for an id that was not given out here.
    func font(_ id: FontID) -> Font? { kept.withLock { $0.fonts[id] } }
}
