/// The fonts for text that a given face cannot show.
public struct FontOrder: Sendable, Hashable {
    /// The font families in order of preference for each character. All other fonts that fontconfig lists follow, in
    /// its own order for sans-serif text.
    public var families: [String]
    /// Additional font directories that fontconfig does not list.
    public var directories: [String]
    /// The languages whose ideograph forms are used if the text does not determine one, as BCP 47 tags. The first that
    /// has all of the text's ideographs is taken.
    public var ideographs: [String]

    /// Without arguments, the Noto fonts come first and Japanese forms of ideographs are preferred.
    public init(
        families: [String] = FontOrder.standardFamilies, directories: [String] = [],
        ideographs: [String] = ["ja", "zh-Hans", "zh-Hant", "ko"]
    ) {
        self.families = families
        self.directories = directories
        self.ideographs = ideographs
    }

    /// Plain faces of even weight, beginning with those of Debian's fonts-noto-core and fonts-noto-cjk.
    public static let standardFamilies = [
        "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Thai", "Noto Sans Devanagari",
        "Noto Sans CJK JP", "DejaVu Sans",
    ]
}
