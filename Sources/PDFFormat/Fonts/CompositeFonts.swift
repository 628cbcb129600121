import Foundation

/// The embedded fonts of one file or update: which glyphs are used, and what they stand for.
///
/// Used in three steps: note every text that will be shown, ask the shapers for fonts with just those glyphs
/// (``embed()``), write contents and then the fonts.
package struct CompositeFonts {
    package struct Used {
        /// In the resources of every content that uses it.
        package let name: String
        package let reference: PDFReference
        package let shaper: any TextShaper
        package var glyphs: Set<Int> = []
        package var font: FontSubset?
        /// What each glyph stands for wherever it is not part of a larger whole.
        package var texts: [Int: String] = [:]
    }

    package private(set) var used: [FontID: Used] = [:]
    package private(set) var order: [FontID] = []

    package init() {}

    package var isEmpty: Bool { order.isEmpty }

    package func has(_ key: FontID) -> Bool { used[key] != nil }

    package mutating func add(_ key: FontID, reference: PDFReference, shaper: any TextShaper) {
        used[key] = Used(name: "CsE\(order.count)", reference: reference, shaper: shaper)
        order.append(key)
    }

    /// Remembers the glyphs of a text whose fonts have been added.
    package mutating func note(_ text: ShapedLine) {
        for run in text.runs {
            for cluster in run.clusters {
                used[run.font]?.glyphs.formUnion(cluster.glyphs.map(\.id))
                if cluster.glyphs.count > 1, let blank = run.blank { used[run.font]?.glyphs.insert(blank.id) }
            }
        }
    }

    /// The font resources of a content.
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

    /// Says what a glyph stands for; false if it stands for something else already.
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
            try CompositeFontObjects(font: font, texts: entry.texts).write(as: entry.reference, to: &sink)
        }
    }
}

/// Something that objects are written to: a new file or an update of one.
package protocol ObjectSink {
    mutating func add(_ object: PDFObject) -> PDFReference
    mutating func set(_ reference: PDFReference, to object: PDFObject)
}

extension FileWriter: ObjectSink {}
extension IncrementalUpdate: ObjectSink {}
