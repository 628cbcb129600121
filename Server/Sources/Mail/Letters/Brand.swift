import Essentials

/// How an account's letters look.
package struct Brand: Sendable, Hashable {
    /// The name above the letter; “Countersign” if empty.
    package var name: String
    /// Shown above the letter instead of ``name``, which mail programs show when pictures are off.
    package var logo: InlineImage?
    /// Behind the name or the logo.
    package var header: BrandColor?
    /// The button's.
    package var button: BrandColor?
    /// A text below each letter, such as an address.
    package var footer: String

    package init(
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
