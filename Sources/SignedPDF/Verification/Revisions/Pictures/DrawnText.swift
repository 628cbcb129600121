import Foundation

/// Reads the text that an appearance stream shows (ISO 32000-2 §9.4.3), if it shows nothing else.
///
/// What is understood is a list: text that is painted, and before it a field's background and border. A picture with
/// anything else - images, shapes over the text, invisible or faint text - tells people what nobody can read here.
struct DrawnText {
    private static let largestContent = 1 << 20
    /// Text of about the brightness of what is behind it cannot be seen.
    private static let leastContrast = 0.2
    private static let widestBorder = 3.0

    /// The text in the order of the content stream.
    private(set) var text = ""
    /// Whether a background or a border is painted behind it.
    private(set) var hasBackground = false

    private var fonts: CodedFonts
    private let colors: FieldColors
    private var state = State()
    private var saved: [State] = []
    private var path = Path.none
    private var spans: [Span] = []
    private var isTextShown = false
    private var behind = 1.0

    private struct State {
        /// How bright what is filled is, from 0 to 1.
        var brightness = 0.0
        var fill: [Double] = [0]
        var lineWidth = 1.0
        var isTransformed = false
    }

    private enum Path { case none, rectangles, lines, others }

    /// Marked content whose text may be given besides (§14.9.4).
    private struct Span {
        var actualText: String?
        /// What its glyphs show; nothing once one of them cannot be told.
        var shown: String? = ""
    }

    /// Nothing if a part of what is shown cannot be told.
    init?(_ stream: PDFStream, in document: PDFDocument, colors: FieldColors) {
        // Many fields may share one long picture.
        guard let content = try? document.decoded(stream, limit: Self.largestContent),
            (try? document.meter.charge(content.count * 16)) != nil
        else { return nil }
        let resources = (try? document.value("Resources", in: stream.dictionary))?.dictionaryValue ?? [:]
        fonts = CodedFonts(resources, in: document)
        self.colors = colors
        let isTold = try? content.lend { (bytes) throws(PDFError) -> Bool in
            var operators = ContentOperators(bytes)
            while let (name, operands) = try operators.next() {
                guard add(name, operands) else { return false }
            }
            return true
        }
        guard isTold == true, spans.isEmpty else { return nil }
    }

    private mutating func add(_ name: String, _ operands: [PDFObject]) -> Bool {
        switch name {
        case "Tf":
            fonts.select(operands.first?.nameValue)
            return operands.last?.realValue.map { $0 != 0 } ?? false
        case "Tj", "'", "\"": return operands.last?.stringValue.map { show($0) } ?? false
        case "TJ":
            for case .string(let codes) in operands.last?.arrayValue ?? [] {
                guard show(codes) else { return false }
            }
            return true
        case "Tr": return operands.first == .integer(0)
        case "Tz": return operands.first?.realValue.map { $0 > 10 } ?? false
        case "BT", "ET", "Tc", "Tw", "TL", "Ts", "Td", "TD", "Tm", "T*", "MP", "DP", "BX", "EX", "W", "W*", "i", "j",
            "J",
            "d", "M", "ri":
            return true
        case "BMC", "BDC", "EMC": return mark(name, operands)
        case "q", "Q", "cm", "w", "g", "rg", "k", "G", "RG", "K": return change(name, operands)
        default: return paint(name)
        }
    }

    // MARK: Text

    private mutating func show(_ codes: Data) -> Bool {
        isTextShown = isTextShown || !codes.isEmpty
        guard abs(state.brightness - behind) >= Self.leastContrast || codes.isEmpty else { return false }
        let shown = fonts.decode(codes)
        // The outermost span that says what it shows speaks for all in it.
        if let index = spans.firstIndex(where: { $0.actualText != nil }) {
            spans[index].shown = shown.flatMap { text in spans[index].shown.map { $0 + text } }
            return true
        }
        guard let shown else { return false }
        text += shown
        return true
    }

    private mutating func mark(_ name: String, _ operands: [PDFObject]) -> Bool {
        guard name == "EMC" else {
            let properties = name == "BDC" ? operands.last?.dictionaryValue : nil
            guard spans.count < 16 else { return false }
            spans.append(Span(actualText: properties?["ActualText"]?.textValue))
            return true
        }
        guard let span = spans.popLast() else { return false }
        guard let actual = span.actualText, !spans.contains(where: { $0.actualText != nil }) else { return true }
        // Glyphs that tell on their own what they show are believed before a text beside them; digits always.
        if let shown = span.shown, !SharedGlyphs.share(shown, actual),
            FieldPicture.isPlain(shown) || PictureText.digits(of: shown) != PictureText.digits(of: actual)
        {
            text += shown
        } else {
            text += actual
        }
        return true
    }

    // MARK: Graphics

    private mutating func change(_ name: String, _ operands: [PDFObject]) -> Bool {
        let numbers = operands.compactMap(\.realValue)
        guard numbers.count == operands.count else { return false }
        switch name {
        case "q":
            guard saved.count < 64 else { return false }
            saved.append(state)
        case "Q": state = saved.popLast() ?? state
        case "cm": state.isTransformed = true
        case "w": state.lineWidth = numbers.first ?? .infinity
        case "g", "rg", "k":
            guard let brightness = FieldColors.brightness(numbers) else { return false }
            state.brightness = brightness
            state.fill = numbers
        default: break
        }
        return true
    }

    private mutating func paint(_ name: String) -> Bool {
        switch name {
        case "re": path = path == .none || path == .rectangles ? .rectangles : .others
        case "m", "l": path = path == .none || path == .lines ? .lines : .others
        case "h": break
        case "c", "v", "y": path = .others
        case "n": path = .none
        case "f", "F", "f*":
            defer { path = .none }
            guard path == .rectangles, !isTextShown, !state.isTransformed, colors.isBackground(state.fill) else {
                return false
            }
            behind = state.brightness
            hasBackground = true
        case "S", "s":
            defer { path = .none }
            guard path == .rectangles || path == .lines && colors.isComb, !isTextShown, !state.isTransformed,
                colors.hasBorder, state.lineWidth <= Self.widestBorder
            else { return false }
            hasBackground = true
        default: return false
        }
        return true
    }
}

/// What a widget says of its colours (`/MK`, ISO 32000-2 table 192).
struct FieldColors {
    private let background: [Double]
    let hasBorder: Bool
    /// Whether lines divide the field into a place for each character.
    let isComb: Bool

    private static let combFlag = 1 << 24

    /// Those of a field without background and border.
    init() {
        background = []
        hasBorder = false
        isComb = false
    }

    init(_ widget: PDFDictionary, of field: FieldNode, in document: PDFDocument) {
        let entries = (try? document.value("MK", in: widget))?.dictionaryValue ?? [:]
        background = (try? document.value("BG", in: entries))?.arrayValue?.compactMap(\.realValue) ?? []
        hasBorder = (try? document.value("BC", in: entries))?.arrayValue?.isEmpty == false
        isComb = field.flags & Self.combFlag != 0
    }

    func isBackground(_ color: [Double]) -> Bool {
        color.count == background.count && zip(color, background).allSatisfy { abs($0 - $1) < 0.01 }
    }

    /// How bright a colour of one, three or four components is; nothing for another.
    static func brightness(_ color: [Double]) -> Double? {
        switch color.count {
        case 1: color[0]
        case 3: 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
        case 4: max(0, 1 - 0.299 * color[0] - 0.587 * color[1] - 0.114 * color[2] - color[3])
        default: nil
        }
    }
}
