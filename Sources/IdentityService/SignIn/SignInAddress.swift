import Essentials

/// What a person signs in with: an e-mail address, or a telephone number.
struct SignInAddress: Sendable, Hashable {
    /// How the table of identifiers calls it, and how events and users call the way to sign in.
    enum Kind: String, Sendable, CaseIterable {
        case email, phone

        /// The field of the profile that has it.
        var field: String { self == .email ? "email" : "phone_number" }
    }

    let kind: Kind
    /// An e-mail address in small letters; a number as E.164 has it, such as `+41790000000`.
    let text: String

    /// - Returns: `nil` for a text that is no e-mail address
    static func email(_ typed: String) -> SignInAddress? {
        guard EmailAddress.isValid(typed) else { return nil }
        // Users are found in small letters, so messages go there too: “K” may be the Kelvin sign, and another mailbox.
        return SignInAddress(kind: .email, text: typed.lowercased())
    }

    /// - Parameter typed: a number with its country's code, with or without what people write between digits
    /// - Returns: `nil` for a text that is no such number (E.164 §6: up to 15 digits)
    static func phone(_ typed: String) -> SignInAddress? {
        guard typed.utf8.count <= 40 else { return nil }
        let digits = typed.filter { !" -().\u{A0}".contains($0) }
        guard digits.hasPrefix("+"), (8...16).contains(digits.utf8.count),
            digits.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }), !digits.hasPrefix("+0")
        else { return nil }
        return SignInAddress(kind: .phone, text: digits)
    }

    static func typed(_ text: String, as kind: Kind) -> SignInAddress? {
        kind == .email ? email(text) : phone(text)
    }

    /// - Parameter stored: the text of an address that was stored
    init(stored: String) {
        // A number has no “@”.
        self.init(kind: stored.contains("@") ? .email : .phone, text: stored)
    }

    private init(kind: Kind, text: String) {
        self.kind = kind
        self.text = text
    }
}
