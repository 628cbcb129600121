/// One thing that a revision of a file did to the revision that was signed before it.
public struct DocumentChange: Sendable, Hashable, Codable {
    /// What the signature says of a change.
    public enum Standing: String, Sendable, Hashable, Codable {
        /// The signature permits it, and it cannot deceive.
        case permitted
        /// The signature permits it by the letter, but it can cover or imitate what was signed.
        case doubtful
        /// The signature does not permit it.
        case forbidden
    }

    /// What happened in plain words: a part of a sentence, without a capital letter or a period.
    public var text: String
    public var standing: Standing
    /// The number of bytes of the file as it was before.
    public var from: Int
    /// The number of bytes of the file as it was afterwards.
    public var to: Int
    /// Where it is seen; empty for what is not on a page.
    public var areas: [ChangedArea]

    public init(text: String, standing: Standing, from: Int, to: Int, areas: [ChangedArea]) {
        self.text = text
        self.standing = standing
        self.from = from
        self.to = to
        self.areas = areas
    }
}
