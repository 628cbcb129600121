/// The reasons why a template cannot become an envelope, all at once.
public struct TemplateFillingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One reason. Roles, recipients and labels are those that the caller named.
    public enum Problem: Hashable, Sendable, CustomStringConvertible {
        case unknownRole(String)
        case unknownRecipient(RecipientID)
        /// Two people take the role of one recipient.
        case roleTakenTwice(String)
        /// Nobody takes the role; `lacks` lists the missing details of the person.
        case roleUnfilled(String, lacks: [String])
        case unknownLabel(String)
        /// A carbon copy would become a signer, or a signer a carbon copy.
        case kindNotChangeable(String)

        /// One English sentence that names the role, recipient or field.
        public var description: String {
            switch self {
            case .unknownRole(let role): "The template has no role “\(role)”."
            case .unknownRecipient(let id): "The template has no recipient \(id)."
            case .roleTakenTwice(let title): "The \(title) is taken more than once."
            case .roleUnfilled(let title, let lacks): "The \(title) lacks \(lacks.joined(separator: " and "))."
            case .unknownLabel(let label): "The template has no field “\(label)” that could take a value."
            case .kindNotChangeable(let title):
                "The \(title) can only switch between signer and in-person signer."
            }
        }
    }

    /// Never empty.
    public let problems: [Problem]

    /// The sentences of all problems.
    public var description: String { problems.map(\.description).joined(separator: " ") }
}
