/// An account's terms in the disclosure for its signers. Each is one or more sentences; `nil` for the default.
public struct DisclosureTerms: Sendable, Hashable, Codable {
    /// The contact: an e-mail address, a telephone number or a postal address. By default the sender's e-mail address.
    public var contact: String?
    /// How a person withdraws their consent, with the consequences and the costs.
    public var withdrawal: String?
    /// The cost of a paper copy.
    public var paperCopies: String?

    /// Without arguments, the disclosure has the default terms only.
    public init(contact: String? = nil, withdrawal: String? = nil, paperCopies: String? = nil) {
        self.contact = contact
        self.withdrawal = withdrawal
        self.paperCopies = paperCopies
    }
}
