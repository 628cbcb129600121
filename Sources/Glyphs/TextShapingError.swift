/// Why a text could not be set.
public enum TextShapingError: Error, Sendable, Hashable {
    /// No font shows this character.
    case unshowable(Character)
    /// A font or text cannot be used, and why.
    case unusable(String)
}
