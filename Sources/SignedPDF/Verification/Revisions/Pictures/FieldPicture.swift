import DescribedErrors
import Foundation

/// Compares the pictures of a text field or a choice field with its value.
enum FieldPicture {
    /// The pictures show only the value, on the field's earlier ground. `letters` are the places of the letters.
    /// `isClaimed` tells whether a font only claims which letters it shows.
    case agrees(letters: [PDFRectangle], isClaimed: Bool)
    /// The pictures show the value, but on a ground or with a border that was not painted before.
    case covers
    /// The pictures show the value, but lack an earlier ground, which reveals what it hid.
    case uncovers
    /// The pictures show another text than the value.
    case differs(shown: String, value: String)
    /// The pictures show the value under another annotation.
    case hidden
    /// The pictures do not follow the grammar of ``PictureContent`` and ``DrawnText``.
    case unreadable
    /// The field has a value but no picture.
    case missing

    private static let passwordFlag = 1 << 13
    private static let comboFlag = 1 << 17
    private static let combFlag = 1 << 24

    /// - Parameters:
    ///   - field: a text field or a choice field
    ///   - before: the same field when it was signed; its pictures show which grounds were visible then
    ///   - frames: the pages of the field's widgets, in order
    init(
        of field: FieldNode, in document: PDFDocument, before: (field: FieldNode, document: PDFDocument),
        frames: [FieldFrame], _ surveys: PageSurveys
    ) {
        let list = ListBox(field, in: document)
        guard let values = list == nil ? Self.values(of: field, in: document) : [] else {
            self = .unreadable
            return
        }
        var result = FieldPicture.agrees(letters: [], isClaimed: false)
        let earlier = before.field.widgetDictionaries
        let prescribed = CodedFont.prescribed(by: before.document)
        for (index, widget) in field.widgetDictionaries.enumerated() {
            let old = index < earlier.count ? earlier[index] : [:]
            guard let rect = FieldPlaces.rectangle(of: widget, in: document), index < frames.count else {
                result.weaken(to: .unreadable)
                continue
            }
            let streams = AppearanceStreams.all(of: widget, in: document)
            if streams.isEmpty, list?.hasOptions ?? values.contains(where: { !$0.isEmpty }) {
                result.weaken(to: .missing)
            }
            // An empty widget is invisible.
            if rect.isEmpty { continue }
            let (seen, oldBars) = Self.grounds(of: old, in: rect, before.document)
            let bars = list == nil ? [] : oldBars
            let sheets = seen.filter { ground in ground.isSheet && !bars.contains { $0.box == ground.box } }
            if streams.isEmpty, !sheets.isEmpty { result.weaken(to: .uncovers) }
            if !Self.isPlain(widget, document, before: old, before.document) { result.weaken(to: .unreadable) }
            let print = frames[index].page.map { surveys.print(on: $0) }
            let paper = print?.paints(in: rect) ?? []
            for stream in streams {
                guard
                    let content = PictureContent(
                        stream, in: rect, document, on: frames[index].page?.cropBox, prescribed: prescribed),
                    let rotation = frames[index].rotation,
                    let drawn = DrawnText(content, pageRotation: rotation, on: paper)
                else {
                    result.weaken(to: .unreadable)
                    continue
                }
                let newBars = list == nil ? [] : drawn.bars
                if let print, Self.areOverPrint(bars + newBars, print, document) { result.weaken(to: .covers) }
                let isOnKnownGround = drawn.grounds.allSatisfy { ground in
                    ground.wasPainted(by: seen) || newBars.contains { $0.box == ground.box }
                }
                switch list.map({ Self.judgement(on: drawn, content, of: $0) })
                    ?? Self.judgement(on: drawn, of: field, values)
                {
                case .agrees(let letters, let isClaimed):
                    let isWhole = sheets.allSatisfy { $0.wasPainted(by: drawn.grounds) }
                    let agrees = FieldPicture.agrees(letters: letters, isClaimed: isClaimed)
                    result.weaken(to: !isOnKnownGround ? .covers : isWhole ? agrees : .uncovers)
                case let other:
                    // New shapes may be letters too.
                    result.weaken(to: isOnKnownGround ? other : .unreadable)
                }
            }
        }
        self = result
    }

    /// Whether a widget shows one picture, always, and none under the pointer that was not there before.
    private static func isPlain(
        _ widget: PDFDictionary, _ document: PDFDocument, before: PDFDictionary, _ earlier: PDFDocument
    ) -> Bool {
        guard (try? document.value("Subtype", in: widget)) == .name("Widget"), widget["OC"] == nil else { return false }
        let pictures = (try? document.value("AP", in: widget))?.dictionaryValue ?? [:]
        let old = (try? earlier.value("AP", in: before))?.dictionaryValue ?? [:]
        return pictures.entries.allSatisfy { entry in
            (entry.key == "N" || old[entry.key] != nil) && (try? document.resolve(entry.value))?.streamValue != nil
        }
    }

    /// Combines the finding with that on another picture of the field; the weaker one counts.
    private mutating func weaken(to other: FieldPicture) {
        if case .agrees(let letters, let isClaimed) = self, case .agrees(let more, let isOtherClaimed) = other {
            self = .agrees(letters: letters + more, isClaimed: isClaimed || isOtherClaimed)
        } else if other.weakness > weakness {
            self = other
        }
    }

    private var weakness: Int {
        switch self {
        case .agrees: 0
        case .missing: 1
        case .covers, .uncovers: 2
        case .hidden: 3
        case .unreadable: 4
        case .differs: 5
        }
    }

    /// Returns the shapes that a widget's normal picture painted as its ground, and which of them are a list's bars.
    private static func grounds(
        of widget: PDFDictionary, in rect: PDFRectangle, _ document: PDFDocument
    ) -> (all: [PictureShape], bars: [PictureShape]) {
        let picture = AppearanceStreams.shown(of: widget, in: document)
        guard let content = picture.flatMap({ PictureContent($0, in: rect, document) }) else { return ([], []) }
        return (content.shapes, DrawnText(content, pageRotation: 0)?.bars ?? [])
    }

    /// Whether a list's bars hide a letter of the page, or the page's letters are not all known.
    private static func areOverPrint(
        _ bars: [PictureShape], _ print: PaintSurvey, _ document: PDFDocument
    ) -> Bool {
        guard !bars.isEmpty else { return false }
        return !print.isWhole || HiddenLetters(under: bars.map(Paint.init), document.meter).hides(print.letters)
    }

    private static func judgement(on drawn: DrawnText, _ content: PictureContent, of list: ListBox) -> FieldPicture {
        list.isShown(by: drawn, content)
            ? .agrees(letters: drawn.letters, isClaimed: drawn.isClaimed) : .unreadable
    }

    private static func judgement(on drawn: DrawnText, of field: FieldNode, _ values: [String]) -> FieldPicture {
        if field.type == "Tx", field.flags & passwordFlag != 0, drawn.text.count == values[0].count,
            drawn.text.allSatisfy({ "*•●".contains($0) })
        {
            return .agrees(letters: drawn.letters, isClaimed: drawn.isClaimed)
        }
        // Block and shape characters hide print, whatever they are called.
        if drawn.text.unicodeScalars.contains(where: { (0x2580..<0x2600).contains($0.value) && $0 != "●" }) {
            return .unreadable
        }
        guard let value = values.first(where: { agree($0, drawn.text) }) else {
            return difference(values[0], drawn.text, field)
        }
        guard field.flags & combFlag != 0 || !isTorn(drawn.text, apartFrom: value) else { return .unreadable }
        return .agrees(letters: drawn.letters, isClaimed: drawn.isClaimed)
    }

    /// Returns the texts that the picture may show. Returns `nil` for a value that is not text, and for list boxes that
    /// cannot be read.
    private static func values(of field: FieldNode, in document: PDFDocument) -> [String]? {
        let value = field.attributes["V"].flatMap { try? document.resolve($0) } ?? .null
        guard field.type == "Ch" else {
            return value.isNull ? [""] : value.textValue.map { [$0] }
        }
        let isCombo = field.flags & comboFlag != 0
        guard !value.isNull else { return isCombo ? [""] : nil }
        guard isCombo, let chosen = value.textValue else { return nil }
        var shownTexts: Set<String> = []
        for option in (try? document.value("Opt", in: field.dictionary))?.arrayValue ?? [] {
            guard let pair = (try? document.resolve(option))?.arrayValue, pair.count == 2,
                (try? document.resolve(pair[0]))?.textValue == chosen
            else { continue }
            if let shown = (try? document.resolve(pair[1]))?.textValue { shownTexts.insert(shown) }
        }
        // With two display texts for one value, the selected one is unknown.
        return shownTexts.count > 1 ? nil : [chosen] + shownTexts
    }

    private static func difference(_ value: String, _ drawn: String, _ field: FieldNode) -> FieldPicture {
        // A script may format the visible text, and joining or reordered letters cannot be compared.
        let hasScripts = ([field.dictionary] + field.widgets.map(\.dictionary)).contains { $0["AA"] != nil }
        guard !hasScripts, isPlain(folded(value) + folded(drawn)) else { return .unreadable }
        return .differs(shown: plain(drawn), value: QuotedText.plain(value))
    }

    private static func plain(_ drawn: String) -> String {
        QuotedText.plain(String(String.UnicodeScalarView(drawn.unicodeScalars.filter { $0 != DrawnText.gapMark })))
    }

    /// Whether two texts are equal except for spaces, line ends and forms of one letter. In scripts whose letters join
    /// or change places when drawn, only the letters must be the same. Words in other scripts among them, and numbers,
    /// must stand in the order in which readers of the script see them.
    static func agree(_ value: String, _ drawn: String) -> Bool {
        let first = folded(value)
        let second = folded(drawn)
        let hasMovingLetters = (value + drawn).unicodeScalars.contains { WritingDirection.isMoving($0) }
        let isRightToLeft = value.unicodeScalars.contains { WritingDirection.isRightToLeft($0) }
        if first == second, !isRightToLeft { return true }
        guard hasMovingLetters, letters(of: value) == letters(of: drawn) else { return false }
        let words = isRightToLeft ? PlainWords(of: value).seen : PlainWords(of: value).texts
        let others = PlainWords(of: drawn).texts
        if words == others { return true }
        // Some programs position words instead of writing spaces, but numbers must stay apart.
        let hasNumbers = (words + others).contains { $0.contains(where: \.isNumber) }
        return !hasNumbers && words.joined() == others.joined()
    }

    /// Whether letters that are adjacent in the value are drawn far apart, so that print could show between them.
    static func isTorn(_ drawn: String, apartFrom value: String) -> Bool {
        let mark = DrawnText.gapMark
        guard drawn.unicodeScalars.contains(mark) else { return false }
        // This applies only to text in reading order.
        guard folded(drawn) == folded(value) else { return true }
        func breaks(_ text: String, where isBreak: (Unicode.Scalar) -> Bool) -> Set<Int> {
            var places: Set<Int> = []
            let parts = text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isBreak)
            var count = 0
            for part in parts.dropLast() {
                count += folded(String(String.UnicodeScalarView(part))).unicodeScalars.count
                places.insert(count)
            }
            return places
        }
        return !breaks(drawn) { $0 == mark }.isSubset(of: breaks(value) { $0.properties.isWhitespace })
    }

    /// Returns a text in a folded form. It compares code points, since a combining mark on a space is not a space.
    static func folded(_ text: String) -> String {
        let scalars = distinct(text).precomposedStringWithCompatibilityMapping.unicodeScalars
        return String(
            String.UnicodeScalarView(
                scalars.filter { !$0.properties.isWhitespace && $0 != "\u{AD}" && $0 != DrawnText.gapMark }))
    }

    /// Returns a text that marks superscript, circled and similar digits, so that folding keeps them apart from plain
    /// ones: 10⁵ is not 105.
    static func distinct(_ text: String) -> String {
        func isOther(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .otherNumber }
        guard text.unicodeScalars.contains(where: isOther) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.flatMap { isOther($0) ? ["\u{2045}", $0] : [$0] }))
    }

    /// Returns the letters and marks of a text, independent of their order.
    private static func letters(of text: String) -> [UInt32] {
        distinct(text).decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            !$0.properties.isWhitespace && $0.properties.generalCategory != .format && $0.value != 0x640
                && $0 != DrawnText.gapMark
        }.map(\.value).sorted()
    }

    /// Whether all scripts of a text are drawn letter by letter in reading order.
    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x20..<0x590, 0x1E00..<0x2C00, 0x2C60..<0x2C80, 0x3000..<0xA000, 0xAC00..<0xD7B0, 0xFF00..<0xFFE0,
                0x20000..<0x32400:
                true
            default: false
            }
        }
    }
}
