/// In which fonts text is set that a given face cannot show.
public struct FontOrder: Sendable, Hashable {
    /// Families in the order in which they are asked for each character; after them come all other fonts that
    /// fontconfig knows, in its own order for a sans-serif text.
    public var families: [String]
    /// Folders with fonts besides those that fontconfig knows.
    public var directories: [String]
    /// For ideographs that several languages write differently, whose forms are taken when the text does not tell:
    /// BCP 47 tags, the first that has all of the text's ideographs.
    public var ideographs: [String]

    public init(
        families: [String] = FontOrder.standardFamilies, directories: [String] = [],
        ideographs: [String] = ["ja", "zh-Hans", "zh-Hant", "ko"]
    ) {
        self.families = families
        self.directories = directories
        self.ideographs = ideographs
    }

    /// Plain faces of even colour, those of Debian's fonts-noto-core and fonts-noto-cjk first.
    public static let standardFamilies = [
        "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Thai", "Noto Sans Devanagari",
        "Noto Sans CJK JP", "DejaVu Sans",
    ]
}
