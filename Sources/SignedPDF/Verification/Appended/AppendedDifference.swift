/// How a file differs from what signing appends.
public enum AppendedDifference: Sendable, Hashable {
    /// The file does not begin with the version before.
    case beginning
    /// The update is not written as ISO 32000-2 §7.5 asks.
    case irregular(UpdateIrregularity)
    /// The file has more, fewer or other revisions.
    case revisions
    /// The cross-reference is of another kind.
    case crossReference
    /// An object of the beginning was changed that signing does not change, or the reverse.
    case object(Int)
    /// Objects were changed that signing does not change.
    case objects
    /// Objects were added that nothing refers to.
    case additions
    /// The field with this name has another content.
    case field(String)
    /// A value outside the fields has another content.
    case content

    /// The stable code of the case, such as `field-differs`.
    public var code: String {
        switch self {
        case .beginning: "beginning-differs"
        case .irregular: "update-irregular"
        case .revisions: "revisions-differ"
        case .crossReference: "cross-reference-differs"
        case .object: "object-changed"
        case .objects: "objects-changed"
        case .additions: "objects-added"
        case .field: "field-differs"
        case .content: "content-differs"
        }
    }
}
