/// A form field to add to a page and fill (ISO 32000-2 §12.7), or new contents for an existing field.
///
/// If the document already has a field with this name, that field is filled, and ``page`` and ``rect`` are not used.
public struct FormField: Sendable {
    /// The kind of field and its value.
    public enum Content: Sendable {
        /// A text field. Line breaks in the text make it a multiline field.
        case text(String)
        /// A text field that holds an already formatted date.
        case date(String)
        case checkbox(Bool)
        /// A group of radio buttons, each at a place of its own, and the index of the selected one, counted from 0. The
        /// field's ``page`` and ``rect`` are not used.
        case radio([RadioWidget], selected: Int?)
        /// A drawing that is not a signature, such as initials: a read-only button without an action. The drawing of
        /// `size` points is scaled to fit the field's rectangle and aligned to its left.
        case drawing([Ink], size: (width: Double, height: Double))
    }

    /// The fully qualified field name. It must not be empty, and may contain periods only if it names an existing
    /// field.
    public var name: String
    /// The page number, counted from 1.
    public var page: Int
    /// The place on the page, in points from the top left corner of the visible page.
    public var rect: PageRect
    /// The kind of the field and its value; an existing field must be of this kind.
    public var content: Content
    /// The font size in points, or `nil` for the largest size that the rectangle's height allows, up to 12. In both
    /// cases, text that is too wide is broken into lines where there is room, and otherwise shrunk until all of it is
    /// visible. ``TextBox/holds(_:)`` checks beforehand whether a text stays readable.
    public var fontSize: Double?
    /// The font for the characters that it has.
    public var font: StandardFont
    /// Shapes a value with characters that the font lacks. Without a shaper, such a value is rejected.
    public var shaper: (any TextShaper)?
    /// The name that screen readers announce (`/TU`).
    public var label: String?
    /// Whether viewers must not let people change the value.
    public var readOnly: Bool
    /// Whether an unchecked checkbox is drawn; if `false`, only the tick is visible.
    public var showsEmptyBox = true
    /// Whether an added text field is multiline, so that it can later hold several lines. A signature made in between
    /// does not permit changing that afterwards.
    public var allowsLines = false
    /// The side at which a text lies, or its middle; `nil` for the side at which the text begins.
    public var alignment: TextStyle.Alignment?

    /// By default, the font size is automatic and people cannot change the value. The field is checked when it is
    /// added.
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
public struct RadioWidget: Sendable, Hashable {
    /// The page number, counted from 1.
    public var page: Int
    /// The place on the page, in points from the top left corner of the visible page.
    public var rect: PageRect
    /// The value that the button stands for.
    public var value: String
    /// Whether the button is drawn while it is not selected.
    public var showsEmptyCircle: Bool

    /// Nothing is checked before the group is added; the values of its buttons must differ.
    public init(page: Int, rect: PageRect, value: String, showsEmptyCircle: Bool = true) {
        self.page = page
        self.rect = rect
        self.value = value
        self.showsEmptyCircle = showsEmptyCircle
    }
}
