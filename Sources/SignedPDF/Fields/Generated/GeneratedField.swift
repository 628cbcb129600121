import Foundation

/// A widget's picture as viewers generate it (ISO 32000-2 §12.7.4.3).
struct GeneratedField {
    enum Picture {
        case whole(Appearance)
        /// The pictures of a check box's or radio button's states, by their names.
        case states([(String, Appearance)])
    }

    let picture: Picture
    /// The current state of a check box or radio button.
    private(set) var state: String?
    let rotation: Int
    /// Whether the widget's own picture shows something.
    private let showsInk: Bool
    private let isButton: Bool
    private let hasValue: Bool
    /// Whether the field has text of its own style, which viewers take from the widget's picture.
    private let isRich: Bool

    private static let off = CheckboxAppearance.uncheckedState

    /// Returns `nil` for a signature field, and for a widget without a size.
    ///
    /// - Parameter isSigned: whether the document has signatures. These permit only pictures that show the value and
    ///   nothing else.
    /// - Throws: `PDFError.unshowableCharacter` for a value that no font shows
    init?(
        _ widget: PDFReference, of field: PresentField, named name: String, isSigned: Bool, in form: FormUpdate
    ) throws(PDFError) {
        let entries = try WidgetEntries(widget, of: field, in: form)
        guard let kind = FieldKind(type: field.type, flags: field.flags, isPlain: isSigned),
            let box = try? form.widgetBox(widget, field: name), box.width > 0, box.height > 0
        else { return nil }
        let look = try entries.look(width: box.width, height: box.height)
        let font = try entries.font(of: look, shaper: form.shaper, place: "the field “\(name)”")
        rotation = box.rotation
        isButton = kind.isButton
        hasValue = try ([entries.text() ?? ""] + entries.chosenValues()).contains { !$0.isEmpty }
        isRich = kind == .text && field.flags & FieldKind.richTextFlag != 0
        switch kind {
        case .check, .radio:
            let button = GeneratedButton(kind: kind == .radio ? .radio : .check, look: look, font: font)
            let (on, current) = try entries.states()
            state = current
            showsInk = try entries.showsInk(state: current)
            var states = [(Self.off, try button.appearance(isOn: false))]
            if let on { states.append((on, try button.appearance(isOn: true))) }
            picture = .states(states)
        case .push:
            showsInk = try entries.showsInk(state: nil)
            picture = .whole(try GeneratedButton(kind: .push, look: look, font: font).appearance(isOn: false))
        default:
            showsInk = try entries.showsInk(state: nil)
            var drawn = Appearance(width: box.width, height: box.height)
            if !isSigned { look.drawGround(into: &drawn.content) }
            try Self.draw(kind, entries, GeneratedText(look: look, font: font), into: &drawn)
            picture = .whole(drawn)
        }
    }

    private static func draw(
        _ kind: FieldKind, _ entries: WidgetEntries, _ text: GeneratedText, into drawn: inout Appearance
    ) throws(PDFError) {
        switch kind {
        case .list:
            let (options, selected, first) = try entries.options()
            try text.drawList(options, from: first, selected: selected, into: &drawn)
        case .combo:
            if let shown = try entries.chosenText() { try text.drawLine(shown, into: &drawn) }
        case .password:
            // Its value is never shown.
            let length = try entries.text()?.count ?? 0
            if length > 0 { try text.drawLine(String(repeating: "*", count: length), into: &drawn) }
        case .comb:
            guard let value = try entries.text(), !value.isEmpty else { break }
            guard let cells = try entries.mostCharacters() else {
                try text.drawLine(value, into: &drawn)
                break
            }
            try text.drawComb(value, cells: cells, into: &drawn)
        case .lines:
            if let value = try entries.text(), !value.isEmpty { try text.drawLines(value, into: &drawn) }
        default:
            if let value = try entries.text(), !value.isEmpty { try text.drawLine(value, into: &drawn) }
        }
    }

    /// Whether the widget's own picture stays. Viewers leave the pictures of buttons as they are.
    func keepsPicture(isSigned: Bool) -> Bool {
        isSigned ? showsInk || isButton || !hasValue : showsInk && (isButton || isRich)
    }
}
