import Essentials
import Foundation

/// How an account appears to its recipients, in messages and on pages.
public struct AccountBrand: Sendable, Hashable, Codable {
    /// A GUID in lower case.
    public var id: String
    /// The account that has the brand.
    public var accountID: String
    /// The brand's name in the account; unique there.
    public var name: String
    /// The name that people see; the brand's name if empty.
    public var company: String
    /// The colour behind the name or logo; `nil` for the service's own.
    public var header: BrandColor?
    /// The colour of buttons; `nil` for the service's own.
    public var button: BrandColor?
    /// A text below each message, such as an address.
    public var footer: String
    /// Whether envelopes without a brand of their own use it; at most one in an account does.
    public var isDefault: Bool
    /// The picture in place of the name; `nil` for none. Lists of brands leave it out.
    public var logo: BrandLogo?

    /// Checks nothing; ``SQLBrandStore/store(_:)`` checks the number of brands and their names.
    public init(
        id: String, accountID: String, name: String, company: String = "", header: BrandColor? = nil,
        button: BrandColor? = nil, footer: String = "", isDefault: Bool = false, logo: BrandLogo? = nil
    ) {
        self.id = id
        self.accountID = accountID
        self.name = name
        self.company = company
        self.header = header
        self.button = button
        self.footer = footer
        self.isDefault = isDefault
        self.logo = logo
    }

    /// The name that people see.
    public var displayedName: String { company.isEmpty ? name : company }

    /// The maximum number of brands in an account.
    public static let mostInAccount = 50
    /// The maximum length of the names, in UTF-16 code units.
    public static let longestName = 100
    /// The maximum length of the footer, in UTF-16 code units.
    public static let longestFooter = 500

    private enum CodingKeys: String, CodingKey {
        case id
        case accountID = "accountId"
        case name, company, header, button, footer, isDefault, logo
    }
}

/// A brand's picture.
public struct BrandLogo: Sendable, Hashable, Codable {
    /// `image/png` or `image/jpeg`.
    public let mediaType: String
    /// The picture file, as it was uploaded.
    public let bytes: Data

    /// The maximum size in bytes: 300 KB.
    public static let largest = 300 * 1024

    /// - Returns: `nil` for anything but a PNG or JPEG of at most ``largest`` bytes
    public init?(_ bytes: Data) {
        guard bytes.count <= Self.largest else { return nil }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            mediaType = "image/png"
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            mediaType = "image/jpeg"
        } else {
            return nil
        }
        self.bytes = bytes
    }
}
