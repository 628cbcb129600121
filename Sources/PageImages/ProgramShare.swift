/// For whom a page is drawn. Programs are few; nobody gets all of them, and who uses fewer comes first.
public struct ProgramShare: Sendable, Hashable {
    /// Whose documents they are.
    public let account: String
    /// Who looks at them.
    public let visitor: String

    public init(account: String, visitor: String) {
        self.account = account
        self.visitor = visitor
    }

    /// Whoever runs everything alone.
    public static let sole = ProgramShare(account: "", visitor: "")
}
