import Foundation

/// Finds out whether fields, annotations or their pictures use font names that they do not define, so that a reader
/// takes the form's fonts (ISO 32000-2 §12.7.4.3).
///
/// A picture may draw others: form XObjects, patterns, glyphs of Type 3 fonts, soft masks. Those without their own
/// resources use their parent's, and readers differ in where they look then.
struct FontNameSearch {
    /// The most streams to search; beyond that, the fonts count as used.
    private static let mostStreams = 20_000
    private static let deepest = 32
    private static let longestContent = 1 << 20

    private let names: Set<String>
    private let document: PDFDocument
    private var visited: Set<PDFReference> = []
    private var streams = 0

    /// Whether anything in a revision uses one of these fonts of the form.
    static func finds(_ names: Set<String>, in revision: Revision) throws(PDFError) -> Bool {
        var search = FontNameSearch(names: names, document: revision.document)
        return try search.finds(in: revision)
    }

    private init(names: Set<String>, document: PDFDocument) {
        self.names = names
        self.document = document
    }

    private mutating func finds(in revision: Revision) throws(PDFError) -> Bool {
        if try isNamed(inDefaultsOf: revision.tree.form) { return true }
        for field in revision.tree.fields {
            if try isNamed(inDefaultsOf: field.attributes) { return true }
            for widget in field.widgetDictionaries where try finds(in: widget, isField: true) { return true }
        }
        for page in try document.pages() {
            for annotation in (try? document.value("Annots", in: page.dictionary))?.arrayValue ?? [] {
                try document.meter.charge(16)
                guard let dictionary = (try? document.resolve(annotation))?.dictionaryValue else { continue }
                if try finds(in: dictionary, isField: dictionary["Subtype"] == .name("Widget")) { return true }
            }
        }
        // The added fonts may be used by the form's existing resources.
        return try finds(inResources: revision.tree.form["DR"], depth: 0)
    }

    private mutating func finds(in annotation: PDFDictionary, isField: Bool) throws(PDFError) -> Bool {
        // An annotation that is not a field is drawn from its defaults only if it has no picture.
        if isField || annotation["AP"] == nil, try isNamed(inDefaultsOf: annotation) { return true }
        if let pictures = annotation["AP"], try finds(in: pictures, levels: 2, depth: 0) { return true }
        guard let icons = (try? document.value("MK", in: annotation))?.dictionaryValue else { return false }
        for key in ["I", "RI", "IX"] {
            if let icon = icons[key], try finds(in: icon, levels: 0, depth: 0) { return true }
        }
        return false
    }

    private func isNamed(inDefaultsOf dictionary: PDFDictionary) throws(PDFError) -> Bool {
        guard let text = dictionary["DA"].flatMap({ try? document.resolve($0) })?.stringValue else { return false }
        return try isNamed(in: text)
    }

    /// Whether one of the names occurs in a content stream or a default appearance; an escaped name may be any.
    private func isNamed(in data: Data) throws(PDFError) -> Bool {
        try document.meter.charge(data.count)
        guard let text = String(data: data, encoding: .isoLatin1) else { return false }
        return text.split { " \t\r\n\u{0C}\0()<>[]{}%".contains($0) }.contains { word in
            word.contains("#")
                ? word.contains("/") : word.split(separator: "/").contains { names.contains(String($0)) }
        }
    }

    // MARK: Streams

    /// Searches a stream, or the streams of a dictionary.
    ///
    /// - Parameter levels: the depth of nested dictionaries to search
    private mutating func finds(in object: PDFObject, levels: Int, depth: Int) throws(PDFError) -> Bool {
        guard depth < Self.deepest else { return true }
        if let reference = object.referenceValue, !visited.insert(reference).inserted { return false }
        switch try? document.resolve(object) {
        case .stream(let stream):
            return try finds(in: stream, depth: depth)
        case .dictionary(let dictionary) where levels > 0:
            for entry in dictionary.entries where try finds(in: entry.value, levels: levels - 1, depth: depth) {
                return true
            }
        default:
            break
        }
        return false
    }

    private mutating func finds(in stream: PDFStream, depth: Int) throws(PDFError) -> Bool {
        if (try? document.value("Subtype", in: stream.dictionary)) == .name("Image") { return false }
        streams += 1
        guard streams <= Self.mostStreams else { return true }
        try document.meter.charge(256)
        let resources = (try? document.value("Resources", in: stream.dictionary))?.dictionaryValue ?? [:]
        let own = (try? document.value("Font", in: resources))?.dictionaryValue ?? [:]
        // A picture that defines all these fonts does not use the form's.
        if !names.allSatisfy({ own[$0] != nil }) {
            guard let content = try? document.decoded(stream, limit: Self.longestContent) else { return true }
            if try isNamed(in: content) { return true }
        }
        return try finds(inResources: stream.dictionary["Resources"], depth: depth + 1)
    }

    /// Searches everything that a resource dictionary makes available for drawing.
    private mutating func finds(inResources object: PDFObject?, depth: Int) throws(PDFError) -> Bool {
        guard let object, let resources = (try? document.resolve(object))?.dictionaryValue else { return false }
        for category in ["XObject", "Pattern"] {
            if let objects = resources[category], try finds(in: objects, levels: 1, depth: depth) { return true }
        }
        for entry in (try? document.value("Font", in: resources))?.dictionaryValue?.entries ?? [] {
            if try finds(inFont: entry.value, depth: depth) { return true }
        }
        for entry in (try? document.value("ExtGState", in: resources))?.dictionaryValue?.entries ?? [] {
            guard let state = (try? document.resolve(entry.value))?.dictionaryValue else { continue }
            if let mask = (try? document.value("SMask", in: state))?.dictionaryValue, let group = mask["G"],
                try finds(in: group, levels: 0, depth: depth)
            {
                return true
            }
            if let font = (try? document.value("Font", in: state))?.arrayValue?.first,
                try finds(inFont: font, depth: depth)
            {
                return true
            }
        }
        return false
    }

    /// Searches a font. The glyphs of a Type 3 font are content streams (ISO 32000-2 §9.6.4).
    private mutating func finds(inFont object: PDFObject, depth: Int) throws(PDFError) -> Bool {
        guard let font = (try? document.resolve(object))?.dictionaryValue, let glyphs = font["CharProcs"] else {
            return false
        }
        guard depth < Self.deepest else { return true }
        if let reference = object.referenceValue, !visited.insert(reference).inserted { return false }
        if try finds(inResources: font["Resources"], depth: depth + 1) { return true }
        return try finds(in: glyphs, levels: 1, depth: depth + 1)
    }
}
