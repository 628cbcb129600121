/// A form field to be placed on a page and filled (ISO 32000-2 §12.7), or new contents for one that is there already.
///
/// If the document has a field with this name, it is filled where it is: ``page`` and ``rect`` are then not used.
public struct FormField: Sendable {
    public enum Content: Sendable {
        /// A text field. Line breaks make it a field of several lines.
        case text(String)
        /// A text field with a date that is already written out.
        case date(String)
        case checkbox(Bool)
        /// A group of radio buttons, each at a place of its own, and which of them is chosen, from 0. The field's
        /// ``page`` and ``rect`` are not used.
        case radio([RadioButton], selected: Int?)
        /// A drawing that is no signature, such as initials: a read-only button without action. The drawing of `size`
        /// points is scaled to fit into the field's rectangle, at its left.
        case drawing([Ink], size: (width: Double, height: Double))
    }

    /// The field's full name: not empty, without full stops unless it names a field that is there.
    public var name: String
    /// Counted from 1.
    public var page: Int
    public var rect: PageRect
    public var content: Content
    /// In points; nil for as large as the rectangle's height allows, up to 12. Either way text that is wider than the
    /// rectangle is broken into lines where there is room for them, and set as small as it must be to be shown whole.
    /// ``TextBox/holds(_:)`` tells beforehand what can be read.
    public var fontSize: Double?
    public var font: StandardFont
    /// Sets a value that has characters which the font lacks; without one such a value is refused.
    public var shaper: (any TextShaper)?
    /// What screen readers call the field (`/TU`).
    public var label: String?
    /// True if readers must not let people change the value.
    public var readOnly: Bool
    /// Whether an empty checkbox is drawn; without, only a tick in its box is seen.
    public var showsEmptyBox = true
    /// Whether a text field that is placed takes several lines, for what is filled in later: a signature before that
    /// does not permit that the field becomes another.
    public var allowsLines = false

    public init(
        name: String, page: Int, rect: PageRect, content: Content, fontSize: Double? = nil,
        font: StandardFont = .helvetica, label: String? = nil, readOnly: Bool = true,
        shaper: (any TextShaper)? = nil
    ) {
        self.name = name
        self.page = page
        self.rect = rect
        self.content = content
        self.fontSize = fontSize
        self.font = font
        self.label = label
        self.readOnly = readOnly
        self.shaper = shaper
    }
}

/// One button of a radio group.
public struct RadioButton: Sendable, Hashable {
    /// Counted from 1.
    public var page: Int
    public var rect: PageRect
    /// What the button stands for.
    public var value: String
    /// Whether it is drawn when it is not chosen.
    public var showsEmptyCircle: Bool

    public init(page: Int, rect: PageRect, value: String, showsEmptyCircle: Bool = true) {
        self.page = page
        self.rect = rect
        self.value = value
        self.showsEmptyCircle = showsEmptyCircle
    }
}
