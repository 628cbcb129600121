import Foundation

/// A person's or a service's name with an e-mail address.
public struct Mailbox: Sendable, Hashable, Codable {
    /// The name for people; may be empty.
    public var name: String
    /// The address, already checked.
    public var address: MailAddress

    /// An empty `name` leaves the address alone.
    public init(name: String = "", address: MailAddress) {
        self.name = name
        self.address = address
    }

    /// Checks the address.
    /// - Throws: ``MailProblem``
    public init(name: String = "", address: String) throws(MailProblem) {
        self.init(name: name, address: try MailAddress(address))
    }

    /// Reads `Name <address>`, with or without quotes around the name, or an address alone.
    /// - Throws: ``MailProblem``
    public init(parsing text: String) throws(MailProblem) {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard text.hasSuffix(">"), let bracket = text.lastIndex(of: "<") else {
            try self.init(address: text)
            return
        }
        var name = text[..<bracket].trimmingCharacters(in: .whitespaces)
        if name.count >= 2, name.hasPrefix("\""), name.hasSuffix("\"") {
            name = String(name.dropFirst().dropLast())
        } else if name.contains(where: { "<>@,;()\"".contains($0) }) {
            throw .addressList(text)
        }
        try self.init(name: name, address: String(text[text.index(after: bracket)...].dropLast()))
    }
}
