import Essentials

/// How an account's letters look.
public struct Brand: Sendable, Hashable {
    /// The name above the letter; “Countersign” if empty.
    public var name: String
    /// Shown above the letter instead of ``name``, which mail programs show when pictures are off.
    public var logo: InlineImage?
    /// Behind the name or the logo.
    public var header: BrandColor?
    /// The button's.
    public var button: BrandColor?
    /// A text below each letter, such as an address.
    public var footer: String

    public init(
        name: String = "", logo: InlineImage? = nil, header: BrandColor? = nil, button: BrandColor? = nil,
        footer: String = ""
    ) {
        self.name = name
        self.logo = logo
        self.header = header
        self.button = button
        self.footer = footer
    }
}
