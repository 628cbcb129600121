import Foundation

/// The embedded fonts of one file or update: the glyphs in use, and their text.
///
/// Use them in three steps: note every text to show, request fonts with just those glyphs from the shapers
/// (``embed()``), then write the contents and the fonts.
package struct CompositeFonts {
    package struct Used {
        /// The name in the resources of every content stream that uses the font.
        package let name: String
        package let reference: PDFReference
        package let shaper: any TextShaper
        package var glyphs: Set<Int> = []
        package var font: FontSubset?
        /// The text of each glyph where it is not part of a larger cluster.
        package var texts: [Int: String] = [:]
    }

    package private(set) var used: [FontID: Used] = [:]
    package private(set) var order: [FontID] = []

    /// Whether the fonts list their glyphs, as PDF/A-1 requires.
    private let listsGlyphs: Bool

    package init(listsGlyphs: Bool = false) { self.listsGlyphs = listsGlyphs }

    package var isEmpty: Bool { order.isEmpty }

    package func has(_ key: FontID) -> Bool { used[key] != nil }

    package mutating func add(_ key: FontID, reference: PDFReference, shaper: any TextShaper) {
        used[key] = Used(name: "CsE\(order.count)", reference: reference, shaper: shaper)
        order.append(key)
    }

    /// Records the glyphs of a text whose fonts have been added.
    package mutating func note(_ text: ShapedLine) {
        for run in text.runs {
            for cluster in run.clusters {
                used[run.font]?.glyphs.formUnion(cluster.glyphs.map(\.id))
                if cluster.glyphs.count > 1, let blank = run.blank { used[run.font]?.glyphs.insert(blank.id) }
            }
        }
    }

    /// Returns the font resources of a content stream.
    package func resources(of content: ContentStream) -> PDFDictionary {
        var resources = PDFDictionary()
        for key in content.shaperByFont.keys.sorted() {
            if let font = used[key] { resources[font.name] = .reference(font.reference) }
        }
        return resources
    }

    package mutating func embed() throws(PDFError) {
        for key in order {
            guard let entry = used[key] else { continue }
            do {
                used[key]?.font = try entry.shaper.font(key, showing: entry.glyphs)
            } catch {
                throw PDFError(error, place: "the text")
            }
        }
    }

    /// Assigns a text to a glyph. Returns false if the glyph already has another text.
    package mutating func claim(_ glyph: Int, of key: FontID, for text: String) -> Bool {
        guard let known = used[key]?.texts[glyph] else {
            used[key]?.texts[glyph] = text
            return true
        }
        return known == text
    }

    /// Writes the dictionaries and programs of all fonts.
    package func write(to sink: inout some ObjectSink) throws(PDFError) {
        for key in order {
            guard let entry = used[key], let font = entry.font else { continue }
            try CompositeFontObjects(font: font, texts: entry.texts, listsGlyphs: listsGlyphs).write(
                as: entry.reference, to: &sink)
        }
    }
}

/// A destination for objects: a new file or an update.
package protocol ObjectSink {
    /// Reserves an address for a later object.
    mutating func reserve() -> PDFReference
    mutating func add(_ object: PDFObject) -> PDFReference
    mutating func set(_ reference: PDFReference, to object: PDFObject)
}

extension FileWriter: ObjectSink {}
extension IncrementalUpdate: ObjectSink {
    package mutating func reserve() -> PDFReference { add(.null) }
}
