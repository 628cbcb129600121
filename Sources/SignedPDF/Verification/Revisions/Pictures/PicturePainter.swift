import Foundation

/// Executes the operators of a picture: its graphics state, and what was painted so far.
struct PicturePainter {
    private(set) var events: [PictureContent.Event] = []

    private struct State {
        var map: AffineMap
        var clip: PDFRectangle
        var isOddlyClipped = false
        var fill = [0.0, 0, 0]
        var stroke = [0.0, 0, 0]
        var lineWidth = 1.0
        var fillSpace = PaintSpace.device(1)
        var strokeSpace = PaintSpace.device(1)
        var fillOpacity = 1.0
        var strokeOpacity = 1.0
        var onlyDarkens = false
        // Text (ISO 32000-2 §9.3).
        var font: CodedFont?
        var size = 0.0
        var charSpacing = 0.0
        var wordSpacing = 0.0
        var scale = 1.0
        var leading = 0.0
        var rise = 0.0
        var mode = 0
    }

    /// Whether every operation fitted within the limits.
    private(set) var isComplete = true

    private var state: State
    private var saved: [State] = []
    private var fonts: CodedFonts
    private var outer: [Outer] = []
    private var line = AffineMap.identity
    private var pen = AffineMap.identity
    private var parts: [[PicturePoint]] = []
    /// The number of points of the current path, at most.
    private var points = 0
    private var clips = false

    init(_ map: AffineMap, clip: PDFRectangle, _ fonts: CodedFonts) {
        state = State(map: map, clip: clip)
        self.fonts = fonts
    }

    /// - Returns: `false` for an operator that is not understood
    mutating func perform(_ name: String, _ operands: [PDFObject]) -> Bool {
        switch name {
        case "Tf", "Tj", "'", "\"", "TJ", "Tr", "Tz", "Tc", "Tw", "TL", "Ts", "BT", "ET", "Td", "TD", "Tm", "T*":
            setText(name, operands)
        case "BMC", "BDC", "EMC": mark(name, operands)
        case "q", "Q", "cm", "w": change(name, operands)
        case "g", "rg", "k", "G", "RG", "K", "sc", "scn", "SC", "SCN": setColor(name, operands)
        case "cs", "CS": setSpace(PaintSpace(named: operands.last?.nameValue ?? ""), isStroke: name == "CS")
        case "re", "m", "l", "h", "c", "v", "y": draw(name, operands)
        case "W", "W*", "n", "f", "F", "f*", "S", "s", "B", "B*", "b", "b*": paint(name)
        case "MP", "DP", "BX", "EX", "i", "j", "J", "d", "M", "ri": true
        default: false
        }
    }

    private static func numbers(_ operands: [PDFObject], _ count: Int) -> [Double]? {
        let numbers = operands.compactMap(\.realValue)
        return numbers.count == count && operands.count == count && numbers.allSatisfy { abs($0) < 1e7 } ? numbers : nil
    }

    // MARK: Pictures within

    /// The outer state that is saved while a nested picture is painted.
    private struct Outer {
        let state: State
        let saved: [State]
        let fonts: CodedFonts
    }

    /// Sets the opacity of fills and strokes, and whether colors only darken what is below; `nil` for no change
    /// (ISO 32000-2 §11.3).
    mutating func setTransparency(fill: Double?, stroke: Double?, onlyDarkens: Bool?) {
        state.fillOpacity = fill ?? state.fillOpacity
        state.strokeOpacity = stroke ?? state.strokeOpacity
        state.onlyDarkens = onlyDarkens ?? state.onlyDarkens
    }

    /// The current map, clip, opacity and fill color.
    var map: AffineMap { state.map }
    var clip: PDFRectangle { state.clip }
    var opacity: Double { state.fillOpacity }
    var fill: [Double] { state.fill }

    /// Returns the share of what is below that a color hides now. Light colors that only darken hide nothing.
    private func opacity(_ color: [Double], isStroke: Bool = false) -> Double {
        let isLight = (FieldColors.brightness(color) ?? 0) >= 0.5
        return state.onlyDarkens && isLight ? 0 : isStroke ? state.strokeOpacity : state.fillOpacity
    }

    /// Enters a form XObject that is painted now (§8.10.1).
    ///
    /// - Parameter box: its bounding box, or `nil` if it has none
    mutating func enter(matrix: AffineMap, box: PDFRectangle?, _ fonts: CodedFonts) {
        outer.append(Outer(state: state, saved: saved, fonts: self.fonts))
        saved = []
        self.fonts = fonts
        state.map = matrix.then(state.map)
        if let box { state.clip = state.clip.intersection(state.map.bounds(of: box)) }
    }

    /// Returns to the content that painted the form XObject.
    mutating func leave() {
        guard let last = outer.popLast() else { return }
        (state, saved, fonts) = (last.state, last.saved, last.fonts)
    }

    // MARK: Marked content

    private mutating func mark(_ name: String, _ operands: [PDFObject]) -> Bool {
        if name == "EMC" {
            events.append(.spanEnded)
        } else {
            // Optional content may be invisible (§8.11.3.2).
            guard operands.first != .name("OC") else { return false }
            let properties = name == "BDC" ? operands.last?.dictionaryValue : nil
            events.append(.spanBegan(actualText: properties?["ActualText"]?.textValue))
        }
        return true
    }

    // MARK: State

    private mutating func change(_ name: String, _ operands: [PDFObject]) -> Bool {
        switch name {
        case "q":
            guard saved.count < 64 else { return false }
            saved.append(state)
            return true
        case "Q":
            state = saved.popLast() ?? state
            return true
        case "cm":
            guard let map = AffineMap(operands) else { return false }
            state.map = map.then(state.map)
            return true
        case "w":
            guard let width = Self.numbers(operands, 1)?[0] else { return false }
            state.lineWidth = width
            return true
        default: return false
        }
    }

    /// - Returns: `false` if the space's colors are not known
    @discardableResult
    mutating func setSpace(_ space: PaintSpace, isStroke: Bool) -> Bool {
        // Every space begins with its black, as far as it is known.
        let color = space == .unknown ? [] : [0.0, 0, 0]
        if isStroke {
            (state.strokeSpace, state.stroke) = (space, color)
        } else {
            (state.fillSpace, state.fill) = (space, color)
        }
        return space != .unknown
    }

    private mutating func setColor(_ name: String, _ operands: [PDFObject]) -> Bool {
        let isStroke = name.first?.isUppercase == true
        let device = ["g": 1, "rg": 3, "k": 4][name.lowercased()].map(PaintSpace.device)
        if let device { setSpace(device, isStroke: isStroke) }
        let numbers = operands.compactMap(\.realValue)
        let space = isStroke ? state.strokeSpace : state.fillSpace
        let color = numbers.count == operands.count ? space.rgb(numbers) : nil
        // Readers guess the space of colors with another number of components.
        let seen = color ?? (space == .unknown || space == .blackInk ? nil : FieldColors.rgb(numbers)) ?? []
        if isStroke { state.stroke = seen } else { state.fill = seen }
        return color != nil
    }

    // MARK: Paths

    private mutating func draw(_ name: String, _ operands: [PDFObject]) -> Bool {
        guard name != "h" else {
            if let first = parts.last?.first { parts[parts.count - 1].append(first) }
            return true
        }
        let count = ["re": 4, "m": 2, "l": 2, "c": 6, "v": 4, "y": 4][name] ?? 0
        guard let n = Self.numbers(operands, count) else { return false }
        guard parts.count < Self.mostParts, points < Self.mostPoints else {
            isComplete = false
            return false
        }
        points += 8
        switch name {
        case "re":
            parts.append(
                [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].map { state.map.point(n[0] + n[2] * $0.0, n[1] + n[3] * $0.1) }
            )
        case "m": parts.append([state.map.point(n[0], n[1])])
        default:
            guard let start = parts.last?.last else { return false }
            let given = stride(from: 0, to: count, by: 2).map { state.map.point(n[$0], n[$0 + 1]) }
            switch name {
            case "c": parts[parts.count - 1] += Self.curve([start] + given)
            case "v": parts[parts.count - 1] += Self.curve([start, start] + given)
            case "y": parts[parts.count - 1] += Self.curve([start] + given + [given[1]])
            default: parts[parts.count - 1] += given
            }
        }
        return true
    }

    private static let mostParts = 1000
    private static let mostPoints = 100_000

    /// Returns points on a Bézier curve, without its start (§8.5.2.2).
    private static func curve(_ p: [PicturePoint]) -> [PicturePoint] {
        (1...8).map { step in
            let t = Double(step) / 8, u = 1 - Double(step) / 8
            let weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
            return PicturePoint(
                x: zip(weights, p).reduce(0) { $0 + $1.0 * $1.1.x }, y: zip(weights, p).reduce(0) { $0 + $1.0 * $1.1.y }
            )
        }
    }

    private mutating func paint(_ name: String) -> Bool {
        guard name != "W", name != "W*" else {
            clips = true
            return true
        }
        let fills = ["f", "F", "f*", "B", "B*", "b", "b*"].contains(name)
        let strokes = ["S", "s", "B", "B*", "b", "b*"].contains(name)
        if name == "s" || name == "b" || name == "b*" { _ = draw("h", []) }
        let painted = parts.filter { $0.count > 1 }
        if fills, !painted.isEmpty { add(.fill, state.fill, painted, isEvenOdd: name.contains("*")) }
        if strokes, !painted.isEmpty {
            let map = state.map
            let scale = max(abs(map.a), abs(map.b), abs(map.c), abs(map.d))
            // A line of zero width is one device pixel wide.
            add(.stroke(width: max(0.5, abs(state.lineWidth) * scale)), state.stroke, painted)
        }
        if clips {
            let shape = PictureShape(
                paint: .fill, color: [0, 0, 0], parts: painted, box: state.clip, isOddlyClipped: false)
            state.isOddlyClipped = state.isOddlyClipped || !painted.isEmpty && !shape.isRectangle
            state.clip = state.clip.intersection(PDFRectangle(around: painted.flatMap { $0 }))
        }
        parts = []
        points = 0
        clips = false
        return true
    }

    private mutating func add(
        _ paint: PictureShape.Paint, _ color: [Double], _ parts: [[PicturePoint]], isEvenOdd: Bool = false
    ) {
        var box = PDFRectangle(around: parts.flatMap { $0 })
        if case .stroke(let width) = paint { box = box.widened(by: width / 2) }
        box = box.intersection(state.clip)
        guard box.width > 0, box.height > 0 else { return }
        events.append(
            .shape(
                PictureShape(
                    paint: paint, color: color, parts: parts, box: box, isOddlyClipped: state.isOddlyClipped,
                    isEvenOdd: isEvenOdd, opacity: opacity(color, isStroke: paint != .fill))))
    }

    // MARK: Text

    private mutating func setText(_ name: String, _ operands: [PDFObject]) -> Bool {
        switch name {
        case "BT": (line, pen) = (.identity, .identity)
        case "ET": break
        case "T*": nextLine(0, -state.leading)
        case "Tf":
            guard let size = operands.last?.realValue else { return false }
            state.font = fonts.font(named: operands.first?.nameValue)
            state.size = size
        case "Tj", "'", "\"":
            if name == "\"" {
                guard let spacing = Self.numbers(Array(operands.dropLast()), 2) else { return false }
                (state.wordSpacing, state.charSpacing) = (spacing[0], spacing[1])
            }
            if name != "Tj" { nextLine(0, -state.leading) }
            return operands.last?.stringValue.map { show($0) } ?? false
        case "TJ":
            for element in operands.last?.arrayValue ?? [] {
                if let number = element.realValue {
                    move(-number / 1000 * state.size * state.scale)
                } else if let codes = element.stringValue {
                    guard show(codes) else { return false }
                } else {
                    return false
                }
            }
        case "Tm":
            guard let map = AffineMap(operands) else { return false }
            (line, pen) = (map, map)
        case "Td", "TD":
            guard let n = Self.numbers(operands, 2) else { return false }
            if name == "TD" { state.leading = -n[1] }
            nextLine(n[0], n[1])
        default: return setTextState(name, operands)
        }
        return true
    }

    private mutating func setTextState(_ name: String, _ operands: [PDFObject]) -> Bool {
        guard let number = Self.numbers(operands, 1)?[0] else { return false }
        switch name {
        case "Tr":
            state.mode = Int(number)
            return number == 0
        case "Tz": state.scale = number / 100
        case "Tc": state.charSpacing = number
        case "Tw": state.wordSpacing = number
        case "TL": state.leading = number
        default: state.rise = number
        }
        return true
    }

    private mutating func nextLine(_ x: Double, _ y: Double) {
        line = AffineMap(1, 0, 0, 1, x, y).then(line)
        pen = line
    }

    private mutating func move(_ x: Double) { pen = AffineMap(1, 0, 0, 1, x, 0).then(pen) }

    private mutating func show(_ string: Data) -> Bool {
        let codes = Array(string)
        guard !codes.isEmpty else { return true }
        guard let font = state.font, state.size != 0, let glyphs = font.glyphs(codes) else { return false }
        let scale = max(abs(state.map.a), abs(state.map.b), abs(state.map.c), abs(state.map.d))
        let outline = [1, 2, 5, 6].contains(state.mode) ? abs(state.lineWidth) * scale : 0
        for glyph in glyphs {
            let map = AffineMap(state.size * state.scale, 0, 0, state.size, 0, state.rise).then(pen).then(state.map)
            events.append(
                .glyph(
                    PictureGlyph(
                        text: glyph.text, map: map, advance: glyph.width, ink: glyph.ink, color: state.fill,
                        clip: state.clip, isOddlyClipped: state.isOddlyClipped, isEmbedded: font.isEmbedded,
                        isType3: font.isType3, isClaimed: glyph.isClaimed, outline: outline,
                        opacity: opacity(state.fill))))
            let spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0)
            move((glyph.width * state.size + spacing) * state.scale)
        }
        return true
    }
}
