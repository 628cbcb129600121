/// For whom something is done that costs much. ``FairSlots`` shares it out.
public struct FairShare: Sendable, Hashable {
    /// Whose documents they are.
    public let account: String
    /// Who asks.
    public let visitor: String

    public init(account: String, visitor: String = "") {
        self.account = account
        self.visitor = visitor
    }

    /// Whoever runs everything alone.
    public static let sole = FairShare(account: "")
}
