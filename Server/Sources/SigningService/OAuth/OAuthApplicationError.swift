/// The reason why an application was not registered or changed.
public enum OAuthApplicationError: Error, Sendable, Equatable, CustomStringConvertible {
    case noRedirect
    case badRedirect(String, reason: String)
    case redirectThere(String)
    case redirectNotThere(String)
    case tooManyRedirects(limit: Int)
    case keyThere(id: String)
    case keyNotThere(id: String)
    case tooManyKeys(limit: Int)
    case unknown(id: String)
    /// The user has not allowed the application anything.
    case nothingAllowed(email: String)

    /// One sentence for the operator.
    public var description: String {
        switch self {
        case .noRedirect: "An application needs at least one redirect address."
        case .badRedirect(let text, let reason): "\"\(text)\" cannot be a redirect address: \(reason)."
        case .redirectThere(let text): "The app has the redirect address \(text) already."
        case .redirectNotThere(let text): "The app has no redirect address \(text)."
        case .tooManyRedirects(let limit): "An app has at most \(limit) redirect addresses."
        case .keyThere(let id): "The app has this key already, under the id \(id)."
        case .keyNotThere(let id): "The app has no key \(id); countersign app show lists its keys."
        case .tooManyKeys(let limit): "An app has at most \(limit) keys; remove one first."
        case .unknown(let id): "There is no app with the integration key \(id); countersign app list shows all."
        case .nothingAllowed(let email): "The user with the address \(email) has not allowed this app anything."
        }
    }
}
