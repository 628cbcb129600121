/// Why a template does not become an envelope: every reason at once.
public struct TemplateFillingError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Problem: Hashable, Sendable, CustomStringConvertible {
        case unknownRole(String)
        case unknownRecipient(RecipientID)
        /// Two people for one recipient.
        case roleTakenTwice(String)
        /// Nobody takes the role; `lacks` says what is not known about the person.
        case roleUnfilled(String, lacks: [String])
        case unknownLabel(String)
        /// A carbon copy that is to sign, or a signer who is not to.
        case kindNotChangeable(String)

        public var description: String {
            switch self {
            case .unknownRole(let role): "The template has no role “\(role)”."
            case .unknownRecipient(let id): "The template has no recipient \(id)."
            case .roleTakenTwice(let title): "The \(title) is taken more than once."
            case .roleUnfilled(let title, let lacks): "The \(title) lacks \(lacks.joined(separator: " and "))."
            case .unknownLabel(let label): "The template has no field “\(label)” that could take a value."
            case .kindNotChangeable(let title):
                "The \(title) can be made a signer or an in-person signer only if it is one of them."
            }
        }
    }

    /// Never empty.
    public let problems: [Problem]

    public var description: String { problems.map(\.description).joined(separator: " ") }
}
