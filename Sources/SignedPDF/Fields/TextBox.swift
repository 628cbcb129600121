/// The place of a text in a field: how large it is and how text is set in it.
public struct TextBox: Sendable, Hashable {
    /// The smallest size, in points, in which an entry counts as readable.
    public static let smallestReadableSize = 5.0

    /// In points.
    public var width: Double
    /// In points.
    public var height: Double
    /// In points; nil for as large as the height allows, up to 12.
    public var fontSize: Double?
    public var font: StandardFont

    public init(width: Double, height: Double, fontSize: Double? = nil, font: StandardFont = .helvetica) {
        self.width = width
        self.height = height
        self.fontSize = fontSize
        self.font = font
    }

    /// Whether a text can be shown whole in letters that can be read, in one line or in several. The answer is the same
    /// on each machine, whatever fonts it has.
    ///
    /// In a box that is too low for letters of ``smallestReadableSize`` they may be as small as the box makes a short
    /// line: nobody is kept from filling in what somebody else has drawn too small.
    public func holds(_ text: String) -> Bool {
        guard width > 0, height > 0, width.isFinite, height.isFinite else { return false }
        let paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        return LinePlan(paragraphs, in: self).isReadable(at: Self.smallestReadableSize)
    }

    /// Whether there is room for more than one line that can be read.
    public var hasRoomForLines: Bool {
        let extent = font.ascent + font.descent + TextLayout.lineHeight
        return textHeight >= extent * min(Self.smallestReadableSize, fontSize ?? .infinity)
    }

    /// Points free at the left and the right of a text.
    var margin: Double { min(2, width * 0.05) }

    /// The room for text, in points.
    var textWidth: Double { width - 2 * margin }
    var textHeight: Double { max(height - 1, height / 2) }
}
