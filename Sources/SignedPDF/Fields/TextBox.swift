/// A box for text in a field: its size and font.
public struct TextBox: Sendable, Hashable {
    /// The smallest font size, in points, that counts as readable.
    public static let smallestReadableSize = 5.0

    /// In points.
    public var width: Double
    /// In points.
    public var height: Double
    /// The font size in points, or `nil` for the largest size that the height allows, up to 12.
    public var fontSize: Double?
    /// The font that widths are measured with.
    public var font: StandardFont

    /// Takes sizes in points.
    public init(width: Double, height: Double, fontSize: Double? = nil, font: StandardFont = .helvetica) {
        self.width = width
        self.height = height
        self.fontSize = fontSize
        self.font = font
    }

    /// Whether the whole text fits at a readable size, in one line or in several. The answer is the same on every
    /// machine, whatever its fonts.
    ///
    /// If the box is too low for ``smallestReadableSize``, the size that one line can have in the box counts as
    /// readable. So a field that its author drew too small can still be filled in.
    public func holds(_ text: String) -> Bool {
        guard width > 0, height > 0, width.isFinite, height.isFinite else { return false }
        let paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        return LinePlan(paragraphs, in: self).isReadable(at: Self.smallestReadableSize)
    }

    /// Whether there is room for more than one readable line.
    public var hasRoomForLines: Bool {
        let extent = font.ascent + font.descent + TextLayout.lineHeight
        return textHeight >= extent * min(Self.smallestReadableSize, fontSize ?? .infinity)
    }

    /// The margin at the left and the right of the text, in points.
    var margin: Double { min(2, width * 0.05) }

    /// The width available for text, in points.
    var textWidth: Double { width - 2 * margin }
    var textHeight: Double { max(height - 1, height / 2) }
}
