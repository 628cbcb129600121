import ClientSupport
import Foundation

/// How a presenter responds to a navigation.
public enum NavigationDecision: Sendable, Hashable {
    case allow
    /// Do nothing.
    case refuse
    /// End the visit.
    case end(SigningPageEnding)
    /// Open the URL in the system's browser, mail or telephone program.
    case openOutside(URL)
    /// Load the URL in the same web view, instead of a new window.
    case loadHere(URL)
    /// Download the file and offer it to the person.
    case download(URL)
}

/// A rule about navigations.
public protocol NavigationHandler: Sendable {
    /// Returns a decision, or `nil` to let the next handler decide.
    func decide(_ request: NavigationRequest) -> NavigationDecision?
}

/// Decides every navigation of a signing page. The handlers are asked in order; if none decides, the navigation is
/// refused.
public struct NavigationPolicy: Sendable {
    /// Asked in this order; the first decision counts.
    public var handlers: [any NavigationHandler]

    /// - Parameter handlers: without one, every navigation is refused
    public init(handlers: [any NavigationHandler]) {
        self.handlers = handlers
    }

    /// Returns the first handler's decision; refuses if none decides.
    public func decide(_ request: NavigationRequest) -> NavigationDecision {
        for handler in handlers {
            if let decision = handler.decide(request) { return decision }
        }
        return .refuse
    }
}
