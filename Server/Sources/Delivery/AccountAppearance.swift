import Envelopes
import Ledger
import Mail

/// How an account appears in the messages about an envelope.
package struct AccountAppearance: Sendable {
    /// The account's name; `nil` for an unknown one.
    package var name: String?
    /// The name behind the sender's in `From`; `nil` for the service's.
    package var fromName: String?
    /// Where answers go; `nil` for the sender.
    package var replyTo: MailAddress?
    package var brand: AccountBrand?
    /// Who hears of the account's own affairs.
    package var owner: Mailbox?
    /// The tag of the language of messages to people of whom none is known; `nil` for English.
    package var language: String?

    package init(
        name: String? = nil, fromName: String? = nil, replyTo: MailAddress? = nil, brand: AccountBrand? = nil,
        owner: Mailbox? = nil, language: String? = nil
    ) {
        self.name = name
        self.fromName = fromName
        self.replyTo = replyTo
        self.brand = brand
        self.owner = owner
        self.language = language
    }

    /// The look of letters.
    ///
    /// - Parameter domain: the domain of the logo's content id
    func look(domain: String) throws -> Brand {
        guard let brand else { return Brand() }
        let logo = try brand.logo.map { logo in
            try InlineImage(
                contentID: try MessageID("logo.\(brand.id)@\(domain)"), mediaType: logo.mediaType, bytes: logo.bytes)
        }
        return Brand(
            name: brand.displayedName, logo: logo, header: brand.header, button: brand.button, footer: brand.footer)
    }
}
